/// Every search ends, in time, with a word about every supplier.
enum SearchInvariants {
    /// Lateness that the contract allows, milliseconds.
    static let grace = 50.0
    /// What the way to and from the client may add: loopback, two loops' turns, reading.
    static let way = 10.0
    /// The statuses of the contract, in its order.
    static let inOrder = [
        "ok", "empty", "partial", "timeout", "error", "throttled", "auth", "circuit_open",
        "overloaded", "skipped",
    ]
    static let statuses = Set(inOrder)

    /// Streams that nobody cut begin with `search` and end with one `done`.
    static func endsWithDone(_ history: History) -> Verdict {
        var verdict = Verdict(
            "ends-with-done", "Every stream that was not cut begins with search and ends with done")
        for search in streams(history) where search.exchange.end != .cut {
            if search.exchange.end != .whole, history.outages.excuse(search.exchange.span) {
                continue
            }
            let isWhole =
                search.exchange.end == .whole && search.firstEvent == "search"
                && search.done != nil && search.eventsAfterDone == 0 && search.faults.isEmpty
            verdict.check(
                isWhole,
                "search \(search.searchID ?? "?"): first \(search.firstEvent ?? "nothing"), "
                    + (search.done == nil ? "no done" : "\(search.eventsAfterDone) after done")
                    + ", \(search.exchange.end)"
                    + search.faults.prefix(1).map { ", \($0)" }.joined())
        }
        return verdict
    }

    /// `done` comes at most 50 ms after the deadline, beyond what the machine made anybody wait.
    static func onTime(_ history: History) -> Verdict {
        var verdict = Verdict(
            "done-on-time",
            "done comes at most 50 ms after the deadline, stops, processor waits and the way apart")
        for late in lateness(history) {
            verdict.check(
                late.beyondAllowance <= grace,
                "search \(late.search): \(Int(late.seen)) ms late as we saw it, "
                    + (late.written.map { "\(Int($0)) ms by the gateway's clock, " } ?? "")
                    + "\(Int(late.waited)) ms of waits and stops")
        }
        return verdict
    }

    /// How late one `done` was; negative values came before the deadline.
    struct Lateness: Sendable {
        var search: String
        /// From the deadline until the client had the event.
        var seen: Double
        /// From the deadline until the gateway wrote it, by its own clock.
        var written: Double?
        /// Processor waits of the gateway and lag of our own loops around the deadline.
        var waited: Double
        /// As seen by the client, less what the contract does not promise.
        var beyondAllowance: Double { seen - waited - way }
    }

    /// For every stream that ran to its end.
    static func lateness(_ history: History) -> [Lateness] {
        streams(history).compactMap { search in
            guard search.exchange.end == .whole, let done = search.done else { return nil }
            let deadline = search.deadline
            let seen = done.arrived.milliseconds(since: deadline)
            // Before the deadline nothing needs excuses.
            let waited =
                seen <= 0
                ? 0
                : history.waits.longest(
                    from: deadline.adding(milliseconds: -50), to: done.arrived)
                    + history.outages.stopped(
                        sent: search.exchange.span.sent, deadline: deadline,
                        until: done.arrived, margin: 50)
            return Lateness(
                search: search.searchID ?? "?", seen: seen,
                written: done.written?.milliseconds(since: deadline), waited: waited)
        }
    }

    /// The last word lists every supplier of the first one, once, with a status of the closed set.
    static func everySupplierOnce(_ history: History) -> Verdict {
        var verdict = Verdict(
            "every-supplier-once",
            "Every supplier is listed once with a status of the closed set")
        for search in history.searches {
            let listed = search.ends
            guard search.done != nil || !search.statuses.isEmpty else { continue }
            let names = listed.map(\.supplier)
            let isClosed = listed.allSatisfy { statuses.contains($0.status) }
            let isOnce = Set(names).count == names.count && !names.isEmpty
            let isSame = !search.isStream || Set(names) == Set(search.announced)
            let told = search.told
            let isToldOnce = Set(told).count == told.count && Set(told).isSubset(of: names)
            verdict.check(
                isClosed && isOnce && isSame && isToldOnce,
                "search \(search.searchID ?? "?"): announced \(search.announced), told \(told), "
                    + "listed \(listed.map { "\($0.supplier) \($0.status)" })")
        }
        return verdict
    }

    private static func streams(_ history: History) -> [SearchRecord] {
        history.searches.filter { $0.isStream && $0.exchange.status == 200 }
    }
}
