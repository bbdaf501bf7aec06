/// What the service as a whole promises.
enum ServiceInvariants {
    /// A 5xx is a 503 that says why.
    static func typedFailures(_ history: History) -> Verdict {
        var verdict = Verdict("typed-failures", "No 5xx but 503 with a problem code")
        for exchange in history.exchanges where exchange.status != 0 {
            verdict.check(
                exchange.status < 500 || (exchange.status == 503 && exchange.code != nil),
                "\(exchange.kind.rawValue): \(exchange.status) \(exchange.code ?? "without a code")"
            )
        }
        return verdict
    }

    /// No text that decodes as UTF-8 harms the suggestions.
    static func legalTexts(_ history: History) -> Verdict {
        var verdict = Verdict("legal-texts", "Every text of at most 200 characters is completed")
        for exchange in history.exchanges where exchange.kind == .suggest && exchange.status != 0 {
            verdict.check(
                exchange.status == 200, "\(exchange.status) \(exchange.code ?? "without a code")")
        }
        return verdict
    }

    /// Whoever stays is answered.
    static func answered(_ history: History) -> Verdict {
        var verdict = Verdict(
            "answered",
            "Every request that neither we nor a restart of ours cut is answered whole")
        for exchange in history.exchanges where exchange.end != .cut {
            if exchange.end != .whole, history.outages.excuse(exchange.span) { continue }
            verdict.check(
                exchange.end == .whole,
                "\(exchange.kind.rawValue), status \(exchange.status): \(exchange.end)")
        }
        return verdict
    }

    /// Each SIGTERM ends the gateway with status 0.
    static func endsInOrder(_ history: History) -> Verdict {
        var verdict = Verdict("ends-in-order", "The gateway ends with status 0 on SIGTERM")
        let asked = history.outages.records.filter { $0.interruption.kind == .terminate }
        for status in asked.map(\.status) + [history.gatewayExit] {
            verdict.check(
                status == 0, status.map { "status \($0)" } ?? "it did not end in time")
        }
        return verdict
    }
}
