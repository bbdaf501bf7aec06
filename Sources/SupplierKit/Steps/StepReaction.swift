public import TravelModel

/// What a machine wants done, what it found, and its verdict if it has one.
public struct StepReaction<End: Sendable>: Sendable {
    /// Carried out in this order.
    public var orders: [StepOrder]
    /// Offers found since the last reaction; shown to waiting searches at once.
    public var offers: [Offer]
    /// Rates that were read but may not be shown, and why.
    public var drops: [OfferDrop]
    /// The verdict; the last thing a machine says.
    public var end: End?

    /// Nothing to do but wait.
    public init(
        orders: [StepOrder] = [], offers: [Offer] = [], drops: [OfferDrop] = [], end: End? = nil
    ) {
        self.orders = orders
        self.offers = offers
        self.drops = drops
        self.end = end
    }

    /// The verdict alone.
    public static func ended(_ end: End) -> StepReaction { StepReaction(end: end) }
}

/// Something the driver does for a machine.
public enum StepOrder: Sendable {
    /// Sends a request; its events carry the tag. At most four run at once, the rest wait their turn.
    case send(SupplierRequest, RequestTag)
    /// Delivers ``StepEvent/timer(_:)`` after the duration.
    case setTimer(Duration, TimerTag)
    /// Gives a running request up; no event follows.
    case cancel(RequestTag)
}

/// Rates left out of an answer, counted by reason so that nothing vanishes silently.
public struct OfferDrop: Sendable, Hashable {
    /// Why a rate cannot be shown.
    public enum Reason: String, Sendable, CaseIterable {
        /// The lines of the price do not add up.
        case priceContradiction
        /// A field is missing, of the wrong type or out of range.
        case malformed
        /// A currency outside ISO 4217.
        case unknownCurrency
        /// Not for the rooms, guests or dates asked for.
        case wrongStay
        /// On request only: nobody could say yes.
        case onRequest
        /// A hotel that was not asked for.
        case unaskedHotel
        /// The same rate was already in this answer.
        case duplicate
        /// More rates of one hotel than are kept.
        case overLimit
    }

    /// The closed reason, a metric label.
    public let reason: Reason
    /// The supplier's hotel and rate, for explaining; at most 200 characters.
    public let what: String

    /// Cuts `what` to its bound.
    public init(_ reason: Reason, _ what: String = "") {
        self.reason = reason
        self.what = BoundedText.cut(what, characters: 200)
    }
}
