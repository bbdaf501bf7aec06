public import TravelModel

/// Writes the bodies of refusals that are stored, once, when they are decided.
///
/// The edge implements it, since only it knows how answers are spelled.
public protocol RefusalBodies: Sendable {
    /// The whole body of the answer.
    func body(of refusal: HoldRefusal) -> [UInt8]
}

/// A refusal with what the client needs to go on.
public enum HoldRefusal: Sendable {
    /// Dearer than the client accepts; the new quote can be held at once.
    case priceChanged(OfferComparison, quote: Quote, shown: PricedOffer, at: Instant)
    /// Other terms; the new quote can be held at once.
    case termsChanged(OfferComparison, quote: Quote, shown: PricedOffer, at: Instant)
    /// Gone; what can be held at once instead, the nearest first.
    case soldOut([Alternate])
    /// The supplier was asked, and look-ups found nothing of it.
    case unavailable

    /// The reason it is stored under.
    public var reason: StoredRefusal.Reason {
        switch self {
        case .priceChanged: .priceChanged
        case .termsChanged: .termsChanged
        case .soldOut: .soldOut
        case .unavailable: .unavailable
        }
    }
}
