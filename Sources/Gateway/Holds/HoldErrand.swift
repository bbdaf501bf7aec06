import SupplierKit
import TravelModel

/// One hold being carried out by its owner: orders of the machine in, calls and writes out.
///
/// The row in the ledger is the truth; the errand holds the newest version of it and ends as soon as
/// somebody else has written one or has taken the row over.
struct HoldErrand {
    typealias Order = HoldMachine.Order

    let office: HoldOffice
    let run: HoldRun
    let machine: HoldMachine
    /// As it is in the ledger.
    var stored: HoldRecord
    /// As it will be.
    var record: HoldRecord
    /// What happened since the last write.
    var entries: [HoldEntry] = []
    /// The ledger has said that the row stays.
    var isKept = false
    /// Until when nothing is to be done, once that is long.
    var restsUntil: StampedTime?
    private var priceChecks = 0
    /// A release waits no longer than this in a run.
    private static let longWait: Duration = .seconds(60)

    init(_ office: HoldOffice, _ run: HoldRun, _ record: HoldRecord) {
        self.office = office
        self.run = run
        machine = office.machine(for: record)
        stored = record
        self.record = record
    }

    /// Goes on where the row stands until nothing is left to do, or the calling task is cancelled.
    mutating func carryOut() async {
        guard await own() else { return }
        await follow(apply(.resume))
    }

    /// Asks the supplier once whether it keeps the room, and does what follows.
    mutating func look() async {
        await follow(.lookUp(after: .zero))
    }

    private mutating func follow(_ first: Order?) async {
        var order = first
        while let current = order, !Task.isCancelled { order = await carryOut(current) }
    }

    private mutating func carryOut(_ order: Order) async -> Order? {
        switch order {
        case .rest:
            if await save() { run.tell(.row(record)) }
            return nil
        case .revalidate: return await revalidate()
        case .hold(let offer): return apply(.keep(offer))
        case .ask(let offer): return await ask(offer)
        case .grant(let offer, let change): return await grant(offer, change)
        case .lookUp(let wait): return await lookUp(after: wait)
        case .renumber: return renumber()
        case .release(let wait): return await release(after: wait)
        case .refuse(let refusal): return await refuse(refusal)
        case .forget(let abandonment):
            // A client was told to look here: it finds a refusal, not nothing. Nor may it be forgotten
            // which references are spent, and under which something may still turn up.
            guard !isKept, record.referenceNumber == 0, record.watch == nil, run.mayVanish() else {
                return .refuse(.unavailable)
            }
            return await forget(abandonment)
        }
    }

    /// What follows from an event; an event that does not fit the row ends the errand, and the row
    /// says where to go on.
    private mutating func apply(_ event: HoldMachine.Event) -> Order? {
        let order = machine.on(event, &record, at: office.now())
        if order == nil { run.tell(.left) }
        return order
    }

    mutating func note(
        _ kind: HoldEntry.Kind, _ text: String, old: Offer? = nil, new: Offer? = nil,
        exchanges: [SupplierExchange] = []
    ) {
        var entry = office.entry(kind, text)
        entry.old = old
        entry.new = new
        entry.exchanges = exchanges
        entries.append(entry)
    }

    private func sleep(_ wait: Duration) async -> Bool {
        let environment = office.ports.environment
        return await run.sleep(
            until: environment.clock.uptime().advanced(by: wait), in: environment)
    }

    // MARK: - Asking

    private mutating func revalidate() async -> Order? {
        priceChecks += 1
        guard priceChecks <= 2 else { return .forget(.unavailable(retryAfter: nil)) }
        let answer = await office.calls.revalidate(record)
        var comparison: OfferComparison?
        var now: Offer?
        if case .current(let offer) = answer.value {
            comparison = office.ports.compare(record.quote, with: offer)
            now = offer
        }
        office.checks?.note(record.quote, answer.value, comparison)
        note(
            .priceChecked, HoldWords.of(answer.value, comparison), old: record.quote.offer,
            new: now, exchanges: answer.exchanges)
        return apply(.revalidated(answer.value, comparison))
    }

    private mutating func renumber() -> Order? {
        do throws(StorageFault) {
            try office.number(&record, record.referenceNumber + 1)
        } catch {
            run.tell(.left)
            return nil
        }
        return apply(.resume)
    }

