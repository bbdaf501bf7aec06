/// When a supplier may be asked again for answers that are still shown.
///
/// Pure. While it answers, a bounded number of refreshes run at once, few enough to leave room for
/// searches. After one that failed the next is one alone, and waits: 2 s doubling to 60 s, a fifth
/// more or less, or as long as the supplier asked for. What is kept is shown as stale meanwhile.
struct RefreshPacing: Sendable {
    private static let first: Duration = .seconds(2)
    private static let longest: Duration = .seconds(60)

    private(set) var running = 0
    private var failures = 0
    private var restsUntil: Uptime?

    /// Takes a place for one call, of at most `most`; `false` when it has to wait.
    mutating func begin(most: Int, now: Uptime) -> Bool {
        if let restsUntil, now < restsUntil { return false }
        guard running < (failures == 0 ? max(1, most) : 1) else { return false }
        running += 1
        return true
    }

    /// A refresh has been answered.
    mutating func succeed() {
        running = max(0, running - 1)
        (failures, restsUntil) = (0, nil)
    }

    /// A refresh was not answered; `chance` is any byte.
    mutating func fail(now: Uptime, chance: UInt8, retryAfter: Duration?) {
        running = max(0, running - 1)
        failures = min(failures + 1, 16)
        let wait = min(Self.first * (1 << (failures - 1)), Self.longest)
        let spread = wait * (800 + Int(chance) * 400 / 255) / 1000
        restsUntil = now.advanced(by: max(spread, min(retryAfter ?? .zero, .seconds(600))))
    }

    /// Nobody wanted it any longer; it says nothing about the supplier.
    mutating func abandon() { running = max(0, running - 1) }
}
