public import Gateway
internal import SupplierKit
internal import Synchronization
public import TravelModel

/// The book of holds in memory, with the same promises but for the power cut.
public final class MemoryHoldLedger: HoldLedger {
    private struct State {
        var rows: [HoldID: HoldRecord] = [:]
        /// Rows that are no longer found by their key.
        var keyless: Set<HoldID> = []
        /// Holds whose key's time is over.
        var expired: Set<HoldID> = []
        /// Holds whose personal data is erased.
        var erased: Set<HoldID> = []
        /// Rows that a client was told of before they were decided.
        var announced: Set<HoldID> = []
        var entries: [HoldID: [HoldEntry]] = [:]
        var epochs: [String: Int64] = [:]
        var fault: StorageFault?
        var faultsLeft = 0
        var free: [String: Int] = [:]
        var taken: [HoldID: [String]] = [:]
        var nextTakesNothing = false
        var states: [HoldID: [HoldState]] = [:]
    }

    // A lock: every method is one transaction under it.
    private let state = Mutex(State())

    /// Empty, without rooms of our own.
    public init() {}

    /// Makes the next `count` calls throw.
    public func fail(_ fault: StorageFault, next count: Int) {
        state.withLock { state in
            state.fault = fault
            state.faultsLeft = count
        }
    }

    /// Shows every hold of now without its guests, as after the key of their data was lost.
    public func loseKey() {
        state.withLock { state in
            for (id, row) in state.rows {
                var blind = row
                (blind.guests, blind.contact) = ([], nil)
                (blind.clientReference, blind.buyer, blind.metadata) = (nil, nil, nil)
                blind.fingerprint = []
                blind.personalDataFault = .keyUnknown
                state.rows[id] = blind
            }
        }
    }

    /// How many rooms of a rate there are on every night.
    public func stock(_ rateKey: String, rooms: Int, stay: StayDates) {
        state.withLock { state in
            for night in stay.nightDates { state.free["\(rateKey) \(night)"] = rooms }
        }
    }

    /// Plants a fault for checkers to find: the next grant of our own rooms takes none.
    public func grantOnceWithoutTaking() { state.withLock { $0.nextTakesNothing = true } }

    /// Rooms of a rate left on a night.
    public func free(_ rateKey: String, _ night: CivilDate) -> Int? {
        state.withLock { $0.free["\(rateKey) \(night)"] }
    }

    /// Every row, by id.
    public var rows: [HoldRecord] {
        state.withLock { state in state.rows.values.sorted { $0.id < $1.id } }
    }

    /// The states a hold went through, repeats left out.
    public func states(of id: HoldID) -> [HoldState] { state.withLock { $0.states[id] ?? [] } }

    /// What happened to a hold, oldest first.
    public func entries(of id: HoldID) -> [HoldEntry] { state.withLock { $0.entries[id] ?? [] } }

    /// A number one higher than the node's last.
    public func enter(_ node: String) async throws(StorageFault) -> HoldOwner {
        try transaction { state in
            state.epochs[node, default: 0] += 1
            return HoldOwner(node: node, epoch: state.epochs[node] ?? 1)
        }
    }

    /// Writes the claim unless its key or its quote is taken or a cap is reached.
    public func claim(
        _ record: HoldRecord, within limits: HoldLimits, entries: [HoldEntry]
    ) async throws(StorageFault) -> HoldClaim {
        try transaction { state in Self.insert(record, limits, entries, &state) }
    }

