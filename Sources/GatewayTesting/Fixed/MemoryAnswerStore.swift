public import Gateway
internal import Synchronization
public import TravelModel

/// Answers kept in memory, with a switch for trouble.
public final class MemoryAnswerStore: AnswerStore {
    /// How the store behaves.
    public enum Mood: Sendable, Hashable {
        case well
        /// Every call throws.
        case refusing(StorageFault)
        /// No call returns, cancelled or not.
        case frozen
    }

    private struct State {
        var mood = Mood.well
        var rows: [AnswerID: (bytes: [UInt8], expires: Instant)] = [:]
        var needs: [AnswerID: Instant] = [:]
        var puts = 0
        var notes: [(note: StoredNote, expires: Instant)] = []
    }

    private let clock: any GatewayClock
    // A lock around a table; nothing is called under it.
    private let state = Mutex(State())

    /// Empty, and well.
    public init(clock: any GatewayClock) { self.clock = clock }

    /// Changes the mood.
    public func turn(_ mood: Mood) { state.withLock { $0.mood = mood } }

    /// Answers put so far.
    public var puts: Int { state.withLock { $0.puts } }

    /// Forgets everything, as a lost disk does.
    public func lose() { state.withLock { $0.rows = [:] } }

    /// Keeps the bytes.
    public func put(
        _ id: AnswerID, _ bytes: [UInt8], needed: Instant, expires: Instant
    ) async throws(StorageFault) {
        try await answer { state in
            state.puts += 1
            state.rows[id] = (bytes, expires)
            state.needs[id] = needed
        }
    }

    /// Remembers it, whatever the mood; nothing is ever removed for want of room here.
    public func need(_ ids: [AnswerID], until: Instant) async {
        state.withLock { state in
            for id in ids { state.needs[id] = max(state.needs[id] ?? until, until) }
        }
    }

    /// Until when quotes need each answer, as far as was told; ascending.
    public var needs: [Instant] { state.withLock { $0.needs.values.sorted() } }

    /// Gives the bytes back.
    public func get(_ id: AnswerID) async throws(StorageFault) -> [UInt8]? {
        let now = clock.now()
        return try await answer { state in
            state.rows[id].flatMap { $0.expires > now ? $0.bytes : nil }
        }
    }

    /// Keeps a note, whatever it says.
    public func note(
        _ bytes: [UInt8], expires: Instant, now: Instant
    ) async throws(StorageFault) {
        try await answer { state in
            let number = (state.notes.last?.note.number ?? 0) + 1
            state.notes.append((StoredNote(number: number, bytes: bytes), expires))
            state.notes.removeFirst(state.notes.prefix { $0.expires < now }.count)
        }
    }

    /// Gives notes back.
    public func notes(
        before: Int64?, most: Int
    ) async throws(StorageFault) -> [StoredNote] {
        try await answer { state in
            let notes = state.notes.map(\.note).filter { $0.number < before ?? .max }
            return Array(notes.reversed().prefix(max(0, most)))
        }
    }

    private func answer<Value: Sendable>(
        _ body: @Sendable (inout State) -> Value
    ) async throws(StorageFault) -> Value {
        let (mood, value) = state.withLock { state in
            (state.mood, state.mood == .well ? body(&state) : nil)
        }
        if case .refusing(let fault) = mood { throw fault }
        guard let value else {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            throw .unavailable
        }
        return value
    }
}
