/// What a reader accepts before it refuses a body.
public struct JSONLimits: Hashable, Sendable {
    /// The most containers inside each other that any limit can allow.
    public static let deepest = 64
    /// The defaults: supplier bodies as the gateway takes them.
    public static let standard = JSONLimits()

    /// Bytes of a whole body.
    public let bytes: Int
    /// Containers inside each other, 1...64.
    public let depth: Int
    /// Bytes of one string between its quotes, as written.
    public let string: Int
    /// Bytes of one number.
    public let number: Int
    /// Values in one `JSONValue` tree; a pull reader keeps nothing and does not count.
    public let values: Int

    /// Limits with the defaults of supplier bodies; `depth` is clamped to 1...64.
    public init(
        bytes: Int = 8 << 20, depth: Int = 32, string: Int = 1 << 20, number: Int = 128,
        values: Int = 100_000
    ) {
        self.bytes = bytes
        self.depth = min(max(depth, 1), JSONLimits.deepest)
        self.string = string
        self.number = number
        self.values = values
    }
}
