public import TravelModel

/// What cancelling costs, with every moment made certain.
public struct ResolvedCancellation: Sendable, Hashable {
    /// The one word a list shows; never `freeUntil` once that moment has passed.
    public let kind: CancellationTerms.Kind
    /// The end of free cancellation; present exactly with `freeUntil`.
    public let freeUntil: ResolvedDeadline?
    /// From each moment on, what is lost in all; never more than the total.
    public let steps: [ResolvedStep]
    /// Whether the hotel's zone is known; if not, local times were read as early as they can be.
    public let timeZoneKnown: Bool
}

/// One step of a cancellation rule.
public struct ResolvedStep: Sendable, Hashable {
    /// From when.
    public let from: ResolvedDeadline
    /// Lost in all, in the currency of the total where it has a rate.
    public let penalty: Money
}