    private static func insert(
        _ record: HoldRecord, _ limits: HoldLimits, _ entries: [HoldEntry], _ state: inout State
    ) -> HoldClaim {
        let same = state.rows.values.first {
            $0.tenant == record.tenant && $0.key == record.key
                && !state.keyless.contains($0.id)
        }
        if let same {
            let end = same.createdAt.advanced(by: limits.keyLife)
            guard same.state != .pending, end.hasCome(at: record.createdAt) else {
                return .sameKey(same)
            }
            state.keyless.insert(same.id)
        }
        let open = state.rows.values.filter { $0.tenant == record.tenant && $0.state.isOpen }
        if let rival = open.first(where: { $0.quote.id == record.quote.id }) {
            return .sameQuote(rival)
        }
        if open.count >= limits.mostOpenPerTenant {
            return .tooMany(Self.cap(.tenant, limits.mostOpenPerTenant, open))
        }
        let own = open.filter { $0.buyer == record.buyer }
        if record.buyer != nil, own.count >= limits.mostOpenPerBuyer {
            return .tooMany(Self.cap(.buyer, limits.mostOpenPerBuyer, own))
        }
        Self.put(record, entries, &state)
        return .claimed
    }

    /// Both rows, or nothing.
    public func claim(
        _ record: HoldRecord, after former: FormerHold, within limits: HoldLimits,
        entries: [HoldEntry]
    ) async throws(StorageFault) -> HoldClaim {
        let claim = try transaction { state -> HoldClaim? in
            guard let row = Self.replaceable(former.record, former.owner, state) else {
                return state.rows[former.record.id].map { .sameKey($0) }
            }
            let before = state
            Self.put(former.record.withPersonalData(of: row), former.entries, &state)
            state.keyless.insert(row.id)
            let claim = Self.insert(record, limits, entries, &state)
            if case .claimed = claim {
                state.announced.insert(record.id)
            } else {
                state = before
            }
            return claim
        }
        guard let claim else { throw .busy }
        return claim
    }

    /// Compare-and-set on the version, fenced by the owner.
    public func update(
        _ record: HoldRecord, by owner: HoldOwner, inventory: InventoryChange, entries: [HoldEntry]
    ) async throws(StorageFault) -> HoldUpdate {
        try transaction { state in
            guard let row = Self.replaceable(record, owner, state) else {
                return .stale(state.rows[record.id])
            }
            let stored = record.withPersonalData(of: row)
            switch inventory {
            case .none: break
            case .take where state.taken[record.id] != nil: break
            case .take where state.nextTakesNothing: state.nextTakesNothing = false
            case .take:
                let nights = record.quote.stay.nightDates.map {
                    "\(record.quote.offer.rateKey) \($0)"
                }
                let rooms = record.quote.rooms.count
                guard nights.allSatisfy({ state.free[$0] ?? 0 >= rooms }) else { return .soldOut }
                for night in nights { state.free[night, default: 0] -= rooms }
                state.taken[record.id] = nights
            case .giveBack:
                for night in state.taken.removeValue(forKey: record.id) ?? [] {
                    state.free[night, default: 0] += record.quote.rooms.count
                }
            }
            Self.put(stored, entries, &state)
            return .stored
        }
    }

    /// Removes the row if it still has the version, is the owner's and was announced to nobody.
    public func forget(
        _ id: HoldID, version: Int64, by owner: HoldOwner
    ) async throws(StorageFault) -> Bool {
        try transaction { state in
            guard let row = state.rows[id], row.version == version,
                row.lease == nil || row.lease?.owner == owner, !state.announced.contains(id)
            else { return false }
            state.rows[id] = nil
            state.entries[id] = nil
            return true
        }
    }

    /// Gives the row to the lease's owner if nobody living has it.
    public func take(
        _ id: HoldID, by lease: HoldLease, at now: StampedTime
    ) async throws(StorageFault) -> HoldRecord? {
        try transaction { state in
            guard let row = state.rows[id], row.stage.isWork,
                row.lease?.isOpen(to: lease.owner, at: now) ?? true
            else { return nil }
            state.rows[id]?.lease = lease
            return state.rows[id]
        }
    }

    /// Prolongs those that are still the owner's.
    public func renew(
        _ ids: [HoldID], _ lease: HoldLease
    ) async throws(StorageFault) -> [HoldID] {
        try transaction { state in
            ids.filter { id in
                guard state.rows[id]?.lease?.owner == lease.owner else { return true }
                state.rows[id]?.lease = lease
                return false
            }
        }
    }

