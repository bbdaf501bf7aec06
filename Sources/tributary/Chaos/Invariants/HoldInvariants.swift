import Ledger

/// What an acknowledged hold promises.
enum HoldInvariants {
    /// A hold that a 201 or 202 named can always be looked at.
    static func acknowledgedAreFound(_ history: History) -> Verdict {
        var verdict = Verdict("acknowledged-found", "Each acknowledged hold is found by GET")
        var acknowledged: [String: RunTime] = [:]
        for attempt in history.attempts {
            guard let sight = attempt.hold else { continue }
            let earliest = acknowledged[sight.hold] ?? sight.span.received
            acknowledged[sight.hold] = min(earliest, sight.span.received)
        }
        for look in history.looks {
            guard let since = acknowledged[look.hold], since < look.span.sent, look.status != 0,
                look.status != 503
            else { continue }
            verdict.check(
                look.status == 200 && look.sight?.hold == look.hold,
                "hold \(look.hold): status \(look.status)"
                    + (look.sight.map { ", it showed \($0.hold)" } ?? ""))
        }
        return verdict
    }

    private static let successors: [String: Set<String>] = [
        "PENDING": ["HELD", "PRICE_CONFIRMED", "REFUSED", "RELEASED", "EXPIRED"],
        "HELD": ["RELEASED", "EXPIRED", "CONVERTED"],
        "PRICE_CONFIRMED": ["RELEASED", "EXPIRED", "CONVERTED"],
    ]

    private static func rank(_ state: String) -> Int {
        state == "PENDING" ? 0 : successors[state] != nil || state == "REFUSED" ? 1 : 2
    }

    /// Sights of one hold, compared where one answer was over before the next request began.
    static func forwardOnly(_ history: History) -> Verdict {
        var verdict = Verdict(
            "forward-only", "States of a hold only move forward, and its version only grows")
        for (hold, sights) in byHold(history) {
            var latest: [HoldSight] = []
            for sight in sights.sorted(by: { $0.span.sent < $1.span.sent }) {
                // The newest sight that was over before this request was sent.
                let before = latest.filter { $0.span.isBefore(sight.span) }
                    .max { ($0.version, rank($0.state)) < ($1.version, rank($1.state)) }
                if let before {
                    let isStep =
                        before.state == sight.state
                        || successors[before.state]?.contains(sight.state) == true
                    verdict.check(
                        isStep && before.version <= sight.version,
                        "hold \(hold): \(before.state) version \(before.version), later "
                            + "\(sight.state) version \(sight.version)")
                }
                latest.append(sight)
                if latest.count > 64 { latest.removeFirst(32) }
            }
        }
        return verdict
    }

    /// Neither the gateway nor the supplier ends a hold before the announced moment unasked.
    static func noEarlyEnd(_ history: History) -> Verdict {
        var verdict = Verdict(
            "no-early-end", "No acknowledged hold ends before its announced time unless released")
        var movements: [String: [SupplierBook.Movement]] = [:]
        for book in history.books.last ?? [] {
            let references = Dictionary(
                book.reservations.map { ($0.id, $0.reference) },
                uniquingKeysWith: { first, _ in first })
            for movement in book.movements
            where movement.state == "released" || movement.state == "expired" {
                guard let reference = references[movement.reservation] else { continue }
                movements[reference, default: []].append(movement)
            }
        }
        let references = Dictionary(
            (history.ledger?.holds ?? []).map { ($0.id, $0.reference) },
            uniquingKeysWith: { first, _ in first })
        var releases: [String: RunTime] = [:]
        for release in history.releases {
            let earliest = releases[release.hold] ?? release.span.sent
            releases[release.hold] = min(earliest, release.span.sent)
        }
        for (hold, sights) in byHold(history) {
            guard let announced = sights.compactMap(\.expires).min() else { continue }
            let asked = releases[hold]
            for sight in sights where sight.state == "EXPIRED" || sight.state == "RELEASED" {
                let isDue = sight.state == "EXPIRED" && sight.span.received >= announced
                let isAsked =
                    sight.state == "RELEASED" && asked.map { $0 < sight.span.received } == true
                verdict.check(
                    isDue || isAsked,
                    "hold \(hold): \(sight.state) "
                        + "\(ms(announced.milliseconds(since: sight.span.received))) before the end"
                )
            }
            for movement in references[hold].flatMap({ movements[$0] }) ?? [] {
                let isAsked = asked.map { $0 <= movement.at.adding(milliseconds: 1) } == true
                verdict.check(
                    movement.at.adding(milliseconds: 1) >= announced || isAsked,
                    "hold \(hold): \(movement.state) at the supplier "
                        + "\(ms(announced.milliseconds(since: movement.at))) before the end")
            }
        }
        return verdict
    }

