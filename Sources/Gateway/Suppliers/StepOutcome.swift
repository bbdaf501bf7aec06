public import SupplierKit
public import TravelModel

/// How a step ended.
public struct StepOutcome<End: Sendable>: Sendable {
    /// What the machine or the driver said.
    public let verdict: StepVerdict<End>
    /// Whether a request that changes something may have reached the supplier.
    ///
    /// `false` is certain: none was sent, or none got as far as a connection.
    public let mayHaveActed: Bool
    /// Whether a request was given to the transport; a step that sent nothing says nothing about the
    /// supplier, whatever its machine decided.
    public internal(set) var hasSent = false
    /// What was said on the wire, masked and cut, where that was asked for.
    public internal(set) var exchanges: [SupplierExchange] = []
}

/// Who ended a step, and how.
public enum StepVerdict<End: Sendable>: Sendable {
    /// The machine reached its end.
    case ended(End)
    /// The driver gave up: deadline, cancellation, a missing credential, a machine that stalled.
    case failed(SupplierFailure)
}

/// What a running step tells before its end.
public enum StepNews: Sendable {
    /// Offers and drops of one reaction; at least one of the two is not empty.
    case found([Offer], [OfferDrop])
    /// How far the furthest request has come.
    case phase(CallPhase)
    /// An answer has begun.
    case head(ResponseHead)
}
