public import TravelModel

/// Keeps supplier answers that quotes point into, across restarts.
public protocol AnswerStore: Sendable {
    /// Appends one answer; returns when it will survive a crash of the process.
    ///
    /// Bounded in bytes: the oldest expired answers go first, then the oldest.
    func put(_ id: AnswerID, _ bytes: [UInt8], expires: Instant) async throws(StorageFault)

    /// The bytes as they were put; `nil` when unknown, expired or lost to the bound.
    func get(_ id: AnswerID) async throws(StorageFault) -> [UInt8]?
}

/// Sixteen random bytes that name a stored answer.
public struct AnswerID: Hashable, Sendable, Comparable {
    /// The high half.
    public let high: UInt64
    /// The low half.
    public let low: UInt64

    /// Both halves as they are stored.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Byte order.
    public static func < (a: AnswerID, b: AnswerID) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

/// Why storage could not do its part.
public enum StorageFault: Error, Hashable, Sendable {
    /// Too much is waiting to be written; nothing was done.
    case busy
    /// Disk full or read-only; nothing was done.
    case unavailable
    /// What was read is not what was written; nothing was done.
    case corrupt
    /// One row is not as it was written, by its checksum; it was not acted on and nothing was done.
    case damagedRow
}
