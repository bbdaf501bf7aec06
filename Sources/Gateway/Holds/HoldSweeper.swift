import TravelModel

/// Looks after holds by the clock: ends those that are over, goes on with those whose owner is gone,
/// gives back what must be given back, asks suppliers what they still keep.
struct HoldSweeper: Sendable {
    let office: HoldOffice
    let runner: HoldRunner

    /// Until the calling task is cancelled.
    func run() async {
        let clock = office.ports.environment.clock
        var renewed = clock.uptime()
        while !Task.isCancelled {
            if renewed.duration(to: clock.uptime()) >= office.settings.lease / 3 {
                renewed = clock.uptime()
                await runner.renewLeases()
            }
            await sweep()
            let next = clock.uptime().advanced(by: office.settings.sweepInterval)
            guard (try? await clock.sleep(until: next)) != nil else { return }
        }
    }

    /// One look; a ledger that cannot be read now is looked at again next time.
    func sweep() async {
        let now = office.now()
        if let backlog = try? await office.ledger.backlog(at: now, for: office.owner) {
            office.ports.observer.note(.holdsLeft(backlog))
        }
        let records: [HoldRecord]
        do throws(StorageFault) {
            records = try await office.ledger.due(
                at: now, for: office.owner, most: Self.mostAtOnce)
        } catch {
            office.ports.observer.note(.holdsNotSeen(error))
            return
        }
        for record in records where runner.run(of: record.id) == nil {
            // Nothing here waits for a supplier: what is begun is bounded by supplier, and an end is
            // written down whatever is under way.
            if record.stage.isWork {
                runner.care(for: record)
            } else if record.state(at: now) != record.state {
                _ = try? await end(record, .expired, by: .deadline, actor: nil)
            } else if let watch = record.watch, watch.due.hasCome(at: now) {
                runner.look(record)
            }
        }
    }

    /// Rows of each kind and supplier in one look at most.
    private static let mostAtOnce = 256

    /// Ends a granted hold; `false` when somebody else was first, or it is not granted.
    func end(
        _ record: HoldRecord, _ state: HoldState, by ender: HoldEnder, actor: HoldEntry.Actor?,
        reason: String = ""
    ) async throws(StorageFault) -> Bool {
        let now = office.now()
        var ended = record
        let machine = office.machine(for: record)
        guard let order = machine.on(.ended(state, by: ender), &ended, at: now) else {
            return false
        }
        ended = office.next(ended, at: now)
        // Left to a later look by whoever has room for it.
        if !runner.canCare(for: record.quote.supplier) { ended.lease = nil }
        var entry = office.entry(.ended, "\(state.rawValue) by \(ender.rawValue)")
        if let actor {
            entry.actor = actor.text
            if !reason.isEmpty { entry.note += ": " + reason }
        }
        let update = try await office.ledger.update(
            ended, by: office.owner, inventory: .giveBack, entries: [entry])
        guard case .stored = update else { return false }
        office.onRoomChange(ended)
        if case .release = order { runner.care(for: ended) }
        return true
    }
}
