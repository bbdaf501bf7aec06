internal import SupplierKit
internal import TravelModel

/// Where a call goes: a supplier over the wire, or our own rooms.
enum FlightSource: Sendable {
    case supplier(Supplier)
    case inventory(any InventoryPort)

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

    /// Calls at once.
    var concurrency: Int {
        switch self {
        case .supplier(let supplier): supplier.manifest.limits.concurrency
        case .inventory: 64
        }
    }

    /// Calls a second, where the contract has such a limit.
    var callsPerSecond: Int? {
        switch self {
        case .supplier(let supplier): supplier.manifest.limits.callsPerSecond
        case .inventory: nil
        }
    }

    /// Whether answers may be kept; our own rooms are asked each time, they are near and exact.
    var isCacheable: Bool {
        switch self {
        case .supplier(let supplier): supplier.manifest.cacheable.contains(.search)
        case .inventory: false
        }
    }

    var contract: CurrencyCode? {
        switch self {
        case .supplier(let supplier): supplier.manifest.contractCurrency
        case .inventory: nil
        }
    }

    /// How long an answer is stored: the last moment it may be shown, plus a quote's life.
    func keeping(
        _ terms: AskedTerms, _ quoteLife: Duration, _ environment: Environment
    ) -> Duration {
        let shown = SearchLimits.timeout.upperBound + .seconds(45)
        guard isCacheable, let today = environment.clock.now().civil(offsetSeconds: 0)?.date else {
            return quoteLife + shown
        }
        let life = AvailabilityLife.base(daysAhead: today.days(until: terms.stay.checkIn))
        return quoteLife + shown + life * 11 / 10
    }
}

/// One call, ready to be made.
struct SourceCall: Sendable {
    let source: FlightSource
    let terms: AskedTerms
    let shopper: ShopperContext
    let codes: [SupplierHotelCode]

    func run(
        _ driver: StepDriver, _ environment: Environment, _ onNews: (StepNews) -> Void
    ) async -> FlightEnd.Verdict {
        switch source {
        case .supplier(let supplier): await ask(supplier, driver, environment.clock, onNews)
        case .inventory(let port): await ask(port, environment, onNews)
        }
    }

    private func ask(
        _ supplier: Supplier, _ driver: StepDriver, _ clock: any GatewayClock,
        _ onNews: (StepNews) -> Void
    ) async -> FlightEnd.Verdict {
        var shopper = shopper
        shopper.currency = terms.currency
        let input = SearchInput(
            stay: terms.stay, rooms: terms.rooms, hotels: codes, shopper: shopper,
            budget: supplier.manifest.timeouts.search)
        let outcome = await driver.run(
            supplier.adapter.search(input), step: .search, of: supplier
        ) { news in
            guard case .found(let offers, let drops) = news else { return onNews(news) }
            let now = clock.now()
            onNews(.found(offers.map { supplier.dated($0, heard: now) }, drops))
        }
        return switch outcome.verdict {
        case .ended(.complete): .complete
        case .ended(.failed(let failure)) where failure.code == .overloaded: .overloaded
        case .ended(.failed(let failure)), .failed(let failure): .failed(failure)
        }
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
        }
    }
}
