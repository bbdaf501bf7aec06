internal import Gateway
internal import SupplierKit
internal import TravelModel

/// What one client saw of one search.
struct WorldSearch: Sendable {
    var began: Uptime
    var isRefused = false
    var isOpened = false
    var opened: [SupplierID] = []
    var statuses: [SupplierStatus] = []
    var seqs: [Int] = []
    var hotels: [HotelID: HotelResult] = [:]
    var done: SearchSummary?
    var doneAt: Uptime?
    /// An event where the contract has another.
    var disorder: String?

    mutating func take(_ event: SearchEvent, at now: Uptime) {
        if done != nil { disorder = "an event after done" }
        switch event {
        case .search(let opening):
            if isOpened { disorder = "opened twice" }
            isOpened = true
            opened = opening.suppliers.map(\.supplier)
        case .supplier(let status): statuses.append(status)
        case .offers(let offers):
            seqs.append(offers.seq)
            for hotel in offers.hotels { hotels[hotel.hotel.id] = hotel }
        case .done(let summary):
            done = summary
            doneAt = now
        }
        if !isOpened { disorder = "an event before search" }
    }

    /// In the final order.
    var sorted: [HotelResult] { hotels.values.sorted { $0.sortKey < $1.sortKey } }
}

// How a client searches.
extension WorldClient {
    mutating func search(hotels: [Int]?) async {
        var options = SearchOptions()
        options.timeout = WorldPlan.millis(&dice, 250...4_500)
        if dice.chance(25) { options.maxAge = .zero }
        let wanted =
            hotels ?? (dice.chance(40) ? [dice.number(in: 0...world.plan.hotels - 1)] : nil)
        let currency = dice.chance(80) ? "EUR" : "USD"
        guard let request = request(wanted, currency, options) else { return }
        let leavesAfter = dice.chance(15) ? dice.number(in: 0...4) : -1
        let pause = dice.chance(20) ? WorldPlan.millis(&dice, 1...400) : .zero
        let asked = await desk.search(
            request, leavesAfter: leavesAfter, pause: pause, at: node(), by: who)
        guard let search = asked else { return }
        let offers = search.sorted.flatMap { hotel in
            hotel.offers.compactMap { offer in
                offer.quoteID.map {
                    KnownOffer(
                        quote: $0, total: offer.price.total, supplier: offer.supplier,
                        hotel: offer.hotel)
                }
            }
        }
        // The best of each hotel last, for these are held most.
        records.found(Array(offers.prefix(20).reversed()), by: plan.tenant)
    }

    private func request(
        _ hotels: [Int]?, _ currency: String, _ options: SearchOptions
    ) -> SearchRequest? {
        guard let residency = CountryCode("DE"), let currency = CurrencyCode(currency),
            let place = PlaceID("geonames:2267057"), let room = Occupancy("2")
        else { return nil }
        let ids = hotels?.compactMap { HotelID("hotel:\($0)") }
        return try? SearchRequest(
            target: ids.map { .area(.hotels($0)) } ?? .place(place), stay: world.stay,
            rooms: [room],
            shopper: ShopperContext(residency: residency, language: "en", currency: currency),
            tenant: plan.tenant, options: options, now: world.clock.now())
    }
}

extension WorldDesk {
    /// One search from its start until its end, or until the client has enough.
    func search(
        _ request: SearchRequest, leavesAfter: Int, pause: Duration, at node: Int, by who: String
    ) async -> WorldSearch? {
        let clock = world.clock
        let began = clock.uptime()
        let life = world.process(node)?.life
        let patience = request.options.timeout + .seconds(3) + pause * 40
        let asked = await ask(node, patience: patience) { process in
            var search = WorldSearch(began: clock.uptime())
            guard let session = try? await process.searches.start(request) else {
                search.isRefused = true
                return search
            }
            var told = 0
            while told != leavesAfter, let event = await session.next() {
                told += 1
                search.take(event, at: clock.uptime())
                if pause > .zero {
                    try? await clock.sleep(until: clock.uptime().advanced(by: pause))
                }
            }
            session.leave()
            return search
        }
        let word = asked.word { search in
            let states = search.done?.suppliers.map { "\($0.supplier) \($0.state.rawValue)" }
            return "\(search.hotels.count) hotels, "
                + (states?.joined(separator: ", ") ?? (search.isRefused ? "refused" : "no end"))
        }
        world.log.note(who, "search at \(node) in \(request.options.timeout): \(word)")
        let stood = life?.stoodStill(since: began) ?? true
        switch asked {
        case .answer(let search):
            if !search.isRefused, leavesAfter < 0 {
                SearchJudge(world: world, request: request, who: who).judge(
                    search, isSlow: pause > .zero || stood)
            }
            return search
        case .left where !stood:
            world.history.check(.searchEnds, false, "\(who): no end after \(patience)")
            return nil
        case .left, .cut, .down: return nil
        }
    }
}

