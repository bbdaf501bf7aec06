internal import SupplierKit
internal import TravelModel

/// Where a call goes: a supplier over the wire, or our own rooms.
enum FlightSource: Sendable {
    case supplier(Supplier)
    case inventory(any InventoryPort)

    /// Questions to our own inventory at once.
    static let mostInventoryCalls = 64
    /// How long our own inventory may take.
    static let inventoryTimeout: Duration = .seconds(2)

    var supplier: SupplierID {
        switch self {
        case .supplier(let supplier): supplier.id
        case .inventory: .direct
        }
    }

    /// Hotels in one call.
    var batch: Int {
        switch self {
        case .supplier(let supplier): supplier.manifest.limits.hotelsPerRequest
        case .inventory: SearchLimits.hotels
        }
    }

    /// Whether answers may be kept; our own rooms are asked each time, they are near and exact.
    var isCacheable: Bool {
        switch self {
        case .supplier(let supplier): supplier.manifest.cacheable.contains(.search)
        case .inventory: false
        }
    }

    /// Who we are to it; our own rooms ask nobody.
    var credentials: SupplierCredentials? {
        switch self {
        case .supplier(let supplier): supplier.credentials
        case .inventory: nil
        }
    }

    var contract: CurrencyCode? {
        switch self {
        case .supplier(let supplier): supplier.manifest.contractCurrency
        case .inventory: nil
        }
    }

    /// Whether it is told the shopper's language; where it is not, answers do not depend on it.
    var sendsLanguage: Bool {
        switch self {
        case .supplier(let supplier): supplier.adapter.sendsLanguage
        case .inventory: true
        }
    }

    /// Refreshes at once: a quarter of its calls, so that searches are not kept waiting by them.
    var refreshes: Int {
        switch self {
        case .supplier(let supplier): max(1, supplier.manifest.limits.concurrency / 4)
        case .inventory: 1
        }
    }
}

/// One call, ready to be made.
struct SourceCall: Sendable {
    let source: FlightSource
    let terms: AskedTerms
    let shopper: ShopperContext
    let codes: [SupplierHotelCode]
    let trace: CallTrace?

    /// Makes the call; `permit` is the supplier's, and in the end that of the last try, not yet ended.
    func run(
        _ driver: StepDriver, _ environment: Environment, _ health: SupplierHealth,
        _ permit: inout CallPermit?, _ onNews: (StepNews) -> Void
    ) async -> FlightEnd.Verdict {
        switch source {
        case .inventory(let port): return await ask(port, environment, onNews)
        case .supplier(let supplier):
            guard var current = permit else { return .overloaded }
            defer { permit = current }
            let latest = current.begun.advanced(by: supplier.manifest.timeouts.search)
            while true {
                var hasFound = false
                let bound = min(current.deadline, latest)
                let (verdict, mayHaveActed, hasSent) = await ask(
                    supplier, driver, environment.clock, by: bound
                ) { news in
                    if case .found = news { hasFound = true }
                    if case .head(let head) = news { health.hear(head, current) }
                    onNews(news)
                }
                // A permit counts once: what is booked here is not booked by the registry.
                if !hasSent { health.end(current, verdict.health.unsent) }
                // A second try has what the first one left it, which no supplier needs to keep to.
                if verdict.isTimeout, bound < current.deadline { health.end(current, .void(nil)) }
                guard case .failed(let failure) = verdict, !hasFound, !mayHaveActed else {
                    return verdict
                }
                // Booked first: what it says of the supplier, and its place, count for the second try.
                health.end(current, CallVerdict(failure))
                guard let again = health.retry(current, after: failure) else { return verdict }
                current = again
            }
        }
    }

    private func ask(
        _ supplier: Supplier, _ driver: StepDriver, _ clock: any GatewayClock,
        by deadline: Uptime, _ onNews: (StepNews) -> Void
    ) async -> (FlightEnd.Verdict, mayHaveActed: Bool, hasSent: Bool) {
        var shopper = shopper
        shopper.currency = terms.currency
        let input = SearchInput(
            stay: terms.stay, rooms: terms.rooms, hotels: codes, shopper: shopper,
            budget: supplier.manifest.timeouts.search)
        let outcome = await driver.run(
            supplier.adapter.search(input), step: .search, of: supplier, deadline: deadline,
            trace: trace
        ) { news in
            guard case .found(let offers, let drops) = news else { return onNews(news) }
            let now = clock.now()
            onNews(.found(offers.map { supplier.dated($0, heard: now) }, drops))
        }
        let verdict: FlightEnd.Verdict =
            switch outcome.verdict {
            case .ended(.complete): .complete
            case .ended(.failed(let failure)) where failure.code == .overloaded: .overloaded
            // Told to whoever shares the call, and to operators: it may repeat what was sent.
            case .ended(.failed(let failure)), .failed(let failure):
                .failed(ExchangeMask(supplier.credentials, shopper: shopper).masked(failure))
            }
        return (verdict, outcome.mayHaveActed, outcome.hasSent)
    }

    private func ask(
        _ port: any InventoryPort, _ environment: Environment, _ onNews: (StepNews) -> Void
    ) async -> FlightEnd.Verdict {
        let deadline = environment.clock.uptime().advanced(by: FlightSource.inventoryTimeout)
        let answer = await environment.value(by: deadline) {
            [codes, terms] () -> Result<[Offer], StorageFault> in
            do throws(StorageFault) {
                return .success(
                    try await port.offers(of: codes, stay: terms.stay, rooms: terms.rooms))
            } catch {
                return .failure(error)
            }
        }
        switch answer {
        case nil: return .failed(SupplierFailure(.timeout, phase: .headers))
        case .success(let offers):
            if !offers.isEmpty { onNews(.found(offers, [])) }
            return .complete
        case .failure(.busy): return .overloaded
        case .failure(let fault):
            return .failed(SupplierFailure(.supplierError, phase: .headers, detail: "\(fault)"))
        }
    }
}

extension FlightEnd.Verdict {
    /// `nil` for a complete answer.
    var code: SupplierCode? {
        switch self {
        case .complete: nil
        case .failed(let failure): .failure(failure.code)
        case .overloaded: .overloaded
        case .refused(let refusal): refusal.code
        }
    }

    var isTimeout: Bool {
        if case .failed(let failure) = self { failure.code == .timeout } else { false }
    }

    /// What it says about the supplier.
    var health: CallVerdict {
        switch self {
        case .complete: .answered
        case .failed(let failure): CallVerdict(failure)
        case .overloaded, .refused: .abandoned
        }
    }
}

extension FlightRegistry.Ask {
    /// Where a call for it is taken down.
    func trace(_ codes: [SupplierHotelCode], at now: Uptime) -> CallTrace {
        CallTrace(
            codes: codes, askedAt: now, credentials: source.credentials, shopper: shopper)
    }
}
