internal import Synchronization
internal import TravelModel

/// Tells the process after this one what the cache keeps and forgets, in the order it happened.
///
/// A note that the store does not take stays and is tried again with the next one, and at the end:
/// each may say that an older one is no longer true. When there are too many for that, one note says
/// instead that nothing from before is to be believed, which costs warmth.
final class NoteJournal: Sendable {
    /// Notes that wait for the store, and their bytes.
    static let most = 1_024
    static let mostBytes = 8 << 20
    /// How long the store has for one.
    static let patience = AnswerScribe.patience
    /// No answer is kept for longer.
    static let longest: Duration = .seconds(6 * 3600)

    private struct Entry: Sendable {
        let number: Int
        let bytes: [UInt8]
        let expires: Instant
    }

    private struct State {
        var waiting: [Entry] = []
        var bytes = 0
        var lastNumber = 0
        var isWriting = false
        var idle: [FirstValue<Void>] = []

        mutating func add(_ note: CacheNote, at now: Instant) {
            let entry = Entry(
                number: lastNumber + 1, bytes: note.bytes,
                expires: note.ends ?? now.advanced(by: NoteJournal.longest))
            lastNumber += 1
            waiting.append(entry)
            bytes += entry.bytes.count
        }

        mutating func rest() -> [FirstValue<Void>] {
            isWriting = false
            defer { idle = [] }
            return idle
        }
    }

    private let store: any AnswerStore
    private let environment: Environment
    // A lock: each holder makes one transition; waiters are told after it is left.
    private let state = Mutex(State())

    init(store: any AnswerStore, environment: Environment) {
        self.store = store
        self.environment = environment
    }

    /// Writes the note down after all that came before it.
    func append(_ note: CacheNote) {
        let now = environment.clock.now()
        let begins = state.withLock { state in
            state.add(note, at: now)
            if state.waiting.count > Self.most || state.bytes > Self.mostBytes {
                (state.waiting, state.bytes) = ([], 0)
                state.add(.gap(at: now), at: now)
            }
            defer { state.isWriting = true }
            return !state.isWriting
        }
        // Outlives whoever told it; it ends when nothing waits, or with the first that is not taken.
        if begins { environment.launch { [self] in await write() } }
    }

    /// Tries once more what was not taken; returns when that is done, or at `deadline`.
    func flush(until deadline: Uptime) async {
        let idle = FirstValue<Void>()
        let (isIdle, begins) = state.withLock { state in
            if state.waiting.isEmpty, !state.isWriting { return (true, false) }
            state.idle.append(idle)
            defer { state.isWriting = true }
            return (false, !state.isWriting)
        }
        if isIdle { return }
        if begins { environment.launch { [self] in await write() } }
        _ = await environment.value(by: deadline) { await idle.value() }
        idle.offer(())
    }

    private func write() async {
        while let entry = next() {
            let now = environment.clock.now()
            let latest = environment.clock.uptime().advanced(by: Self.patience)
            let isTaken = await environment.value(by: latest) { [store] in
                do throws(StorageFault) {
                    try await store.note(entry.bytes, expires: entry.expires, now: now)
                    return true
                } catch {
                    return false
                }
            }
            guard isTaken == true else { return rest() }
            state.withLock { state in
                // What waits may have been given up meanwhile.
                guard state.waiting.first?.number == entry.number else { return }
                state.waiting.removeFirst()
                state.bytes -= entry.bytes.count
            }
        }
    }

    /// The oldest that waits; with none, the writing is over in the same moment.
    private func next() -> Entry? {
        let (entry, idle) = state.withLock { state in
            state.waiting.first.map { ($0, []) } ?? (nil, state.rest())
        }
        for waiter in idle { waiter.offer(()) }
        return entry
    }

    private func rest() {
        for waiter in state.withLock({ $0.rest() }) { waiter.offer(()) }
    }
}
