/// How many searches a supplier gets at once: one more while it answers, half when it chokes.
///
/// Additive increase and multiplicative decrease (D. Chiu and R. Jain, 1989), below the contract's
/// number. It grows by one for each `limit` answers heard while at least half of it was in use, and
/// halves for a throttle, or for a timeout beyond one in twenty answers, once for all calls that were
/// out when it did. The fewer are forgiven: learned timeouts cut one call in a hundred on purpose.
struct ConcurrencyLimit: Sendable {
    /// Where it starts, if the contract allows so many.
    static let start = 32

    /// The contract's number; the limit never passes it.
    let most: Int
    /// At least one.
    private(set) var limit: Int
    private var answers = 0
    /// Twentieths of a timeout that will be forgiven.
    private var forgiveness = 0
    private var cutAt: Uptime?

    init(most: Int) {
        self.most = max(1, most)
        limit = min(Self.start, self.most)
    }

    /// A call came back while `running` were out, itself among them.
    mutating func answered(running: Int) {
        forgiveness = min(forgiveness + 1, 60)
        guard limit < most, running * 2 >= limit else { return }
        answers += 1
        guard answers >= limit else { return }
        answers = 0
        limit += 1
    }

    /// A call that began at `start` ran out of time.
    mutating func timedOut(begun start: Uptime, at now: Uptime) {
        if forgiveness >= 20 {
            forgiveness -= 20
        } else {
            choked(begun: start, at: now)
        }
    }

    /// A call that began at `start` was turned away.
    mutating func choked(begun start: Uptime, at now: Uptime) {
        if let cutAt, start <= cutAt { return }
        cutAt = now
        answers = 0
        limit = max(1, limit / 2)
    }

    /// Forgets what was learned.
    mutating func reset() { self = ConcurrencyLimit(most: most) }
}
