public import TravelModel

/// Keeps supplier answers that quotes point into, across restarts.
public protocol AnswerStore: Sendable {
    /// Appends one answer; returns when it will survive a crash of the process.
    ///
    /// Until `needed` quotes live that point into it; until `expires`, which is no earlier, it may
    /// still be shown and quoted anew. Bounded in bytes: first those go that have expired, then those
    /// that are needed least long.
    func put(
        _ id: AnswerID, _ bytes: [UInt8], needed: Instant, expires: Instant
    ) async throws(StorageFault)

    /// Quotes were given that point into these answers and live until `until`; an earlier word that
    /// said later counts. At once, and without a promise: one that is lost, or came before its answer
    /// was put, leaves what was said then.
    func need(_ ids: [AnswerID], until: Instant) async

    /// The bytes as they were put; `nil` when unknown, expired or lost to the bound.
    func get(_ id: AnswerID) async throws(StorageFault) -> [UInt8]?

    /// Appends a note of what the cache keeps, for the process that comes after this one.
    ///
    /// Bounded in number and bytes: the oldest go first, and none before one that is older, for each
    /// may say that an older one is no longer true. `now` is the time it is written: from the oldest
    /// on, those that have expired then are removed.
    func note(_ bytes: [UInt8], expires: Instant, now: Instant) async throws(StorageFault)

    /// Notes from before the numbered one, or the last ones: the newest first, at most `most`.
    func notes(before: Int64?, most: Int) async throws(StorageFault) -> [StoredNote]
}

extension AnswerStore {
    /// Appends an answer that is needed as long as it is kept.
    public func put(
        _ id: AnswerID, _ bytes: [UInt8], expires: Instant
    ) async throws(StorageFault) {
        try await put(id, bytes, needed: expires, expires: expires)
    }
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
