/// How much an inflated body may hold before it is cut.
public struct InflateLimits: Equatable, Sendable {
    /// The most output in bytes, over all members.
    public var maximumOutput: Int
    /// The most output bytes for one input byte, over the stream so far.
    public var maximumRatio: Int
    /// Output in bytes up to which the ratio is not judged: a small body cannot do harm.
    public var ratioFloor: Int

    /// Sets the limits; values under 1 (0 for the floor) count as 1 (0).
    public init(
        maximumOutput: Int = 8 << 20, maximumRatio: Int = 100, ratioFloor: Int = 64 << 10
    ) {
        self.maximumOutput = max(1, maximumOutput)
        self.maximumRatio = max(1, maximumRatio)
        self.ratioFloor = max(0, ratioFloor)
    }
}
