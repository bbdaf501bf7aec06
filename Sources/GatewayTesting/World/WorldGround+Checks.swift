internal import Gateway
internal import TravelModel

// What is tested while a world goes on, and what is tested at its end.
extension WorldGround {
    // MARK: - On the way

    /// After every change of our own rooms.
    func checkOwnStock() {
        for (offer, rooms) in plan.ownRooms {
            for night in stay.nightDates {
                let free = ledger.free(offer.rateKey, night) ?? 0
                history.check(
                    .ownStock, (0...rooms).contains(free) && free == rooms - taken(offer),
                    "\(offer.rateKey) \(night): \(free) of \(rooms) free, \(taken(offer)) taken")
            }
        }
    }

    /// Rooms of a kind that open holds account for.
    private func taken(_ offer: Offer) -> Int {
        ledger.rows.count { row in
            row.quote.supplier == .direct && row.quote.offer.rateKey == offer.rateKey
                && row.state == .held
        }
    }

    /// After every room a supplier has kept.
    func checkKept(_ supplier: WorldSupplier, _ target: String) {
        history.check(
            .supplierStock, supplier.oversold.isEmpty, "\(supplier.id) \(supplier.oversold)")
        let words = target.split(separator: "?").last?.split(separator: ",") ?? []
        let reference = words.first.map(String.init) ?? ""
        guard let owner = history.owner(reference) else {
            return history.check(
                .writtenFirst, false, "\(supplier.id) keeps a room under \(reference)")
        }
        history.check(.writtenFirst, true, "")
        let live = suppliers.flatMap(\.reservations).filter { room in
            guard room.life == .live, let other = history.owner(room.reference) else {
                return false
            }
            return other.tenant == owner.tenant && other.key == owner.key
        }
        history.check(
            .onePerKey, live.count == 1,
            "key \(owner.key.text): \(live.map { WorldText.short($0.reference) })")
        let open = ledger.rows.filter { row in
            row.state.isOpen && row.quote.id == owner.quote && row.tenant == owner.tenant
        }
        history.check(
            .onePerQuote, open.count <= 1,
            "open at once: \(open.map { WorldText.short($0.id.text) })")
    }

    // MARK: - In the end

    /// The books of the ledger and of the suppliers once everything has settled.
    func checkBooks() {
        checkOwnStock()
        let rows = ledger.rows
        for row in rows {
            let states = ledger.states(of: row.id)
            let isForward = zip(states, states.dropFirst()).allSatisfy {
                WorldStates.may($0, become: $1)
            }
            history.check(
                .forwardOnly, isForward && states.first == .pending,
                "hold \(WorldText.short(row.id.text)): \(states.map(\.rawValue))")
            history.check(
                .settled, row.isOver,
                "hold \(WorldText.short(row.id.text)): \(row.state.rawValue), \(row.stage.rawValue)"
            )
        }
        for supplier in suppliers {
            for room in supplier.reservations {
                history.check(
                    .noOrphans, room.life != .live,
                    "\(supplier.id) keeps \(room.number) under "
                        + "\(WorldText.short(room.reference)) since "
                        + WorldText.time(room.madeAt))
                checkGranted(room, at: supplier, rows)
            }
        }
    }

    private func checkGranted(
        _ room: WorldSupplier.Reservation, at supplier: WorldSupplier, _ rows: [HoldRecord]
    ) {
        for row in rows
        where row.reference.text == room.reference && row.quote.supplier == supplier.id {
            guard let granted = row.granted, let end = row.expiresAt else { continue }
            history.check(
                .chargedAsGranted, granted.price.charge.minorUnits == room.minor,
                "hold \(WorldText.short(row.id.text)): granted \(granted.price.charge), "
                    + "charged \(room.minor)")
            // One that was over before it could be granted was announced to nobody.
            guard let ends = room.ends, ledger.states(of: row.id).contains(.held) else { continue }
            history.check(
                .withinSupplierTime, end.uptime <= ends.advanced(by: .milliseconds(1)),
                "hold \(WorldText.short(row.id.text)): announced until "
                    + "\(WorldText.time(end.uptime)), kept until \(WorldText.time(ends))")
        }
    }

    /// Whatever anybody was told of is still there.
    func checkAcknowledged(_ records: WorldRecords) {
        let known = Dictionary(ledger.rows.map { ($0.id, $0.tenant) }) { first, _ in first }
        for (tenant, hold) in records.acknowledged {
            history.check(
                .acknowledgedFound, known[hold] == tenant,
                "hold \(WorldText.short(hold.text)) of \(tenant) is not in the ledger")
        }
    }
}
