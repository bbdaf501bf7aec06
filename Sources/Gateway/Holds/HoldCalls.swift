import SupplierKit
import TravelModel

/// What a supplier said, and how it looked on the wire.
struct HoldAnswer<Value: Sendable>: Sendable {
    let value: Value
    var exchanges: [SupplierExchange] = []

    func map<Other>(_ transform: (Value) -> Other) -> HoldAnswer<Other> {
        HoldAnswer<Other>(value: transform(value), exchanges: exchanges)
    }
}

/// Asks whoever has the room: a supplier through its adapter, or our own inventory.
struct HoldCalls: Sendable {
    let line: SupplierLine
    let roster: SupplierRoster
    let inventory: (any InventoryPort)?
    let clock: any GatewayClock

    /// The offer as it is now.
    func revalidate(_ record: HoldRecord) async -> HoldAnswer<RevalidateEnd> {
        let quote = record.quote
        if quote.supplier == .direct {
            return HoldAnswer(value: await revalidateOwn(record))
        }
        guard let supplier = roster[quote.supplier] else {
            return HoldAnswer(value: .failed(Self.notConfigured))
        }
        let input = RevalidateInput(
            offer: quote.offer, stay: quote.stay, rooms: quote.rooms, shopper: record.askedFor)
        let machine = supplier.adapter.revalidate(input)
        return await run(machine, .revalidate, supplier, for: record) {
            if case .failed(let failure) = $0 { CallEnd(failure) } else { .answered }
        }.map { outcome in
            switch outcome.verdict {
            case .ended(.current(let offer)):
                .current(supplier.dated(offer, heard: clock.now()))
            case .ended(let end): end
            case .failed(let failure): .failed(failure)
            }
        }
    }

    /// Asks the supplier to keep the room under our reference.
    ///
    /// Not for guests nobody can name: where their data cannot be read, nothing is asked. `mayGo` is
    /// asked just before it leaves.
    func hold(
        _ record: HoldRecord, offer: Offer, mayGo: () -> Bool
    ) async -> HoldAnswer<StepOutcome<HoldEnd>> {
        let quote = record.quote
        guard record.personalDataFault == nil else {
            return HoldAnswer(
                value: StepOutcome(verdict: .failed(Self.guestsUnreadable), mayHaveActed: false))
        }
        guard let supplier = roster[quote.supplier] else {
            return HoldAnswer(
                value: StepOutcome(verdict: .failed(Self.notConfigured), mayHaveActed: false))
        }
        var input = HoldInput(
            offer: offer, stay: quote.stay, rooms: quote.rooms, shopper: record.askedFor,
            reference: record.reference)
        // Nobody gets personal data that it did not ask for.
        let needs = quote.offer.hold.needs.union(offer.hold.needs)
        if needs.contains(.guests) { input.guests = record.guests }
        if needs.contains(.contact) { input.contact = record.contact }
        return await run(
            supplier.adapter.hold(input), .hold, supplier, for: record, mayGo: mayGo
        ) {
            switch $0 {
            case .unknown(let failure): CallEnd(failure)
            // A no with a reason is an answer, unless it is one to whoever asks at all, or to what
            // this one client wants.
            case .refused(let failure):
                CallEnd(
                    code: failure.code,
                    health: failure.code == .supplierError && !failure.isOfRequest
                        ? .answered : CallVerdict(failure))
            case .held, .soldOut, .priceChanged, .duplicate: .answered
            }
        }
    }

    /// What the supplier knows under our reference.
    func lookUp(_ record: HoldRecord) async -> HoldAnswer<StepVerdict<RetrieveEnd>> {
        guard let supplier = roster[record.quote.supplier] else {
            return HoldAnswer(value: .failed(Self.notConfigured))
        }
        let input = RetrieveInput(
            reference: record.reference, contactEmail: record.contact?.email,
            shopper: record.askedFor)
        return await run(supplier.adapter.retrieve(input), .retrieve, supplier, for: record) {
            if case .failed(let failure) = $0 { CallEnd(failure) } else { .answered }
        }.map { $0.verdict }
    }

    /// Gives a room back; `true` when the supplier keeps nothing for us any more.
    ///
    /// One that is no longer configured keeps what it has until its account is back, or a person
    /// closes the hold.
    func release(_ record: HoldRecord) async -> HoldAnswer<Bool> {
        guard let hold = record.supplierHold else { return HoldAnswer(value: true) }
        guard let supplier = roster[record.quote.supplier] else { return HoldAnswer(value: false) }
        let input = ReleaseInput(
            hold: hold, reference: record.reference, contactEmail: record.contact?.email,
            shopper: record.askedFor)
        return await run(supplier.adapter.release(input), .release, supplier, for: record) {
            if case .failed(let failure) = $0 { CallEnd(failure) } else { .answered }
        }.map { outcome in
            if case .ended(.released) = outcome.verdict { true } else { false }
        }
    }

    /// How long the supplier keeps a room, where its contract says so.
    func holdLife(_ supplier: SupplierID) -> Duration? { roster[supplier]?.manifest.holdLife }

    /// How lost answers of the supplier are looked up.
    func lookupSchedule(_ supplier: SupplierID) -> LookupSchedule {
        roster[supplier]?.manifest.lookup ?? LookupSchedule()
    }

    /// Runs a step and takes down what is said; `end` tells what an end says about the call.
    private func run<End: Sendable>(
        _ machine: any StepMachine<End>, _ step: SupplierStep, _ supplier: Supplier,
        for record: HoldRecord, mayGo: () -> Bool = { true }, end: (End) -> CallEnd
    ) async -> HoldAnswer<StepOutcome<End>> {
        let mask = ExchangeMask(
            supplier.credentials, guests: record.guests, contact: record.contact)
        let outcome = await line.run(
            machine, step, of: supplier, recording: mask,
            fields: supplier.isMock ? HoldRehearsal.fields(of: record, at: step) : [],
            mayGo: mayGo, end: end)
        return HoldAnswer(value: outcome, exchanges: outcome.exchanges)
    }

    private func revalidateOwn(_ record: HoldRecord) async -> RevalidateEnd {
        let quote = record.quote
        guard let inventory else { return .failed(Self.notConfigured) }
        return await inventory.current(
            RevalidateInput(
                offer: quote.offer, stay: quote.stay, rooms: quote.rooms,
                shopper: record.askedFor))
    }

    private static let guestsUnreadable = SupplierFailure(
        .connectFailed, phase: .connect, detail: "the guests' data cannot be read")
    private static let notConfigured = SupplierFailure(
        .connectFailed, phase: .connect, detail: "the supplier is no longer configured")
}
