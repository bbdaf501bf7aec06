/// What a supplier sends on its own account.
public struct MockCallback: Sendable {
    /// Header fields; the framing is the kit's.
    public var fields: [(name: String, value: String)]
    /// The body.
    public var body: [UInt8]

    /// A message of one type of content.
    public init(type: String, body: [UInt8]) {
        fields = [("Content-Type", type)]
        self.body = body
    }
}
