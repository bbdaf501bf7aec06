/// Why compressed bytes were refused, or could not be made.
public enum CompressionFault: Error, Equatable, Sendable {
    /// The input ended inside a member, or before one began.
    case truncated
    /// The first bytes are not the framing that was promised.
    case badHeader
    /// The deflate stream contradicts its own format.
    case corrupt
    /// The checksum or the length at the end of a member does not fit what was inflated.
    case wrongChecksum
    /// Bytes follow the end that are not another member.
    case trailingGarbage
    /// The output would pass the cap, given in bytes.
    case tooLarge(limit: Int)
    /// The output is more than this many times the input.
    case ratioExceeded(limit: Int)
    /// The library has no memory left, or refuses its own parameters.
    case unavailable
}