    /// Lets the row stay until it is decided.
    public func announce(
        _ id: HoldID, of tenant: TenantID
    ) async throws(StorageFault) -> HoldRecord? {
        try transaction { state in
            guard let row = state.rows[id], row.tenant == tenant else { return nil }
            state.announced.insert(id)
            return row
        }
    }

    /// By id and tenant.
    public func hold(
        _ id: HoldID, of tenant: TenantID
    ) async throws(StorageFault) -> HoldRecord? {
        try transaction { state in state.rows[id].flatMap { $0.tenant == tenant ? $0 : nil } }
    }

    /// By key and tenant.
    public func hold(
        _ key: IdempotencyKey, of tenant: TenantID
    ) async throws(StorageFault) -> HoldRecord? {
        try transaction { state in
            state.rows.values.first {
                $0.tenant == tenant && $0.key == key && !state.keyless.contains($0.id)
            }
        }
    }

    /// Work nobody living has, then those that are over, then look-ups, each oldest first.
    public func due(
        at now: StampedTime, for owner: HoldOwner, most: Int
    ) async throws(StorageFault) -> [HoldRecord] {
        try transaction { state in
            let rows = state.rows.values
            let work = rows.filter { Self.isWork($0) && Self.isForsaken($0, owner, now) }
                .sorted { Self.order($0.createdAt, $0.id, $1.createdAt, $1.id) }
            let over = rows.filter { $0.state != $0.state(at: now) }.sorted {
                Self.order($0.retentionStart, $0.id, $1.retentionStart, $1.id)
            }
            let watched = rows.filter {
                !$0.stage.isWork && $0.watch?.due.hasCome(at: now) ?? false
            }.sorted {
                Self.order(
                    $0.watch?.due ?? now, $0.id, $1.watch?.due ?? now, $1.id)
            }
            return [work, over, watched].flatMap { kind in
                var seen: [SupplierID: Int] = [:]
                return kind.filter { row in
                    seen[row.quote.supplier, default: 0] += 1
                    return seen[row.quote.supplier] ?? 0 <= most
                }
            }
        }
    }

    /// By the same rules as the durable one.
    public func backlog(
        at now: StampedTime, for owner: HoldOwner
    ) async throws(StorageFault) -> HoldBacklog {
        try transaction { state in
            var counts: [HoldBacklog.Kind: Int] = [:]
            for row in state.rows.values {
                func count(_ kind: HoldBacklog.Kind, _ applies: Bool) {
                    if applies { counts[kind, default: 0] += 1 }
                }
                count(.pending, row.state == .pending)
                count(.abandoned, Self.isWork(row) && Self.isForsaken(row, owner, now))
                count(.overdue, row.state != row.state(at: now))
                count(.releasing, row.stage == .releasing)
                count(.watched, row.stage == .watching)
                count(.missing, row.state == .held && row.watch.map { $0.misses > 0 } ?? false)
            }
            return HoldBacklog(counts)
        }
    }

    /// Newest first.
    public func list(_ filter: HoldFilter) async throws(StorageFault) -> [HoldRecord] {
        try transaction { state in
            let rows = state.rows.values.filter { row in
                let references = [row.reference.text, row.supplierHold?.reference.text]
                return filter.state.map { $0 == row.state } ?? true
                    && filter.supplier.map { $0 == row.quote.supplier } ?? true
                    && filter.tenant.map { $0 == row.tenant } ?? true
                    && filter.reference.map { references.contains($0) } ?? true
            }
            let sorted = rows.sorted { ($1.createdAt.wall, $0.id) < ($0.createdAt.wall, $1.id) }
            return Array(sorted.prefix(filter.limit))
        }
    }

    /// The row and its entries.
    public func history(_ id: HoldID) async throws(StorageFault) -> (HoldRecord, [HoldEntry])? {
        try transaction { state in state.rows[id].map { ($0, state.entries[id] ?? []) } }
    }

