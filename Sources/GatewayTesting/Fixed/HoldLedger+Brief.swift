public import Gateway

// What tests of a ledger say often, with the usual owner and nothing to note.
extension HoldLedger {
    /// Claims within the product's caps.
    public func claim(_ record: HoldRecord) async throws(StorageFault) -> HoldClaim {
        try await claim(record, within: HoldLimits(), entries: [])
    }

    /// Updates as the first start of node `1`.
    public func update(
        _ record: HoldRecord, inventory: InventoryChange
    ) async throws(StorageFault) -> HoldUpdate {
        try await update(record, by: .first, inventory: inventory, entries: [])
    }

    /// Forgets as the first start of node `1`.
    public func forget(_ id: HoldID, version: Int64) async throws(StorageFault) {
        _ = try await forget(id, version: version, by: .first)
    }

    /// What the first start of node `1` should look after.
    public func unsettled(at now: StampedTime, most: Int) async throws(StorageFault) -> [HoldRecord]
    {
        try await due(at: now, for: .first, most: most)
    }
}

extension HoldOwner {
    /// The first start of node `1`.
    public static let first = HoldOwner(node: "1", epoch: 1)
}
