/// Where ids, references and jitter come from.
public protocol RandomSource: Sendable {
    /// `count` bytes (0 to 1,024) nobody can guess; a test's source gives a fixed sequence.
    func bytes(_ count: Int) -> [UInt8]
}
