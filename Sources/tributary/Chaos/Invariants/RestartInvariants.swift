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

    /// A key that was settled before a restart is told the same after it.
    static func replayAfterRestart(_ history: History) -> Verdict {
        var verdict = Verdict(
            "replay-after-restart",
            "A key answered before a restart is answered with the same hold or bytes after it")
        let byRequest = Dictionary(grouping: history.attempts) { $0.key + "\n" + $0.body }
        for (_, attempts) in byRequest.sorted(by: { $0.key < $1.key }) where attempts.count > 1 {
            for restart in history.outages.restarts {
                let before = attempts.filter { $0.exchange.span.received < restart.began }
                // The last word before: what was refused at the supplier may be judged anew.
                guard
                    let told = before.last(where: { $0.isAcknowledged || $0.storedRefusal != nil })
                else { continue }
                for after in attempts where after.exchange.span.sent >= restart.back {
                    guard after.exchange.end == .whole, after.exchange.status != 503 else {
                        continue
                    }
                    verdict.check(
                        isSame(told, after, in: history),
                        "key \(after.key): \(told.exchange.status) \(told.exchange.code ?? ""), "
                            + "after the restart \(after.exchange.status) "
                            + "\(after.exchange.code ?? "")")
                }
            }
        }
        return verdict
    }

    private static func isSame(
        _ told: HoldAttempt, _ after: HoldAttempt, in history: History
    ) -> Bool {
        if let refusal = told.storedRefusal { return after.storedRefusal == refusal }
        guard let hold = told.hold else { return false }
        if after.hold?.hold == hold.hold { return true }
        // A hold told as pending may have come to nothing since; its refusal is then the answer.
        return hold.state == "PENDING" && after.hold?.state != "PENDING"
    }
}

extension HoldLook {
    /// Whether the answer says anything of the hold.
    var isAnswered: Bool { status != 0 && status != 503 }
}
