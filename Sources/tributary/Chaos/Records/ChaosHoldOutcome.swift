/// What a request to hold came to, as its client saw it.
enum ChaosHoldOutcome: String, Sendable, CaseIterable {
    case granted
    case pending
    case priceChanged = "price changed"
    case termsChanged = "terms changed"
    case soldOut = "sold out"
    /// Held under another key, or the same key is still at work.
    case conflict = "already held or running"
    /// 503: the supplier surely did nothing.
    case unavailable
    /// Any other refusal.
    case refused = "other refusal"
    /// The client left.
    case left = "client left"
    /// No answer, and a restart of ours excuses it.
    case interrupted = "lost to a restart"
    case lost = "no answer"

    /// Without `outages` nothing is excused.
    init(_ exchange: Exchange, _ outages: Outages = Outages()) {
        switch (exchange.end, exchange.status, exchange.code) {
        case (.cut, _, _): self = .left
        case (.broken, _, _): self = outages.excuse(exchange.span) ? .interrupted : .lost
        case (_, 201, _): self = .granted
        case (_, 202, _): self = .pending
        case (_, _, "PRICE_CHANGED"): self = .priceChanged
        case (_, _, "TERMS_CHANGED"): self = .termsChanged
        case (_, _, "SOLD_OUT"): self = .soldOut
        case (_, _, "QUOTE_ALREADY_HELD"), (_, _, "IDEMPOTENCY_IN_PROGRESS"): self = .conflict
        case (_, 503, _): self = .unavailable
        default: self = .refused
        }
    }
}
