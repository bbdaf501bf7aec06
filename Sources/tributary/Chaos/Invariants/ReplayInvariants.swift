/// One idempotency key, one outcome.
enum ReplayInvariants {
    /// Repeats of one request name one hold; only after one that came to nothing is there another.
    static func sameHold(_ history: History) -> Verdict {
        var verdict = Verdict(
            "replay-same-hold", "Repeats of one key name one hold, unless it was refused before")
        let refused = Set(history.sights.filter { $0.state == "REFUSED" }.map(\.hold))
        for (key, attempts) in repeats(history) {
            let holds = Set(attempts.compactMap(\.hold?.hold))
            guard !holds.isEmpty else { continue }
            verdict.check(
                holds.subtracting(refused).count <= 1, "key \(key): holds \(holds.sorted())")
        }
        return verdict
    }

    /// PRICE_CHANGED, TERMS_CHANGED and SOLD_OUT are told again byte for byte.
    static func sameBytes(_ history: History) -> Verdict {
        var verdict = Verdict(
            "replay-same-bytes", "Stored refusals are told again byte for byte, and stay")
        for (key, attempts) in repeats(history) {
            let inOrder = attempts.sorted { $0.exchange.span.sent < $1.exchange.span.sent }
            guard let first = inOrder.first(where: { $0.storedRefusal != nil }) else { continue }
            for later in inOrder where first.exchange.span.isBefore(later.exchange.span) {
                // Lost, or refused before the key was looked at: nothing was told.
                guard later.exchange.end == .whole, later.exchange.status != 503 else { continue }
                verdict.check(
                    later.storedRefusal == first.storedRefusal,
                    "key \(key): first \(first.exchange.code ?? "?"), later "
                        + "\(later.exchange.status) \(later.exchange.code ?? "")")
            }
        }
        return verdict
    }

    /// Attempts by key and body, where there were several.
    private static func repeats(_ history: History) -> [(key: String, value: [HoldAttempt])] {
        Dictionary(grouping: history.attempts) { "\($0.key) \($0.body.hashValue)" }
            .filter { $0.value.count > 1 }
            .map { (key: $0.value.first?.key ?? "", value: $0.value) }
            .sorted { $0.key < $1.key }
    }
}
