public import Gateway
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
        var fault: StorageFault?
        var faultsLeft = 0
        var free: [String: Int] = [:]
        var taken: [HoldID: [String]] = [:]
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

    /// How many rooms of a rate there are on every night.
    public func stock(_ rateKey: String, rooms: Int, stay: StayDates) {
        state.withLock { state in
            for night in stay.nightDates { state.free["\(rateKey) \(night)"] = rooms }
        }
    }

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

    /// Writes the claim unless its key or its quote is taken.
    public func claim(_ record: HoldRecord) async throws(StorageFault) -> HoldClaim {
        try transaction { state in
            let same = state.rows.values.first {
                $0.tenant == record.tenant && $0.key == record.key
                    && !state.keyless.contains($0.id)
            }
            if let same { return .sameKey(same) }
            let rival = state.rows.values.first {
                $0.tenant == record.tenant && $0.quote.id == record.quote.id && $0.state.isOpen
            }
            if let rival { return .sameQuote(rival) }
            Self.put(record, &state)
            return .claimed
        }
    }

    /// Compare-and-set on the version.
    public func update(
        _ record: HoldRecord, inventory: InventoryChange
    ) async throws(StorageFault) -> HoldUpdate {
        try transaction { state in
            guard let row = state.rows[record.id], row.version == record.version - 1 else {
                return .stale(state.rows[record.id])
            }
            let stored = record.withPersonalData(of: row)
            switch inventory {
            case .none: break
            case .take where state.taken[record.id] != nil: break
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
            Self.put(stored, &state)
            return .stored
        }
    }

    /// Removes the row if it still has the version.
    public func forget(_ id: HoldID, version: Int64) async throws(StorageFault) {
        try transaction { state in
            if state.rows[id]?.version == version { state.rows[id] = nil }
        }
    }

    /// Lets the row no longer be found by its key if it still has the version.
    public func freeKey(of id: HoldID, version: Int64) async throws(StorageFault) {
        try transaction { state in
            if state.rows[id]?.version == version { state.keyless.insert(id) }
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

    /// Pending and releasing ones first, then those that are over, each oldest first.
    public func unsettled(
        at now: StampedTime, most: Int
    ) async throws(StorageFault) -> [HoldRecord] {
        try transaction { state in
            let open = state.rows.values.filter { $0.state == .pending || $0.stage == .releasing }
                .sorted { Self.order($0.createdAt, $0.id, $1.createdAt, $1.id) }
            let over = state.rows.values.filter { row in
                row.state.isOpen && row.state != .pending && row.stage != .releasing
                    && row.state(at: now) == .expired
            }.sorted {
                Self.order($0.retentionStart, $0.id, $1.retentionStart, $1.id)
            }
            return Array(open.prefix(most)) + Array(over.prefix(most))
        }
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
            for row in erased {
                state.rows[row.id] = row.withoutPersonalData
                state.erased.insert(row.id)
            }
            for row in freed {
                state.keyless.insert(row.id)
                state.expired.insert(row.id)
            }
            var done = HoldRetirement()
            (done.removed, done.erased, done.keysFreed) = (removed.count, erased.count, freed.count)
            done.mayBeMore = max(removed.count, erased.count, freed.count) >= most
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

    private static func put(_ record: HoldRecord, _ state: inout State) {
        state.rows[record.id] = record
        if state.states[record.id]?.last != record.state {
            state.states[record.id, default: []].append(record.state)
        }
    }
}
