public import TravelModel

/// What a request to hold came to.
public enum HoldOutcome: Sendable {
    /// Decided or still pending; told again to whoever repeats the request.
    case hold(HoldView, replayed: Bool)
    /// Stored: the same bytes for whoever repeats the request.
    case refused(StoredRefusal, replayed: Bool)
    /// Nothing was done and nothing is stored, but for ``HoldDecline/outcomeUnknown(_:)``.
    case declined(HoldDecline)
}

/// Why there is no hold to be told of; each is judged anew when asked again.
public enum HoldDecline: Sendable, Hashable {
    /// No such quote of this tenant.
    case quoteUnknown
    /// The quote is over; its search can be repeated if it is still stored.
    case quoteExpired(Quote?)
    /// `offerId` names another offer than the quote.
    case offerMismatch
    /// The supplier wants names, or an address, that the request lacks.
    case guestsRequired(HoldAbility.Needs)
    /// The guests do not fit the rooms; the detail says how.
    case guestsMismatch(String)
    /// The key belongs to a request with another body.
    case keyReused
    /// The first request with this key still waits for its answer.
    case inProgress
    /// Another key holds this quote.
    case quoteAlreadyHeld(HoldView)
    /// The tenant, or its buyer, has as many open holds as it may.
    case tooManyHolds(HoldCap, retryAfter: Duration)
    /// The supplier surely did nothing.
    case supplierUnavailable(retryAfter: Duration?)
    /// The ledger cannot take more now, or cannot write; nothing was done.
    case storage(StorageFault)
    /// The hold was begun, and the ledger cannot say or note what becomes of it: the same request is
    /// told once it can. The supplier may have been asked.
    case outcomeUnknown(StorageFault)
    /// As many clients wait, or as many supplier calls run, as the gateway carries, or it is shutting
    /// down.
    case overloaded
}

/// A hold as its client sees it at one moment.
public struct HoldView: Sendable, Hashable {
    /// The row.
    public let record: HoldRecord
    /// Judged at ``now``.
    public let state: HoldState
    /// When this was looked at: the moment durations count from.
    public let now: StampedTime
    /// The price then and now, where a grant was not at the quoted price.
    public let change: OfferComparison?
    /// What the client was shown as the total, mandatory charges at the property included: quoted.
    public let quotedTotal: Money
    /// The same of what was granted; `nil` before a grant.
    public let grantedTotal: Money?

    /// Time left to the deadline, zero once the hold is over; `nil` before a grant.
    public var expiresIn: Duration? {
        record.expiresAt.map { state.isOpen ? max(.zero, $0.remaining(at: now)) : .zero }
    }
}