    /// The announced end against the supplier's own, wherever its books say one.
    static func withinSupplierTime(_ history: History) -> Verdict {
        var verdict = Verdict(
            "within-supplier-time", "No hold is announced for longer than the supplier keeps it")
        var ends: [String: RunTime] = [:]
        for book in history.books.flatMap({ $0 }) {
            for reservation in book.reservations {
                if let end = reservation.heldUntil { ends[reservation.reference] = end }
            }
        }
        let references = Dictionary(
            (history.ledger?.holds ?? []).map { ($0.id, $0.reference) },
            uniquingKeysWith: { first, _ in first })
        for (hold, sights) in byHold(history) {
            guard let end = references[hold].flatMap({ ends[$0] }),
                let announced = sights.filter({ $0.state == "HELD" }).compactMap(\.expires).max()
            else { continue }
            verdict.check(
                announced <= end.adding(milliseconds: 1000),
                "hold \(hold): announced for \(ms(announced.milliseconds(since: end))) longer")
        }
        return verdict
    }

    /// A granted price is the quoted one, or one that says what changed and was acceptable.
    static func prices(_ history: History) -> Verdict {
        var verdict = Verdict(
            "price-as-quoted",
            "A granted price is as quoted, or its change is told and was accepted")
        for attempt in history.attempts {
            guard let sight = attempt.hold, ["HELD", "PRICE_CONFIRMED"].contains(sight.state)
            else { continue }
            let quoted = attempt.quote.total
            guard let price = sight.price else {
                verdict.check(false, "hold \(sight.hold): no price")
                continue
            }
            guard let change = sight.change else {
                verdict.check(
                    price == quoted,
                    "hold \(sight.hold): \(price), quoted \(quoted), no change told")
                continue
            }
            let isTold = change.old == quoted && change.new == price
            verdict.check(
                isTold && isAcceptable(change, percent: attempt.acceptedRise),
                "hold \(sight.hold): \(price), quoted \(quoted), told \(change.old) to \(change.new), "
                    + "accepted \(attempt.acceptedRise) %")
        }
        return verdict
    }

    /// One quote is open for one hold at a time.
    static func onePerQuote(_ history: History) -> Verdict {
        var verdict = Verdict("one-per-quote", "Two holds are never open for one quote")
        let open = (history.ledger?.holds ?? []).filter {
            ["PENDING", "HELD", "PRICE_CONFIRMED"].contains($0.state)
        }
        for (quote, holds) in Dictionary(grouping: open, by: \.quote).sorted(by: { $0.key < $1.key }
        ) {
            verdict.check(holds.count == 1, "quote \(quote): \(holds.map(\.id))")
        }
        // While the run lasted: granted intervals of two holds of one quote may not overlap.
        let granted = Dictionary(
            grouping: history.attempts.filter {
                $0.hold.map { ["HELD", "PRICE_CONFIRMED"].contains($0.state) } == true
                    && !$0.isReplay
            }, by: \.quote.quote)
        let releases = Dictionary(
            history.releases.map { ($0.hold, $0.span.sent) }, uniquingKeysWith: { min($0, $1) })
        for (quote, attempts) in granted.sorted(by: { $0.key < $1.key }) {
            var seen: [String: (from: RunTime, until: RunTime)] = [:]
            for sight in attempts.compactMap(\.hold) where seen[sight.hold] == nil {
                let end = min(
                    releases[sight.hold] ?? RunTime(microseconds: .max),
                    sight.expires ?? RunTime(microseconds: .max))
                let clash = seen.first {
                    $0.value.from < end && sight.span.received < $0.value.until
                }
                verdict.check(
                    clash == nil, "quote \(quote): \(sight.hold) beside \(clash?.key ?? "")")
                seen[sight.hold] = (sight.span.received, end)
            }
        }
        return verdict
    }

    private static func byHold(_ history: History) -> [(key: String, value: [HoldSight])] {
        Dictionary(grouping: history.sights, by: \.hold).sorted { $0.key < $1.key }
    }

    /// Compared digit by digit: both texts have the currency's own number of decimals.
    private static func isAcceptable(_ change: HoldSight.Change, percent: Int) -> Bool {
        guard change.old.currency == change.new.currency, let old = minor(change.old.amount),
            let new = minor(change.new.amount)
        else { return false }
        return new <= old || (new - old) * 100 <= old * Int64(percent) + 100
    }

    private static func minor(_ amount: String) -> Int64? { Int64(amount.filter { $0 != "." }) }

    private static func ms(_ value: Double) -> String { "\(Int(value)) ms" }
}
