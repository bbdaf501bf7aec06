public import TravelModel

/// The durable book of holds: every method is one transaction and returns when it will survive a
/// power cut.
///
/// Implementations keep these promises together: one row a tenant and key; one open hold a quote;
/// versions only grow; rooms of our own are taken and given back in the transaction that says so.
public protocol HoldLedger: Sendable {
    /// Writes a fresh claim, unless its key or its quote is taken.
    func claim(_ record: HoldRecord) async throws(StorageFault) -> HoldClaim

    /// Replaces the row if it still has version `record.version - 1`, with what it does to our rooms.
    ///
    /// Guests, contact and the client's own words are written by the claim and stay as they are: an
    /// update neither changes nor erases them, so one by somebody who could not read them loses nothing.
    func update(
        _ record: HoldRecord, inventory: InventoryChange
    ) async throws(StorageFault) -> HoldUpdate

    /// Forgets a claim that surely did nothing, if it still has that version: its key and quote are
    /// free again.
    func forget(_ id: HoldID, version: Int64) async throws(StorageFault)

    /// Frees the key of a hold that came to nothing, if it still has that version: the row is still
    /// found by its id, and no longer by its key.
    func freeKey(of id: HoldID, version: Int64) async throws(StorageFault)

    /// One hold of a tenant.
    func hold(_ id: HoldID, of tenant: TenantID) async throws(StorageFault) -> HoldRecord?

    /// The hold of an attempt.
    func hold(_ key: IdempotencyKey, of tenant: TenantID) async throws(StorageFault) -> HoldRecord?

    /// Holds somebody must look after: pending or releasing, and granted ones that are over at `now`;
    /// oldest first, at most `most` of each kind.
    func unsettled(at now: StampedTime, most: Int) async throws(StorageFault) -> [HoldRecord]

    /// Frees keys, erases personal data and removes rows of holds whose time for that has come at
    /// `now`, at most `most` of each, those that ended first first.
    ///
    /// Versions stay as they are: nobody updates a hold that is over. Returns once the bytes are no
    /// longer in the file; a log they may also stand in is emptied when readers allow.
    func retire(
        _ retention: HoldRetention, at now: StampedTime, most: Int
    ) async throws(StorageFault) -> HoldRetirement
}

/// What became of a claim.
public enum HoldClaim: Sendable {
    /// Written.
    case claimed
    /// The key has a hold already; nothing was written.
    case sameKey(HoldRecord)
    /// Another key holds the quote; nothing was written.
    case sameQuote(HoldRecord)
}

/// What became of an update.
public enum HoldUpdate: Sendable {
    /// Written.
    case stored
    /// Somebody else was first; the row as it is, or `nil` when it is gone. Nothing was written.
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
