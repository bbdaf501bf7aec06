import Gateway
import TravelModel

/// The promises of ``HoldLedger`` in the plainest words, without a disk, a lock or an index: what a
/// history of calls must answer.
struct PlainBook {
    struct Row {
        var record: HoldRecord
        var key: IdempotencyKey?
        var rooms: [CivilDate] = []
        /// 2, 1, 0: whole, key gone by age, erased.
        var kept = 2
    }

    var rows: [Row] = []
    var free: [CivilDate: Int] = [:]

    mutating func claim(_ record: HoldRecord) -> HoldClaim {
        for row in rows where row.record.tenant == record.tenant && row.key == record.key {
            return .sameKey(row.record)
        }
        for row in rows
        where row.record.tenant == record.tenant && row.record.quote.id == record.quote.id
            && row.record.state.isOpen
        {
            return .sameQuote(row.record)
        }
        rows.append(Row(record: record, key: record.key))
        return .claimed
    }

    mutating func update(_ record: HoldRecord, _ change: InventoryChange) -> HoldUpdate {
        guard let index = rows.firstIndex(where: { $0.record.id == record.id }) else {
            return .stale(nil)
        }
        guard rows[index].record.version == record.version - 1 else {
            return .stale(rows[index].record)
        }
        let count = record.quote.rooms.count
        switch change {
        case .none: break
        case .take where !rows[index].rooms.isEmpty: break
        case .take:
            let nights = record.quote.stay.nightDates
            guard nights.allSatisfy({ free[$0] ?? 0 >= count }) else { return .soldOut }
            for night in nights { free[night, default: 0] -= count }
            rows[index].rooms = Array(nights)
        case .giveBack:
            for night in rows[index].rooms { free[night, default: 0] += count }
            rows[index].rooms = []
        }
        rows[index].record = record.withPersonalData(of: rows[index].record)
        return .stored
    }

    mutating func forget(_ id: HoldID, _ version: Int64) {
        rows.removeAll { $0.record.id == id && $0.record.version == version }
    }

    func unsettled(at now: StampedTime, most: Int) -> [HoldRecord] {
        let open = rows.map(\.record).filter { $0.state == .pending || $0.stage == .releasing }
        let over = rows.map(\.record).filter {
            $0.state != .pending && $0.stage != .releasing && $0.state.isOpen
                && $0.state(at: now) == .expired
        }
        let first = open.sorted { Self.key($0.createdAt, $0) < Self.key($1.createdAt, $1) }
        let second = over.sorted {
            Self.key($0.retentionStart, $0) < Self.key($1.retentionStart, $1)
        }
        return Array(first.prefix(most)) + Array(second.prefix(most))
    }

    mutating func retire(
        _ retention: HoldRetention, at now: StampedTime, most: Int
    ) -> HoldRetirement {
        func due(_ kept: Int, _ age: Duration) -> [HoldID] {
            let turn = rows.filter {
                $0.kept == kept && $0.record.isOver
                    && $0.record.retentionStart.advanced(by: age).hasCome(at: now)
            }.map(\.record)
            return turn.sorted { Self.key($0.retentionStart, $0) < Self.key($1.retentionStart, $1) }
                .prefix(most).map(\.id)
        }
        let removed = due(0, retention.record)
        let erased = due(1, retention.personalData)
        let freed = due(2, retention.key)
        rows.removeAll { removed.contains($0.record.id) }
        for index in rows.indices {
            if erased.contains(rows[index].record.id) {
                rows[index].kept = 0
                rows[index].record = rows[index].record.withoutPersonalData
                rows[index].record.version += 1
            }
            if freed.contains(rows[index].record.id) {
                rows[index].kept = 1
                rows[index].key = nil
            }
        }
        var done = HoldRetirement()
        (done.removed, done.erased, done.keysFreed) = (removed.count, erased.count, freed.count)
        done.mayBeMore = max(removed.count, erased.count, freed.count) >= most
        done.oldestPersonal = rows.filter { $0.kept > 0 && $0.record.isOver }
            .map(\.record.retentionStart.wall).min()
        return done
    }

    private static func key(_ time: StampedTime, _ record: HoldRecord) -> (Int64, String) {
        (time.wall.millisecondsSinceEpoch, record.id.text)
    }
}
