import SupplierKit
internal import Synchronization
import TravelModel

/// Owns every hold under way: a client that leaves cancels nothing.
///
/// The row in the ledger is the truth; a run holds the newest version of it and stops as soon as
/// somebody else has written one. One hold has at most one run in this process.
final class HoldRunner: Sendable {
    private struct State {
        var runs: [HoldID: HoldRun] = [:]
        var tasks: [HoldID: Task<Void, Never>] = [:]
    }

    private let ports: GatewayPorts
    private let calls: HoldCalls
    private let quotes: QuoteDesk
    private let ledger: any HoldLedger
    private let bodies: any RefusalBodies
    private let life: Duration
    private let onRoomChange: @Sendable (HoldRecord) -> Void
    // A lock: held to find, add or remove a run; nothing is called under it.
    private let state = Mutex(State())

    init(
        ports: GatewayPorts, calls: HoldCalls, quotes: QuoteDesk, ledger: any HoldLedger,
        bodies: any RefusalBodies, life: Duration,
        onRoomChange: @escaping @Sendable (HoldRecord) -> Void
    ) {
        self.ports = ports
        self.calls = calls
        self.quotes = quotes
        self.ledger = ledger
        self.bodies = bodies
        self.life = life
        self.onRoomChange = onRoomChange
    }

    /// The run of a hold, if it has one here.
    func run(of id: HoldID) -> HoldRun? { state.withLock { $0.runs[id] } }

    /// Holds under way.
    var count: Int { state.withLock { $0.runs.count } }

    /// Goes on with a row; a hold that is already under way here is left to its run.
    ///
    /// Only of a claim just written is it certain that no client knows its id.
    @discardableResult
    func start(_ record: HoldRecord, isAnnounced: Bool = true) -> HoldRun {
        let (run, isNew) = state.withLock { state in
            if let run = state.runs[record.id] { return (run, false) }
            let run = HoldRun(isAnnounced: isAnnounced)
            state.runs[record.id] = run
            return (run, true)
        }
        guard isNew else { return run }
        let task = ports.environment.launch { [self] in
            await carryOut(record, run)
            state.withLock { state in
                state.runs[record.id] = nil
                state.tasks[record.id] = nil
            }
        }
        state.withLock { state in
            if state.runs[record.id] != nil { state.tasks[record.id] = task }
        }
        return run
    }

    /// Tells of an end that no run made.
    func noteRoomChange(_ record: HoldRecord) { onRoomChange(record) }

    /// Ends every run where it stands; their rows say where to go on.
    func cancelAll() {
        for task in state.withLock({ Array($0.tasks.values) }) { task.cancel() }
    }

    // MARK: - One run

    private func carryOut(_ found: HoldRecord, _ run: HoldRun) async {
        var record = found
        let machine = HoldMachine(
            holdLife: life, lookup: calls.lookupSchedule(record.quote.supplier),
            supplierLife: calls.holdLife(record.quote.supplier))
        var order = machine.resume(&record, at: ports.environment.stamp())
        var revalidations = 0
        while !Task.isCancelled {
            switch order {
            case .rest:
                run.tell(.row(record))
                return
            case .revalidate:
                revalidations += 1
                if revalidations > 2 {
                    order = .forget(.unavailable(retryAfter: nil))
                    continue
                }
                let end = await calls.revalidate(record)
                order = machine.revalidated(end, record) { ports.compare(record.quote, with: $0) }
            case .hold(let offer):
                guard let next = await keep(&record, offer, machine, run) else { return }
                order = next
            case .lookUp(let wait):
                guard await store(&record, run) else { return }
                run.tell(.row(record))
                guard let next = await lookUp(&record, after: wait, machine, run) else { return }
                order = next
            case .release:
                guard await release(&record, run) else { return }
                order = .rest
            case .refuse(let refusal):
                guard await refuse(&record, refusal, run) else { return }
                order = .rest
            case .forget(let abandonment):
                guard run.mayVanish() else {
                    // A client was told to look here: it finds a refusal, not nothing.
                    order = .refuse(.unavailable)
                    continue
                }
                await forget(record, abandonment, run)
                return
            }
        }
    }

    /// Asks for the room and stores what came of it; `nil` when the run is over.
    private func keep(
        _ record: inout HoldRecord, _ offer: Offer, _ machine: HoldMachine, _ run: HoldRun
    ) async -> HoldMachine.Order? {
        switch offer.hold.keeper {
        case .priceCheck:
            return await grant(&record, offer, .none, machine, run)
        case .inventory:
            return await grant(&record, offer, .take, machine, run)
        case .supplier:
            machine.beginKeeping(&record, offer: offer, at: ports.environment.stamp())
            guard await store(&record, run) else { return nil }
            let outcome = await calls.hold(record, offer: offer)
            let order = machine.kept(
                outcome.verdict, mayHaveActed: outcome.mayHaveActed, offer: offer, &record,
                at: ports.environment.stamp())
            return await settle(order, &record, run)
        }
    }

