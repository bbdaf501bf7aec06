internal import TravelModel

/// How fast each supplier's answers change, learned from what was asked twice.
///
/// Pure. For each supplier and ``LeadTime`` it keeps two sums over answers that were asked for again:
/// how long they had been kept, in lives of the table (the exposure), and what share of their rates
/// had changed. Changes that come at a steady pace make `changes / exposure` the number of changes in
/// one life of the table. A life in which ``tolerated`` changes are expected is right: then one in
/// twenty offers shown (half of it, for the middle of a life) is no longer what the supplier has.
struct VolatilityBook: Sendable {
    /// Which answers are taken to be alike.
    struct Line: Hashable, Sendable {
        let supplier: SupplierID
        let lead: LeadTime
    }

    private struct Tally: Sendable {
        /// In lives of the table.
        var exposure = 0.0
        var changes = 0.0
        var agedAt: Uptime

        mutating func halve() {
            exposure /= 2
            changes /= 2
        }
    }

    /// Changes expected in one life of the table where the table is right.
    static let tolerated = 0.1
    /// What the table is worth before anything was learned, in changes.
    private static let prior = 4.0
    /// Evidence is halved when it is worth this many changes, so that a supplier that becomes another
    /// is noticed soon.
    private static let most = 200.0
    /// Evidence is halved each time this has passed.
    private static let age: Duration = .seconds(3600)

    /// The table, and the bounds of what learning may make of it.
    private let settings: CacheSettings
    private var tallies: [Line: Tally] = [:]

    init(_ settings: CacheSettings = CacheSettings()) { self.settings = settings }

    /// Books one answer that was asked for again: `changed` of its `rates` were no longer as they
    /// had been `age` before.
    mutating func note(_ line: Line, rates: Int, changed: Int, age: Duration, now: Uptime) {
        guard rates > 0, age > .zero else { return }
        var tally = aged(line, now)
        // Beyond a few lives nothing more is learned: it may have changed many times.
        tally.exposure += min(age / settings.lives[line.lead], 4)
        tally.changes += Double(min(max(changed, 0), rates)) / Double(rates)
        if tally.changes + tally.exposure * Self.tolerated > Self.most { tally.halve() }
        tallies[line] = tally
    }

    /// What a life of the table is to be multiplied with, in thousandths.
    func factor(_ line: Line, now: Uptime) -> Int {
        let tally = aged(line, now)
        let factor =
            (Self.prior + tally.exposure * Self.tolerated) / (Self.prior + tally.changes)
        let bounds = settings.factors
        return min(max(Int((factor * 1000).rounded()), bounds.lowerBound), bounds.upperBound)
    }

    private func aged(_ line: Line, _ now: Uptime) -> Tally {
        guard var tally = tallies[line] else { return Tally(agedAt: now) }
        // After a few rounds nothing is left to halve.
        var rounds = 0
        while tally.agedAt.duration(to: now) >= Self.age, rounds < 32 {
            tally.halve()
            tally.agedAt = tally.agedAt.advanced(by: Self.age)
            rounds += 1
        }
        if rounds == 32 { tally.agedAt = now }
        return tally
    }
}