/// Holds what one search told against what it promises.
struct SearchJudge {
    /// A call can be joined until its answer is stored, which may take so long.
    private static let storing = Duration.seconds(1)

    let world: WorldGround
    let request: SearchRequest
    let who: String

    private var history: WorldHistory { world.history }

    func judge(_ search: WorldSearch, isSlow: Bool) {
        history.count("searches")
        history.check(
            .searchEnds,
            search.done != nil && search.disorder == nil
                && search.seqs == Array(1..<(search.seqs.count + 1)),
            "\(who): \(search.disorder ?? (search.done == nil ? "no done" : "seq \(search.seqs)"))")
        guard let done = search.done, let doneAt = search.doneAt else { return }
        let took = search.began.duration(to: doneAt)
        if !isSlow {
            history.check(
                .doneOnTime, took <= request.options.timeout,
                "\(who): done after \(took), promised \(request.options.timeout)")
        }
        checkSuppliers(search, done)
        checkOrder(search)
        for status in done.suppliers { checkSaid(status, search, doneAt) }
    }

    private func checkSuppliers(_ search: WorldSearch, _ done: SearchSummary) {
        let listed = done.suppliers
        let asked = listed.filter { $0.state != .skipped }
        let told = search.statuses.sorted { $0.supplier < $1.supplier }
        history.check(
            .supplierOnce,
            listed.map(\.supplier) == search.opened && told == asked
                && Set(search.opened).count == search.opened.count,
            "\(who): opened \(search.opened), told \(told.map { "\($0.supplier) \($0.state)" }), "
                + "listed \(listed.map { "\($0.supplier) \($0.state)" })")
    }

    /// `ok` and `empty` say that every hotel was answered; a search that allows no kept answer needs
    /// answers of its own time.
    private func checkSaid(_ status: SupplierStatus, _ search: WorldSearch, _ doneAt: Uptime) {
        let house = world.plan.houses.first { $0.id == status.supplier }
        guard let house, status.state == .ok || status.state == .empty else { return }
        var earliest = Uptime(nanoseconds: .min)
        if request.options.maxAge == .zero {
            earliest = search.began.advanced(by: .zero - Self.storing)
        }
        let wanted = wanted(house)
        for number in wanted {
            let heard = history.heard(of: "\(house.id)-\(number)").filter {
                $0.at >= earliest && $0.at <= doneAt
            }
            let isSaid =
                status.state == .ok
                ? !heard.isEmpty : heard.contains { $0.offers == 0 && !$0.isGarbled }
            history.check(
                .onlyWhatWasSaid, isSaid,
                "\(who): \(status.supplier) \(status.state.rawValue) \(status.source.rawValue), "
                    + "heard of hotel \(number): \(heard.count) whole answers")
        }
    }

    private func wanted(_ house: WorldPlan.House) -> [Int] {
        guard case .area(.hotels(let ids)) = request.target else { return house.hotels.sorted() }
        return ids.compactMap { Int($0.text.dropFirst(6)) }.filter { house.hotels.contains($0) }
    }

    private func checkOrder(_ search: WorldSearch) {
        let keys = search.sorted.map(\.sortKey)
        history.check(
            .totalOrder, Set(keys).count == keys.count, "\(who): two hotels of one sort key")
        for hotel in search.sorted {
            let isSorted = zip(hotel.offers, hotel.offers.dropFirst()).allSatisfy {
                precedes($0, $1)
            }
            history.check(
                .totalOrder, isSorted && hotel.from == hotel.offers.first?.price.total,
                "\(who): \(hotel.hotel.id): "
                    + "\(hotel.offers.map { "\($0.price.total) \($0.supplier)" })")
        }
    }

    /// The order of the contract: the search's currency first, by currency, amount, supplier, offer.
    private func precedes(_ left: PricedOffer, _ right: PricedOffer) -> Bool {
        func rank(_ offer: PricedOffer) -> (Int, String, Int64) {
            (
                offer.price.inSearchCurrency ? 0 : 1, "\(offer.price.total.currency)",
                offer.price.total.minorUnits
            )
        }
        let (a, b) = (rank(left), rank(right))
        if a != b { return a < b }
        return left.supplier == right.supplier
            ? left.offerID < right.offerID : left.supplier < right.supplier
    }
}