    private mutating func ask(_ offer: Offer) async -> Order? {
        note(.asking, "the supplier is asked to keep it", new: offer)
        guard await save(), mayAct() else { return nil }
        let answer = await office.calls.hold(record, offer: offer) { [run, office] in
            run.isLeased(at: office.now())
        }
        note(
            .answered, HoldWords.of(answer.value.verdict, answer.value.mayHaveActed),
            exchanges: answer.exchanges)
        return apply(.kept(answer.value.verdict, mayHaveActed: answer.value.mayHaveActed))
    }

    private mutating func lookUp(after wait: Duration) async -> Order? {
        if record.stage == .doubtful {
            guard await save() else { return nil }
            run.tell(.row(record))
        }
        let environment = office.ports.environment
        let due = environment.clock.uptime().advanced(by: wait)
        let isEarly = await run.rest(until: due, in: environment)
        guard !Task.isCancelled else { return nil }
        // One that the supplier asked for is none of the schedule's.
        if isEarly { record.doubt?.lookups -= 1 }
        let answer = await office.calls.lookUp(record)
        note(.lookedUp, HoldWords.of(answer.value), exchanges: answer.exchanges)
        return apply(.lookedUp(answer.value))
    }

    /// Asks the supplier once to give the room back; the machine says when to ask again.
    private mutating func release(after wait: Duration) async -> Order? {
        guard await save() else { return nil }
        run.tell(.row(record))
        guard wait < Self.longWait else { return await park(wait) }
        guard await sleep(wait), mayAct() else { return nil }
        let answer = await office.calls.release(record)
        let words = answer.value ? "the supplier keeps nothing" : "the supplier did not confirm"
        note(.givenBack, words, exchanges: answer.exchanges)
        return apply(answer.value ? .givenBack : .unconfirmed)
    }

    /// Leaves the rest to the sweep: the row is leased until its time has come, so that nobody looks
    /// at it before.
    private mutating func park(_ wait: Duration) async -> Order? {
        let until = office.now().advanced(by: wait)
        restsUntil = until
        let isCovered = stored.lease.map { $0.until.remaining(at: until) >= .zero } ?? false
        if !isCovered { _ = await write(.none) }
        run.lease(until: nil)
        return nil
    }

    /// Whether the row is surely still ours, so that a request that changes something may leave.
    ///
    /// A process that stood still for longer than its lease finds here that it must not go on.
    private func mayAct() -> Bool { run.isLeased(at: office.now()) }

    // MARK: - Deciding

    private mutating func grant(_ offer: Offer, _ change: InventoryChange) async -> Order? {
        let before = record
        guard let order = apply(.granted(offer)) else { return nil }
        note(.granted, HoldWords.granted(record), old: record.quote.offer, new: offer)
        switch await write(change) {
        case .stored:
            office.ports.observer.note(.booked(record.tenant, record.quote.supplier))
            return order
        case .soldOut:
            record = before
            entries.removeLast()
            return .refuse(.soldOut)
        case .stale, nil: return nil
        }
    }

    private mutating func refuse(_ refusal: HoldMachine.Refusal) async -> Order? {
        let told: HoldRefusal
        do throws(StorageFault) {
            told = try await content(of: refusal)
        } catch {
            if !isKept, record.watch == nil, run.mayVanish() {
                return await forget(.unavailable(retryAfter: nil))
            }
            told = .unavailable
        }
        let refusal = StoredRefusal(reason: told.reason, body: office.bodies.body(of: told))
        note(.refused, refusal.reason.rawValue)
        return apply(.refused(refusal))
    }

    private func content(of refusal: HoldMachine.Refusal) async throws(StorageFault) -> HoldRefusal
    {
        switch refusal {
        case .soldOut:
            let (quote, alternates) = (record.quote, office.alternates)
            let known = await alternates?.known(insteadOf: quote) ?? []
            // Not shown to others while these are asked for.
            office.onRoomChange(record)
            let checked = await alternates?.checked(known, insteadOf: quote, as: record.shopper)
            return .soldOut(checked ?? [])
        case .unavailable: return .unavailable
        case .priceChanged(let comparison, let offer):
            let (renewed, shown) = try await renew(offer)
            return .priceChanged(comparison, quote: renewed, shown: shown, at: renewed.quotedAt)
        case .termsChanged(let comparison, let offer):
            let (renewed, shown) = try await renew(offer)
            return .termsChanged(comparison, quote: renewed, shown: shown, at: renewed.quotedAt)
        }
    }

    private func renew(_ offer: Offer) async throws(StorageFault) -> (Quote, PricedOffer) {
        let renewed = try await office.quotes.renew(record.quote, with: offer)
        guard let shown = office.quotes.shown(renewed) else { throw .unavailable }
        return (renewed, shown)
    }
}
