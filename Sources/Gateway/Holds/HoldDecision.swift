internal import SupplierKit
internal import TravelModel

/// What a request to hold came to in the end, however late.
public enum HoldDecision: String, Sendable, CaseIterable {
    /// Kept, or its price confirmed.
    case granted
    case priceChanged = "price_changed"
    case termsChanged = "terms_changed"
    case soldOut = "sold_out"
    /// Not kept, for reasons that say nothing about the room.
    case unavailable
    /// The quote, or the supplier's own hold, was over before it could be granted.
    case expired

    /// `nil` while it is not decided.
    init?(_ record: HoldRecord) {
        switch record.state {
        case .pending: return nil
        case .held, .priceConfirmed, .released: self = .granted
        case .expired: self = .expired
        case .refused:
            switch record.refusal?.reason {
            case .priceChanged: self = .priceChanged
            case .termsChanged: self = .termsChanged
            case .soldOut: self = .soldOut
            case .unavailable, nil: self = .unavailable
            }
        }
    }

    init(_ abandonment: HoldMachine.Abandonment) {
        switch abandonment {
        case .quoteExpired: self = .expired
        case .unavailable, .overloaded: self = .unavailable
        }
    }
}

extension HoldOffice {
    /// Tells the observer what a write has decided or put in doubt.
    func observe(_ before: HoldRecord, _ next: HoldRecord) {
        let supplier = next.quote.supplier
        if before.doubt == nil, next.doubt != nil { ports.observer.note(.holdInDoubt(supplier)) }
        guard before.state == .pending, let decision = HoldDecision(next) else { return }
        ports.observer.note(.holdDecided(supplier, decision))
        guard let doubt = before.doubt else { return }
        let inDoubt = Duration.zero - doubt.since.remaining(at: now())
        ports.observer.note(.holdSettled(supplier, after: max(.zero, inDoubt)))
    }
}
