/// An input and the code that takes it.
public struct MutationSubject: Sendable {
    /// Takes damaged bytes, and says in a short word from a small set what came of them.
    ///
    /// `seed` may choose how they are handed over. An error is a fault: whatever an outsider can
    /// cause has a word.
    public typealias Take = @Sendable (_ bytes: [UInt8], _ seed: UInt64) async throws -> String

    /// Tells it from the others.
    public let name: String
    /// What it is before it is damaged.
    public let input: [UInt8]
    let take: Take

    /// An input named `name`.
    public init(_ name: String, input: [UInt8], take: @escaping Take) {
        self.name = name
        self.input = input
        self.take = take
    }
}
