public import SupplierKit
public import TravelModel

/// Learns what the gateway does, for metrics and logs; must return at once and never call back.
public protocol GatewayObserver: Sendable {
    /// One thing that happened.
    func note(_ event: GatewayObservation)
}

/// What can be observed; every value is of a small closed set or a number.
public enum GatewayObservation: Sendable {
    /// A search was started.
    case searchStarted
    /// A search ended by itself or by its deadline.
    case searchEnded(SearchOutcome, after: Duration)
    /// A client left before its search had ended.
    case searchAbandoned(after: Duration)
    /// A search that its deadline ended told its last event so long after it.
    case searchOverran(by: Duration)
    /// How one supplier did in one search.
    case supplierEnded(SupplierID, SupplierState, after: Duration)
    /// A call was sent to a supplier.
    case callStarted(SupplierID, SupplierStep)
    /// A call ended; `nil` code for one that was answered whole.
    case callEnded(SupplierID, SupplierStep, SupplierCode?, after: Duration)
    /// A call was not made, for the supplier's health or our limits.
    case callRefused(SupplierID, SupplierStep, CallRefusal.Reason)
    /// A search was sent to a supplier a second time.
    case callRetried(SupplierID)
    /// A supplier failed so often that it is not asked for a while.
    case breakerOpened(SupplierID, CallLane)
    /// Hotels a search found in the cache, in a call under way, or had to ask for.
    case hotelsLookedUp(SupplierID, cached: Int, joined: Int, asked: Int)
    /// A search of a tenant looked at what a supplier has, and cost so many calls to it.
    case looked(TenantID, SupplierID, calls: Int)
    /// A tenant was granted a hold of a supplier's room.
    case booked(TenantID, SupplierID)
    /// Calls for answers that were stale, and those that had to wait.
    case refreshed(SupplierID, started: Int, refused: Int)
    /// Rates of kept answers that were asked for again: how many were as they had been, and what
    /// lives are multiplied with since, in thousandths.
    case revalidated(SupplierID, LeadTime, unchanged: Int, changed: Int, factor: Int)
    /// A supplier's answer could not be stored in time: its offers carry no quote.
    case answerNotStored(SupplierID)
    /// What a request to hold came to, told once for each.
    case holdDecided(SupplierID, HoldDecision)
    /// A supplier's answer to a request to hold was lost or odd: nobody knows what it did.
    case holdInDoubt(SupplierID)
    /// A hold in doubt was decided, so long after the doubt began.
    case holdSettled(SupplierID, after: Duration)
    /// How many holds still need something, seen at each look after them.
    case holdsLeft(HoldBacklog)
    /// The ledger could not say which holds need something: none was looked after.
    case holdsNotSeen(StorageFault)
    /// What one look for holds past their time did, and how old the oldest personal data of a hold
    /// that is over is now; `nil` where there is none.
    case holdsRetired(HoldRetirement, oldestPersonal: Duration?)
    /// A quote that should live is no longer in the store, or cannot be read back.
    case quoteLost
}

/// Learns nothing.
public struct SilentObserver: GatewayObserver {
    /// Nothing to be given.
    public init() {}

    /// Does nothing.
    public func note(_ event: GatewayObservation) {}
}
