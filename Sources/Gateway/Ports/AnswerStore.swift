public import TravelModel

/// Keeps supplier answers that quotes point into, across restarts.
public protocol AnswerStore: Sendable {
    /// Appends one answer; returns when it will survive a crash of the process.
    ///
    /// Bounded in bytes: the oldest expired answers go first, then the oldest.
    func put(_ id: AnswerID, _ bytes: [UInt8], expires: Instant) async throws(StorageFault)

    /// The bytes as they were put; `nil` when unknown, expired or lost to the bound.
    func get(_ id: AnswerID) async throws(StorageFault) -> [UInt8]?

    /// Appends a note of what the cache keeps, for the process that comes after this one.
    ///
    /// Bounded in number: the oldest go first. One that is lost costs warmth, nothing else.
    func note(_ bytes: [UInt8], expires: Instant) async throws(StorageFault)

    /// Notes from before the numbered one, or the last ones: the newest first, at most `most`.
    func notes(before: Int64?, most: Int) async throws(StorageFault) -> [StoredNote]
}

/// A note of the cache as it was appended.
public struct StoredNote: Sendable, Hashable {
    /// Rises from note to note.
    public let number: Int64
    /// As they were given.
    public let bytes: [UInt8]

    /// Puts the two together.
    public init(number: Int64, bytes: [UInt8]) {
        self.number = number
        self.bytes = bytes
    }
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
