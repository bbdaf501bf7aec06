/// How many calls may be made a second time: so many of a hundred first ones, none of them in advance.
struct RetryBudget: Sendable {
    /// Second calls saved up at most.
    private static let most = 10

    /// Of a hundred calls; 0 for none.
    let percent: Int
    /// Hundredths of a call.
    private var saved = 0

    init(percent: Int) { self.percent = min(max(percent, 0), 100) }

    /// A first call was made.
    mutating func called() { saved = min(saved + percent, Self.most * 100) }

    /// Whether a second call may be made now; it is paid for.
    mutating func take() -> Bool {
        guard saved >= 100 else { return false }
        saved -= 100
        return true
    }

    /// Whole calls saved up.
    var left: Int { saved / 100 }
}
