/// Where a hold stands, as its client sees it.
public enum HoldState: String, Sendable, CaseIterable {
    /// Not decided yet, or decided by the supplier without our knowing.
    case pending = "PENDING"
    /// A supplier or our inventory keeps the room.
    case held = "HELD"
    /// Confirmed now, kept by nobody.
    case priceConfirmed = "PRICE_CONFIRMED"
    /// Surely not kept.
    case refused = "REFUSED"
    /// Given back by the client or an operator, or let go by the supplier before its time.
    case released = "RELEASED"
    /// Over by its deadline.
    case expired = "EXPIRED"

    /// Whether a room may be ours in this state.
    public var isOpen: Bool {
        switch self {
        case .pending, .held, .priceConfirmed: true
        case .refused, .released, .expired: false
        }
    }
}

/// What the gateway has done so far for a hold that is not decided, or has still to undo.
public enum HoldStage: String, Sendable, CaseIterable {
    /// Written down; the supplier knows nothing.
    case claimed
    /// The supplier was asked for a room under our reference, or is about to be: from here on only
    /// the supplier can say whether it keeps one.
    case keeping
    /// The answer was lost; look-ups decide.
    case doubtful
    /// Decided, and nothing is left to do.
    case settled
    /// Over for the client, still to be given back at the supplier.
    case releasing
    /// Over for the client without the supplier's word: what turns up there is given back.
    case watching

    /// Whether somebody must work on it now, and so own it.
    public var isWork: Bool {
        switch self {
        case .claimed, .keeping, .doubtful, .releasing: true
        case .settled, .watching: false
        }
    }
}

/// Who ended a hold that was granted.
public enum HoldEnder: String, Sendable, CaseIterable {
    /// The client released it.
    case client
    /// Its deadline came.
    case deadline
    /// The supplier let it go before its time.
    case supplier
    /// A person released it.
    case person = "operator"
}
