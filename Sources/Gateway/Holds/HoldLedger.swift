public import TravelModel

/// The durable book of holds: every method is one transaction and returns when it will survive a
/// power cut.
///
/// Implementations keep these promises together:
/// - one row a tenant and key, one open hold a quote;
/// - versions only grow, and an update names the one it starts from;
/// - a row with a lease is changed by its owner only, until ``take(_:by:at:)`` gives it to another;
/// - caps are counted in the transaction that claims;
/// - rooms of our own are taken and given back in the transaction that says so, and entries are
///   appended in the transaction of the change they tell of.
public protocol HoldLedger: Sendable {
    /// Notes a start of the node and gives it a number no earlier start had.
    func enter(_ node: String) async throws(StorageFault) -> HoldOwner

    /// Writes a fresh claim, unless its key or its quote is taken or a cap is reached.
    ///
    /// A key is free again ``HoldLimits/keyLife`` after the claim that took it, once that hold is
    /// decided; the old row is still found by its id.
    func claim(
        _ record: HoldRecord, within limits: HoldLimits, entries: [HoldEntry]
    ) async throws(StorageFault) -> HoldClaim

    /// Writes a claim in the place of one of the same attempt that came to nothing, as one change: the
    /// former row is replaced and no longer found by its key, the claim is announced.
    ///
    /// Nothing is written of either unless both are; where the former row has changed, it is the
    /// ``HoldClaim/sameKey(_:)`` of the answer.
    func claim(
        _ record: HoldRecord, after former: FormerHold, within limits: HoldLimits,
        entries: [HoldEntry]
    ) async throws(StorageFault) -> HoldClaim

    /// Replaces the row if it still has version `record.version - 1` and nobody but `owner` has it,
    /// with what that does to our rooms.
    ///
    /// Guests, contact and the client's own words are written by the claim and stay as they are: an
    /// update neither changes nor erases them, so one by somebody who could not read them loses nothing.
    func update(
        _ record: HoldRecord, by owner: HoldOwner, inventory: InventoryChange, entries: [HoldEntry]
    ) async throws(StorageFault) -> HoldUpdate

    /// Forgets a claim that surely did nothing, if it still has that version, is the owner's and was
    /// announced to nobody: its key and quote are free again.
    ///
    /// `false` when the row stays.
    func forget(
        _ id: HoldID, version: Int64, by owner: HoldOwner
    ) async throws(StorageFault) -> Bool

    /// Gives the row to the lease's owner if nobody has it or whoever had it is gone at `now`.
    ///
    /// The version stays. `nil` when the row is gone or another owner lives.
    func take(
        _ id: HoldID, by lease: HoldLease, at now: StampedTime
    ) async throws(StorageFault) -> HoldRecord?

    /// Prolongs the owner's leases; gives those of `ids` that are no longer the owner's.
    func renew(_ ids: [HoldID], _ lease: HoldLease) async throws(StorageFault) -> [HoldID]

    /// Notes that a client is told of the hold before it is decided, so that its row stays.
    func announce(_ id: HoldID, of tenant: TenantID) async throws(StorageFault) -> HoldRecord?

    /// One hold of a tenant.
    func hold(_ id: HoldID, of tenant: TenantID) async throws(StorageFault) -> HoldRecord?

    /// The hold of an attempt.
    func hold(_ key: IdempotencyKey, of tenant: TenantID) async throws(StorageFault) -> HoldRecord?

    /// Holds `owner` should look after at `now`: those with work left that nobody living has, those
    /// granted that are over, those whose look-up is due; oldest first, at most `most` of each kind
    /// and supplier, so that none keeps the others waiting. Rows that cannot be read are passed over.
    func due(
        at now: StampedTime, for owner: HoldOwner, most: Int
    ) async throws(StorageFault) -> [HoldRecord]

    /// How much is left to do at `now`.
    func backlog(
        at now: StampedTime, for owner: HoldOwner
    ) async throws(StorageFault) -> HoldBacklog

    /// Holds of any tenant, newest first; rows that cannot be read are passed over.
    func list(_ filter: HoldFilter) async throws(StorageFault) -> [HoldRecord]

    /// One hold of any tenant with everything that happened to it, oldest first.
    func history(_ id: HoldID) async throws(StorageFault) -> (HoldRecord, [HoldEntry])?

