import Gateway
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

/// Searches in worlds drawn from seeds: what must hold whatever suppliers do.
@Suite struct RandomSearchTests {
    private typealias Timed = SimulatedGateway.TimedEvent

    @Test(arguments: UInt64(0)..<300)
    func promisesOfOneSearch(seed: UInt64) throws {
        let world = RandomWorld(seed: seed)
        let gateway = try world.gateway()
        let events = try search(gateway, world)
        let outline = try Outline(events.map(\.event))
        let done = outline.done
        let end = try #require(events.last).at

        // Always last, and on time.
        #expect(end <= Uptime(nanoseconds: Int64(world.timeout) * 1_000_000))
        // Each supplier once, in the roster's order, first pending or skipped, then final.
        let names = world.houses.map { $0.account.manifest.id }.sorted()
        #expect(outline.opening.suppliers.map(\.supplier) == names)
        #expect(done.suppliers.map(\.supplier) == names)
        let asked = done.suppliers.filter { $0.state != .skipped }
        #expect(Set(outline.statuses) == Set(asked) && outline.statuses.count == asked.count)
        #expect(outline.seqs == Array(1..<(outline.seqs.count + 1)))
        #expect(done.outcome == expectedOutcome(done.suppliers))

        try checkMerge(world, outline)
        for house in world.houses { try checkStatus(house, world, gateway, done) }
    }

    @Test(arguments: UInt64(0)..<40)
    func oneSeedIsOneRun(seed: UInt64) throws {
        func run() throws -> [SearchEvent] {
            let world = RandomWorld(seed: seed)
            return try search(world.gateway(), world).map(\.event)
        }
        #expect(try run() == run())
    }

    @Test(arguments: UInt64(300)..<400)
    func searchesShareCallsAndLeaveNothingBehind(seed: UInt64) throws {
        let world = RandomWorld(seed: seed)
        let gateway = try world.gateway()
        let options = options(world)
        let request = try gateway.request(options: options)
        let alone = try world.gateway()
        _ = try search(alone, world)

        let outlines = try gateway.simulation.run {
            await withTaskGroup(of: [SearchEvent].self) { group in
                for place in 0..<3 {
                    group.addTask(executorPreference: gateway.simulation) {
                        await consume(gateway, request, pausing: .milliseconds(place * 70))
                    }
                }
                return await group.reduce(into: [[SearchEvent]]()) { $0.append($1) }
            }
        }
        // Three searches at once cost no more calls than one.
        #expect(gateway.transport.urls.sorted() == alone.transport.urls.sorted())
        // They agree, however fast each was read.
        let results = try outlines.map { try Outline($0).hotels.map(ReferenceMerge.shown) }
        #expect(results.allSatisfy { $0 == results[0] })

        // A minute later every call is over, but those of a transport that ignores everything.
        try gateway.simulation.run {
            let later = gateway.simulation.uptime().advanced(by: .seconds(60))
            try? await gateway.simulation.sleep(until: later)
        }
        let frozen = gateway.transport.urls.count { world.temper(of: $0) == .frozen }
        #expect(gateway.transport.running == frozen)
        #expect(gateway.service.callsUnderWay == 0)
    }

    // MARK: Steps

    private func options(_ world: RandomWorld) -> SearchOptions {
        var options = SearchOptions()
        options.timeout = .milliseconds(world.timeout)
        options.limit = 100
        return options
    }

    private func search(_ gateway: SimulatedGateway, _ world: RandomWorld) throws -> [Timed] {
        let request = try gateway.request(options: options(world))
        return try gateway.simulation.run { (try? await gateway.events(request)) ?? [] }
    }

    private func expectedOutcome(_ statuses: [SupplierStatus]) -> SearchOutcome {
        let asked = statuses.map(\.state).filter { $0 != .skipped }
        if asked.isEmpty {
            return statuses.contains { $0.code == .skipped(.disabled) } ? .noneAnswered : .complete
        }
        if asked.allSatisfy({ $0 == .ok || $0 == .empty }) { return .complete }
        let some = asked.contains { [.ok, .empty, .partial].contains($0) }
        return some ? .partial : .noneAnswered
    }