    private static func isWork(_ row: HoldRecord) -> Bool {
        row.state == .pending || row.stage == .releasing
    }

    private static func isForsaken(
        _ row: HoldRecord, _ owner: HoldOwner, _ now: StampedTime
    ) -> Bool {
        guard let lease = row.lease else { return true }
        return (lease.owner.node == owner.node && lease.owner.epoch < owner.epoch)
            || lease.until.hasCome(at: now)
    }

    /// The row that an update may replace.
    private static func replaceable(
        _ record: HoldRecord, _ owner: HoldOwner, _ state: State
    ) -> HoldRecord? {
        guard let row = state.rows[record.id], row.version == record.version - 1,
            row.lease == nil || row.lease?.owner == owner
        else { return nil }
        return row
    }

    private static func cap(
        _ scope: HoldCap.Scope, _ most: Int, _ open: [HoldRecord]
    ) -> HoldCap {
        HoldCap(
            scope, most: most, firstEnd: open.compactMap(\.expiresAt).min { $0.wall < $1.wall })
    }

    /// The same three steps as the durable one.
    public func retire(
        _ retention: HoldRetention, at now: StampedTime, most: Int
    ) async throws(StorageFault) -> HoldRetirement {
        try transaction { state in
            let over = state.rows.values.filter(\.isOver).sorted {
                Self.order($0.retentionStart, $0.id, $1.retentionStart, $1.id)
            }
            func due(_ age: Duration, _ isTurn: (HoldID) -> Bool) -> [HoldRecord] {
                Array(
                    over.filter {
                        isTurn($0.id) && $0.retentionStart.advanced(by: age).hasCome(at: now)
                    }.prefix(most))
            }
            let removed = due(retention.record) { state.erased.contains($0) }
            let erased = due(retention.personalData) {
                state.expired.contains($0) && !state.erased.contains($0)
            }
            let freed = due(retention.key) { !state.expired.contains($0) }
            for row in removed { state.rows[row.id] = nil }
            for row in removed + erased { state.entries[row.id] = nil }
            for row in erased {
                state.rows[row.id] = row.withoutPersonalData
                state.rows[row.id]?.version = row.version + 1
                state.erased.insert(row.id)
            }
            for row in freed {
                state.keyless.insert(row.id)
                state.expired.insert(row.id)
            }
            var done = HoldRetirement()
            (done.removed, done.erased, done.keysFreed) = (removed.count, erased.count, freed.count)
            done.mayBeMore = max(removed.count, erased.count, freed.count) >= most
            done.oldestPersonal = state.rows.values
                .filter { $0.isOver && !state.erased.contains($0.id) }
                .map(\.retentionStart.wall).min()
            return done
        }
    }

    private static func order(
        _ a: StampedTime, _ firstID: HoldID, _ b: StampedTime, _ secondID: HoldID
    ) -> Bool {
        a.wall == b.wall ? firstID < secondID : a.wall < b.wall
    }

    private func transaction<Value: Sendable>(
        _ body: (inout State) -> Value
    ) throws(StorageFault) -> Value {
        let result = state.withLock { state -> Result<Value, StorageFault> in
            if let fault = state.fault, state.faultsLeft > 0 {
                state.faultsLeft -= 1
                return .failure(fault)
            }
            return .success(body(&state))
        }
        return try result.get()
    }

    private static func put(
        _ record: HoldRecord, _ entries: [HoldEntry], _ state: inout State
    ) {
        state.rows[record.id] = record
        var all = state.entries[record.id, default: []] + entries
        let half = HoldEntry.mostKept / 2
        if all.count > HoldEntry.mostKept { all = all.prefix(half) + all.suffix(half) }
        state.entries[record.id] = all
        if state.states[record.id]?.last != record.state {
            state.states[record.id, default: []].append(record.state)
        }
    }
}
