import Ledger

/// What lives through the end of a process.
enum RestartInvariants {
    /// Instants of one hold may differ by what rounding and a clock that is being slewed do.
    static let tolerance = 50.0

    /// The gateway serves again after each interruption.
    static func comesBack(_ history: History) -> Verdict {
        var verdict = Verdict(
            "comes-back", "The gateway serves again after each SIGTERM, SIGKILL and SIGSTOP")
        for record in history.outages.records {
            verdict.check(record.back != nil, "\(record.interruption.name): it did not")
        }
        return verdict
    }

    /// Holds that were acknowledged before a restart, looked at after it.
    static func foundAfterRestart(_ history: History) -> Verdict {
        var verdict = Verdict(
            "found-after-restart",
            "Each hold acknowledged before a restart is found after it")
        var acknowledged: [String: RunTime] = [:]
        for attempt in history.attempts {
            guard let sight = attempt.hold else { continue }
            let earliest = acknowledged[sight.hold] ?? sight.span.received
            acknowledged[sight.hold] = min(earliest, sight.span.received)
        }
        for restart in history.outages.restarts {
            var seen: Set<String> = []
            let looks = history.looks.filter { $0.span.sent >= restart.back && $0.isAnswered }
            for look in looks.sorted(by: { $0.span.sent < $1.span.sent }) {
                guard let since = acknowledged[look.hold], since < restart.began,
                    seen.insert(look.hold).inserted
                else { continue }
                verdict.check(
                    look.status == 200 && look.sight?.hold == look.hold,
                    "hold \(look.hold): status \(look.status)")
            }
        }
        return verdict
    }

    /// A granted hold ends when it was first said to, whatever happened in between.
    static func timesKept(_ history: History) -> Verdict {
        var verdict = Verdict(
            "times-kept", "The announced end of a granted hold stays as it was told first")
        let granted = history.sights.filter { ["HELD", "PRICE_CONFIRMED"].contains($0.state) }
        for (hold, sights) in Dictionary(grouping: granted, by: \.hold)
            .sorted(by: { $0.key < $1.key })
        {
            guard let first = sights.first?.expires else { continue }
            for sight in sights.dropFirst() {
                guard let expires = sight.expires else { continue }
                let moved = expires.milliseconds(since: first)
                verdict.check(
                    abs(moved) <= tolerance, "hold \(hold): moved by \(Int(moved)) ms")
            }
        }
        return verdict
    }

    /// Looks at quotes before their announced end.
    static func quotesLive(_ history: History) -> Verdict {
        var verdict = Verdict(
            "quotes-live", "Each quote is found until its announced end, also after a restart")
        for look in history.quoteLooks where look.span.received < look.expires {
            // Lost, busy or not ready says nothing of the quote.
            guard look.status != 0, look.status != 429, look.status != 503 else { continue }
            verdict.check(
                look.status == 200,
                "quote \(look.quote.prefix(24)): \(look.status) \(look.code ?? ""), "
                    + "\(Int(look.expires.milliseconds(since: look.span.received))) ms before "
                    + "its end")
        }
        return verdict
    }

    /// A key that was answered before a restart is told the same after it.
    ///
    /// Unless the hold was refused meanwhile: the key is then told so, or judged anew.
    static func replayAfterRestart(_ history: History) -> Verdict {
        var verdict = Verdict(
            "replay-after-restart",
            "A key is answered after a restart as before it, unless its hold was refused meanwhile")
        let refused = Set(
            history.sights.filter { $0.state == "REFUSED" }.map(\.hold)
                + (history.ledger?.holds ?? []).filter { $0.state == "REFUSED" }.map(\.id))
        let byRequest = Dictionary(grouping: history.attempts) { $0.key + "\n" + $0.body }
        for (_, attempts) in byRequest.sorted(by: { $0.key < $1.key }) where attempts.count > 1 {
            for restart in history.outages.restarts {
                guard let told = lastWord(attempts, before: restart.began) else { continue }
                for after in attempts where after.exchange.span.sent >= restart.back {
                    guard after.saysAnything else { continue }
                    let isSame =
                        after.storedRefusal == told.storedRefusal
                        && after.hold?.hold == told.hold?.hold
                    let wasRefused = told.hold.map { refused.contains($0.hold) } ?? false
                    verdict.check(
                        isSame || wasRefused,
                        "key \(after.key): \(word(told)), after the restart \(word(after))")
                }
            }
        }
        return verdict
    }

    private static func lastWord(
        _ attempts: [HoldAttempt], before moment: RunTime
    ) -> HoldAttempt? {
        attempts.filter {
            $0.exchange.span.received < moment && ($0.isAcknowledged || $0.storedRefusal != nil)
        }.max { $0.exchange.span.received < $1.exchange.span.received }
    }

    private static func word(_ attempt: HoldAttempt) -> String {
        let hold = attempt.hold.map { " \($0.hold) \($0.state)" } ?? ""
        return "\(attempt.exchange.status) \(attempt.exchange.code ?? "")\(hold)"
    }
}

extension HoldAttempt {
    /// Whether the answer tells what became of the key: lost, unavailable or still running does not.
    fileprivate var saysAnything: Bool {
        exchange.end == .whole && exchange.status != 503
            && exchange.code != "IDEMPOTENCY_IN_PROGRESS"
    }
}

extension HoldLook {
    /// Whether the answer says anything of the hold.
    var isAnswered: Bool { status != 0 && status != 503 }
}