    /// What was shown is the plain merge of what each supplier is said to have given.
    private func checkMerge(_ world: RandomWorld, _ outline: Outline) throws {
        let whole = outline.done.suppliers.filter { $0.state == .ok || $0.state == .empty }
        let names = Set(whole.map(\.supplier.text))
        // Where nobody was cut short, the whole result is known.
        guard outline.done.suppliers.allSatisfy({ $0.state != .partial }) else { return }
        let lines = world.houses.filter { names.contains($0.account.manifest.id.text) }
            .flatMap { $0.lines.values.flatMap { $0 } }
        let expected = try ReferenceMerge.merged(lines)
        #expect(Set(outline.hotels.map { $0.hotel.id.text }) == Set(expected.keys))
        for hotel in outline.hotels {
            #expect(ReferenceMerge.shown(hotel) == expected[hotel.hotel.id.text])
            #expect(hotel.offers.first?.price.total == hotel.from)
        }
        #expect(outline.done.counts.hotels == expected.count)
    }

    /// A supplier whose tempers leave no doubt has the status the contract's table says.
    private func checkStatus(
        _ house: RandomWorld.House, _ world: RandomWorld, _ gateway: SimulatedGateway,
        _ done: SearchSummary
    ) throws {
        let id = house.account.manifest.id
        let status = try #require(done.suppliers.first { $0.supplier == id })
        let urls = gateway.transport.urls.filter { $0.hasPrefix("https://\(id).test/") }
        guard house.account.enabled else {
            #expect(status.code == .skipped(.disabled) && urls.isEmpty)
            return
        }
        guard !house.account.hotels.isEmpty else {
            #expect(status.code == .skipped(.notCovered) && urls.isEmpty)
            return
        }
        #expect(urls.count <= house.account.manifest.limits.concurrency)
        guard urls.count == 1, status.code != .overloaded, let url = urls.first else { return }
        let step = Int(house.account.manifest.timeouts.search.wholeMilliseconds)
        let time = min(world.timeout, step)
        let offers = try world.lines(url).filter { try !ReferenceMerge.priced($0).isPackage }.count
        let full: SupplierState = offers > 0 ? .ok : .empty
        switch world.temper(of: url) {
        case .whole(let after):
            #expect(status.state == (after < time ? full : .timeout))
        case .garbled(let after):
            // Of which nothing can be read is no answer.
            let isRead = !world.lines(url).isEmpty
            #expect(status.state == (after < time ? isRead ? full : .error : .timeout))
        case .throttled(let after):
            #expect(status.state == (after < time ? .throttled : .timeout))
        case .forbidden(let after):
            #expect(status.state == (after < time ? .auth : .timeout))
        case .failing(let after):
            #expect(status.state == (after < time ? .error : .timeout))
        case .refused:
            #expect(status.state == .error && status.code == .failure(.connectFailed))
            #expect(status.phase == .connect)
        case .hung, .frozen:
            #expect(status.state == .timeout && status.phase == .headers)
            #expect(status.source == AnswerSource.none)
        case .oversize:
            #expect(status.state == .error && status.code == .failure(.tooLarge))
        case .resetAfterHalf(let at):
            let isCut = status.offers > 0
            #expect(status.state == (at >= time ? .timeout : isCut ? .partial : .error))
        case .dripped:
            #expect([full, .partial, .timeout].contains(status.state))
        }
        #expect(status.offers == 0 || status.source == .live)
    }
}

/// Takes a search's events one by one, with a pause before each.
private func consume(
    _ gateway: SimulatedGateway, _ request: SearchRequest, pausing pause: Duration
) async -> [SearchEvent] {
    var events: [SearchEvent] = []
    guard let session = try? await gateway.service.start(request) else { return [] }
    while true {
        let next = gateway.simulation.uptime().advanced(by: pause)
        try? await gateway.simulation.sleep(until: next)
        guard let event = await session.next() else { return events }
        events.append(event)
    }
}

/// The events of one search, sorted into what they are; refuses any other order than the contract's.
struct Outline {
    /// Why events are not those of one search.
    enum Fault: Error { case disorder }

    let opening: SearchOpening
    let statuses: [SupplierStatus]
    let seqs: [Int]
    /// In the final order.
    let hotels: [HotelResult]
    let done: SearchSummary

    init(_ events: [SearchEvent]) throws {
        guard case .search(let opening) = events.first, case .done(let done) = events.last else {
            throw Fault.disorder
        }
        var statuses: [SupplierStatus] = []
        var seqs: [Int] = []
        var hotels: [HotelID: HotelResult] = [:]
        for event in events.dropFirst().dropLast() {
            switch event {
            case .search, .done: throw Fault.disorder
            case .supplier(let status): statuses.append(status)
            case .offers(let offers):
                seqs.append(offers.seq)
                for hotel in offers.hotels { hotels[hotel.hotel.id] = hotel }
            }
        }
        self.opening = opening
        self.done = done
        self.statuses = statuses
        self.seqs = seqs
        self.hotels = hotels.values.sorted { $0.sortKey < $1.sortKey }
    }
}