    private func grant(
        _ record: inout HoldRecord, _ offer: Offer, _ change: InventoryChange,
        _ machine: HoldMachine, _ run: HoldRun
    ) async -> HoldMachine.Order? {
        var granted = record
        let order = machine.grant(
            &granted, offer: offer, hold: nil, at: ports.environment.stamp())
        granted.version += 1
        switch await write(granted, change, run) {
        case .stored:
            record = granted
            onRoomChange(record)
            return order
        case .soldOut: return .refuse(.soldOut)
        case .stale, nil: return nil
        }
    }

    /// Stores a grant before it is told; other orders store for themselves.
    private func settle(
        _ order: HoldMachine.Order, _ record: inout HoldRecord, _ run: HoldRun
    ) async -> HoldMachine.Order? {
        switch order {
        case .rest, .release:
            guard await store(&record, run) else { return nil }
            onRoomChange(record)
            return order
        default: return order
        }
    }

    private func lookUp(
        _ record: inout HoldRecord, after wait: Duration, _ machine: HoldMachine, _ run: HoldRun
    ) async -> HoldMachine.Order? {
        let clock = ports.environment.clock
        guard (try? await clock.sleep(until: clock.uptime().advanced(by: wait))) != nil else {
            return nil
        }
        let verdict = await calls.lookUp(record)
        let order = machine.lookedUp(verdict, &record, at: ports.environment.stamp())
        return await settle(order, &record, run)
    }

    /// Tries until the supplier says that it keeps nothing; `false` when the run is over.
    private func release(_ record: inout HoldRecord, _ run: HoldRun) async -> Bool {
        run.tell(.row(record))
        let clock = ports.environment.clock
        var wait = Duration.seconds(1)
        while await !calls.release(record) {
            let deadline = clock.uptime().advanced(by: wait)
            guard (try? await clock.sleep(until: deadline)) != nil else { return false }
            wait = min(wait * 2, .seconds(60))
        }
        record.stage = .settled
        guard await store(&record, run) else { return false }
        onRoomChange(record)
        return true
    }

    private func refuse(
        _ record: inout HoldRecord, _ refusal: HoldMachine.Refusal, _ run: HoldRun
    ) async -> Bool {
        let told: HoldRefusal
        do throws(StorageFault) {
            told = try await content(of: refusal, record.quote)
        } catch {
            if run.mayVanish() {
                await forget(record, .unavailable(retryAfter: nil), run)
                return false
            }
            told = .unavailable
        }
        record.state = .refused
        record.stage = .settled
        record.doubt = nil
        record.refusal = StoredRefusal(reason: told.reason, body: bodies.body(of: told))
        guard await store(&record, run) else { return false }
        if told.reason != .unavailable { onRoomChange(record) }
        return true
    }

    /// The refusal with a new quote where there is an offer to quote.
    private func content(
        of refusal: HoldMachine.Refusal, _ quote: Quote
    ) async throws(StorageFault) -> HoldRefusal {
        switch refusal {
        case .soldOut: return .soldOut
        case .unavailable: return .unavailable
        case .priceChanged(let comparison, let offer):
            let (renewed, shown) = try await renew(quote, offer)
            return .priceChanged(comparison, quote: renewed, shown: shown, at: renewed.quotedAt)
        case .termsChanged(let comparison, let offer):
            let (renewed, shown) = try await renew(quote, offer)
            return .termsChanged(comparison, quote: renewed, shown: shown, at: renewed.quotedAt)
        }
    }

    private func renew(
        _ quote: Quote, _ offer: Offer
    ) async throws(StorageFault) -> (Quote, PricedOffer) {
        let renewed = try await quotes.renew(quote, with: offer)
        guard let shown = quotes.shown(renewed) else { throw .unavailable }
        return (renewed, shown)
    }

    // MARK: - The ledger

    private func forget(
        _ record: HoldRecord, _ abandonment: HoldMachine.Abandonment, _ run: HoldRun
    ) async {
        do throws(StorageFault) {
            try await ledger.forget(record.id, version: record.version)
            run.tell(.abandoned(abandonment))
        } catch {
            // The row stays pending; the sweeper goes on with it once the ledger writes again.
            run.tell(.storage(error))
        }
    }

    private func store(_ record: inout HoldRecord, _ run: HoldRun) async -> Bool {
        var next = record
        next.version += 1
        guard case .stored = await write(next, .none, run) else { return false }
        record = next
        return true
    }

    /// Writes the row, waiting out a ledger that cannot; `nil` when it gave up or lost the row to
    /// somebody else, which those who wait have been told.
    private func write(
        _ record: HoldRecord, _ change: InventoryChange, _ run: HoldRun
    ) async -> HoldUpdate? {
        let clock = ports.environment.clock
        var wait = Duration.milliseconds(100)
        while true {
            do throws(StorageFault) {
                let update = try await ledger.update(record, inventory: change)
                if case .stale(let current) = update {
                    if let current {
                        run.tell(.row(current))
                    } else {
                        run.tell(.abandoned(.unavailable(retryAfter: nil)))
                    }
                    return nil
                }
                return update
            } catch {
                guard wait < .seconds(30),
                    (try? await clock.sleep(until: clock.uptime().advanced(by: wait))) != nil
                else {
                    run.tell(.storage(error))
                    return nil
                }
                wait = wait * 2
            }
        }
    }
}
