// How an errand gets its row, keeps it and writes it.
extension HoldErrand {
    /// Makes sure that the row is ours; `false` when it is another's, which those who wait are told.
    mutating func own() async -> Bool {
        let now = office.now()
        if let lease = record.lease, lease.owner == office.owner, !lease.until.hasCome(at: now) {
            run.lease(until: lease.until)
            return true
        }
        let lease = office.lease(from: now)
        do throws(StorageFault) {
            guard let taken = try await office.ledger.take(record.id, by: lease, at: now) else {
                run.tell(.left)
                return false
            }
            if let former = record.lease?.owner {
                note(.takenOver, "after \(former)")
            }
            run.lease(until: lease.until)
            (stored, record) = (taken, taken)
            return true
        } catch {
            run.tell(.left)
            return false
        }
    }

    /// Writes the row if anything has changed; `false` when the errand is over.
    mutating func save() async -> Bool {
        if record == stored, entries.isEmpty { return true }
        if record.state != stored.state, record.granted != stored.granted {
            note(.granted, HoldWords.granted(record), old: record.quote.offer, new: record.granted)
        }
        guard case .stored = await write(.none) else { return false }
        return true
    }

    /// Writes the row, waiting out a ledger that cannot; `nil` when it gave up or lost the row to
    /// somebody else, which those who wait have been told.
    mutating func write(_ change: InventoryChange) async -> HoldUpdate? {
        let clock = office.ports.environment.clock
        var wait = Duration.milliseconds(100)
        while true {
            var next = office.next(record, at: office.now())
            if let restsUntil { next.lease?.until = restsUntil }
            do throws(StorageFault) {
                let update = try await office.ledger.update(
                    next, by: office.owner, inventory: change, entries: entries)
                if case .stale = update {
                    run.tell(.left)
                    return nil
                }
                if case .stored = update { didStore(next) }
                return update
            } catch {
                guard wait < .seconds(30),
                    (try? await clock.sleep(until: clock.uptime().advanced(by: wait))) != nil
                else {
                    run.tell(.left)
                    return nil
                }
                wait = wait * 2
            }
        }
    }

    private mutating func didStore(_ next: HoldRecord) {
        let before = stored
        (stored, record) = (next, next)
        entries = []
        office.observe(before, next)
        run.lease(until: next.lease?.until)
        let isGivenBack = before.stage == .releasing && next.stage == .settled
        let isNews = next.state != before.state && next.refusal?.reason != .unavailable
        if isGivenBack || isNews { office.onRoomChange(next) }
    }

    /// Removes the row of what surely did nothing, or refuses it where somebody knows of it.
    mutating func forget(_ abandonment: HoldMachine.Abandonment) async -> Order? {
        // A kept answer would hand out the dead token again.
        if abandonment == .quoteExpired { office.onRoomChange(record) }
        do throws(StorageFault) {
            let isGone = try await office.ledger.forget(
                stored.id, version: stored.version, by: office.owner)
            guard isGone else {
                isKept = true
                return .refuse(.unavailable)
            }
            office.ports.observer.note(
                .holdDecided(stored.quote.supplier, HoldDecision(abandonment)))
            run.tell(.abandoned(abandonment))
        } catch {
            // The row stays pending; the sweeper goes on with it once the ledger writes again.
            run.tell(.left)
        }
        return nil
    }
}
