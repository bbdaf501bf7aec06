import Gateway

/// A way to keep answers, by the name it has in the table.
enum ReplayPolicy: String, CaseIterable, Sendable {
    case none = "no cache"
    case fiveMinutes = "fixed 5 min"
    case quarterHour = "fixed 15 min"
    case hour = "fixed 60 min"
    case leadTime = "by days to arrival"
    case learned = "and learned"
    case refreshed = "and refreshed"

    /// `nil` for asking every time.
    var trial: CacheTrial.Policy? {
        switch self {
        case .none: nil
        case .fiveMinutes: .fixed(.seconds(5 * 60))
        case .quarterHour: .fixed(.seconds(15 * 60))
        case .hour: .fixed(.seconds(60 * 60))
        case .leadTime: .leadTime(learned: false, refreshed: false)
        case .learned: .leadTime(learned: true, refreshed: false)
        case .refreshed: .leadTime(learned: true, refreshed: true)
        }
    }
}

/// What one policy came to, its first quarter of an hour left out: the cache is cold then.
struct ReplayOutcome: Sendable {
    let policy: ReplayPolicy
    /// Of all suppliers, refreshes included.
    var calls = 0
    var refreshes = 0
    /// What asking every time would have cost.
    var looks = 0
    /// Looks that nobody had to wait for.
    var instant = 0
    var shown = 0
    /// Shown offers the supplier had in that very moment as they were shown.
    var shownRight = 0
    /// Sum over shown offers, in seconds.
    var ages = 0.0
    var held = 0
    /// Offers a client held after thinking, at the price shown.
    var heldRight = 0

    init(_ policy: ReplayPolicy) { self.policy = policy }

    var saved: Double { Self.share(looks - calls, of: looks) }
    var accuracy: Double { Self.share(shownRight, of: shown) }
    var unchanged: Double { Self.share(heldRight, of: held) }
    var waitless: Double { Self.share(instant, of: looks) }
    var meanAge: Double { shown == 0 ? 0 : ages / Double(shown) }

    private static func share(_ part: Int, of whole: Int) -> Double {
        whole == 0 ? 0 : Double(part) / Double(whole)
    }
}