    /// Frees keys, erases personal data and removes rows of holds whose time for that has come at
    /// `now`, at most `most` of each, those that ended first first.
    ///
    /// An erased hold has a new version, so that an update by who read it before brings nothing back.
    /// Returns once the bytes are no
    /// longer in the file; a log they may also stand in is emptied when readers allow.
    func retire(
        _ retention: HoldRetention, at now: StampedTime, most: Int
    ) async throws(StorageFault) -> HoldRetirement
}

/// A hold that came to nothing and makes way for another of the same attempt.
public struct FormerHold: Sendable {
    /// As it shall be, one version on.
    public var record: HoldRecord
    /// Who changes it.
    public var owner: HoldOwner
    /// What is written down of it.
    public var entries: [HoldEntry]

    /// Puts them together.
    public init(record: HoldRecord, owner: HoldOwner, entries: [HoldEntry]) {
        self.record = record
        self.owner = owner
        self.entries = entries
    }
}

/// What a claim must keep within.
public struct HoldLimits: Sendable, Hashable {
    /// How long a key leads to the hold it made.
    public var keyLife: Duration = .seconds(86_400)
    /// Open holds of one tenant at most.
    public var mostOpenPerTenant = 1000
    /// Open holds of one buyer of a tenant at most.
    public var mostOpenPerBuyer = 20

    /// The product's defaults.
    public init() {}
}

/// What became of a claim.
public enum HoldClaim: Sendable {
    /// Written.
    case claimed
    /// The key has a hold already; nothing was written.
    case sameKey(HoldRecord)
    /// Another key holds the quote; nothing was written.
    case sameQuote(HoldRecord)
    /// The tenant or the buyer has as many open holds as it may; nothing was written.
    case tooMany(HoldCap)
}

/// A cap that was reached.
public struct HoldCap: Sendable, Hashable {
    /// Whose holds were counted.
    public enum Scope: String, Sendable {
        case tenant, buyer
    }

    /// Whose holds were counted.
    public var scope: Scope
    /// How many may be open.
    public var most: Int
    /// When the first of those that are open is over; `nil` where none is granted yet.
    public var firstEnd: StampedTime?

    /// Puts them together.
    public init(_ scope: Scope, most: Int, firstEnd: StampedTime?) {
        self.scope = scope
        self.most = most
        self.firstEnd = firstEnd
    }
}

/// What became of an update.
public enum HoldUpdate: Sendable {
    /// Written.
    case stored
    /// Somebody else was first or has the row; the row as it is, or `nil` when it is gone. Nothing
    /// was written.
    case stale(HoldRecord?)
    /// A room that was to be taken is not free for every night; nothing was written.
    case soldOut
}

/// What an update does to our own rooms, in the same transaction.
public enum InventoryChange: Sendable, Hashable {
    /// Nothing.
    case none
    /// Takes one room of the offer's kind for each room of the stay, every night or nothing.
    case take
    /// Gives back what the hold took; a second time does nothing.
    case giveBack
}

/// How many holds still need something, by what they need.
public struct HoldBacklog: Sendable, Hashable {
    /// The kinds; each is zero when all is well and nothing is under way.
    public enum Kind: String, Sendable, CaseIterable {
        /// Not decided.
        case pending
        /// Work is left and whoever did it is gone.
        case abandoned
        /// Granted, past the deadline, the end not written yet.
        case overdue
        /// Over, and the supplier has not confirmed that it keeps nothing.
        case releasing
        /// Ended here without the supplier's word, and still looked up there.
        case watched
        /// Held here, and the supplier did not know it when it was last asked.
        case missing
        /// Due to be looked after, and the row cannot be read.
        case unreadable
    }

    /// The number of each.
    public var counts: [Kind: Int]

    /// Kinds that are left out count zero.
    public init(_ counts: [Kind: Int] = [:]) { self.counts = counts }

    /// The number of one kind.
    public subscript(kind: Kind) -> Int { counts[kind] ?? 0 }
}

/// Which holds an operator wants to see.
public struct HoldFilter: Sendable, Hashable {
    /// In this state, as it is written down.
    public var state: HoldState?
    /// Of this supplier.
    public var supplier: SupplierID?
    /// Under this reference: ours, or the supplier's own number.
    public var reference: String?
    /// Of this tenant.
    public var tenant: TenantID?
    /// At most so many, 1 to 500.
    public var limit = 50

    /// Everything.
    public init() {}
}
