internal import Gateway
internal import TravelModel

/// The book of holds of a world, as one process reaches it.
///
/// The book itself outlives every process. A call takes its time, may be refused by a full disk, and a
/// process may die before it, then nothing is written, or after it, then nobody is told.
struct WorldLedger: HoldLedger {
    let life: ProcessLife
    let world: WorldGround

    private var book: MemoryHoldLedger { world.ledger }

    func enter(_ node: String) async throws(StorageFault) -> HoldOwner {
        try await book.enter(node)
    }

    // MARK: - Claims

    func claim(
        _ record: HoldRecord, within limits: HoldLimits, entries: [HoldEntry]
    ) async throws(StorageFault) -> HoldClaim {
        await world.meet(.beforeClaim, life)
        try await world.disk(life, isSlow: false)
        let claim = try await book.claim(record, within: limits, entries: entries)
        await claimed(claim, record)
        return claim
    }

    func claim(
        _ record: HoldRecord, after former: FormerHold, within limits: HoldLimits,
        entries: [HoldEntry]
    ) async throws(StorageFault) -> HoldClaim {
        await world.meet(.beforeClaim, life)
        try await world.disk(life, isSlow: false)
        let claim = try await book.claim(
            record, after: former, within: limits, entries: entries)
        await claimed(claim, record)
        return claim
    }

    private func claimed(_ claim: HoldClaim, _ record: HoldRecord) async {
        let word =
            switch claim {
            case .claimed: "claimed"
            case .sameKey(let row): "key of \(WorldText.short(row.id.text))"
            case .sameQuote(let row): "quote of \(WorldText.short(row.id.text))"
            case .tooMany: "too many"
            }
        note("claim", record, word)
        guard case .claimed = claim else { return }
        world.history.wrote(record)
        await world.meet(.afterClaim, life)
    }

    // MARK: - Changes

    func update(
        _ record: HoldRecord, by owner: HoldOwner, inventory: InventoryChange, entries: [HoldEntry]
    ) async throws(StorageFault) -> HoldUpdate {
        try await world.disk(life, isSlow: true)
        let before = try await book.history(record.id)?.0
        let update = try await write(record, owner, inventory, entries)
        let word =
            switch update {
            case .stored: "stored"
            case .stale: "stale"
            case .soldOut: "sold out"
            }
        note("update", record, word)
        if case .stored = update {
            world.history.wrote(record)
            if inventory != .none { world.checkOwnStock() }
            if before?.state == .pending, record.state != .pending {
                await world.meet(.committed, life)
            }
        }
        return update
    }

    private func write(
        _ record: HoldRecord, _ owner: HoldOwner, _ inventory: InventoryChange,
        _ entries: [HoldEntry]
    ) async throws(StorageFault) -> HoldUpdate {
        if world.fault == .unwrittenGrant, record.state == .held, world.strikes(20) {
            return .stored
        }
        if world.fault == .freeRoom, inventory == .take, world.strikes(40) {
            book.grantOnceWithoutTaking()
        }
        let update = try await book.update(
            record, by: owner, inventory: inventory, entries: entries)
        guard world.fault == .lostCompare, case .stale(let row?) = update else { return update }
        world.history.count("forced updates")
        var forced = record
        forced.version = row.version + 1
        return try await book.update(
            forced, by: row.lease?.owner ?? owner, inventory: inventory, entries: entries)
    }

    func forget(
        _ id: HoldID, version: Int64, by owner: HoldOwner
    ) async throws(StorageFault) -> Bool {
        try await world.disk(life, isSlow: false)
        let isGone = try await book.forget(id, version: version, by: owner)
        world.log.note(life.name, "forget \(WorldText.short(id.text)) \(isGone)")
        return isGone
    }

    // MARK: - Owners

    func take(
        _ id: HoldID, by lease: HoldLease, at now: StampedTime
    ) async throws(StorageFault) -> HoldRecord? {
        try await world.disk(life, isSlow: false)
        let row = try await book.take(id, by: lease, at: now)
        world.log.note(
            life.name, "take \(WorldText.short(id.text)) \(row.map { $0.stage.rawValue } ?? "no")")
        return row
    }

    func renew(
        _ ids: [HoldID], _ lease: HoldLease
    ) async throws(StorageFault) -> [HoldID] {
        try await world.disk(life, isSlow: false)
        let lost = try await book.renew(ids, lease)
        world.log.note(life.name, "renew \(ids.count), lost \(lost.count)")
        // Where nothing is compared nobody hears that a row is another's.
        return world.fault == .lostCompare ? [] : lost
    }

    func announce(
        _ id: HoldID, of tenant: TenantID
    ) async throws(StorageFault) -> HoldRecord? {
        try await world.disk(life, isSlow: false)
        return try await book.announce(id, of: tenant)
    }

    // MARK: - Looking

    func hold(
        _ id: HoldID, of tenant: TenantID
    ) async throws(StorageFault) -> HoldRecord? {
        try await world.disk(life, isSlow: false)
        return try await book.hold(id, of: tenant)
    }

    func hold(
        _ key: IdempotencyKey, of tenant: TenantID
    ) async throws(StorageFault) -> HoldRecord? {
        try await world.disk(life, isSlow: false)
        return try await book.hold(key, of: tenant)
    }

    func due(
        at now: StampedTime, for owner: HoldOwner, most: Int
    ) async throws(StorageFault) -> [HoldRecord] {
        try await world.disk(life, isSlow: false)
        return try await book.due(at: now, for: owner, most: most)
    }

    func backlog(
        at now: StampedTime, for owner: HoldOwner
    ) async throws(StorageFault) -> HoldBacklog {
        try await world.disk(life, isSlow: false)
        return try await book.backlog(at: now, for: owner)
    }

    func list(_ filter: HoldFilter) async throws(StorageFault) -> [HoldRecord] {
        try await world.disk(life, isSlow: false)
        return try await book.list(filter)
    }

    func history(_ id: HoldID) async throws(StorageFault) -> (HoldRecord, [HoldEntry])? {
        try await world.disk(life, isSlow: false)
        return try await book.history(id)
    }

    func retire(
        _ retention: HoldRetention, at now: StampedTime, most: Int
    ) async throws(StorageFault) -> HoldRetirement {
        try await world.disk(life, isSlow: false)
        return try await book.retire(retention, at: now, most: most)
    }

    private func note(_ verb: String, _ record: HoldRecord, _ word: String) {
        world.log.note(
            life.name,
            "\(verb) \(WorldText.short(record.id.text)) v\(record.version) \(record.state.rawValue) "
                + "\(record.stage.rawValue) as \(WorldText.short(record.reference.text)): \(word)")
    }
}
