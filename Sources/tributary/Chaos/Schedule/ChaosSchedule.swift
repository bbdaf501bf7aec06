import TravelModel

/// The actions of one client, one after the other: the same for the same seed.
struct ChaosSchedule: Sendable {
    private var random: SeededRandom
    private let ground: ChaosGround

    init(seed: UInt64, client: Int, ground: ChaosGround) {
        random = SeededRandom(seed: seed, stream: UInt64(clamping: client) &+ 1)
        self.ground = ground
    }

    /// The next action, and how many milliseconds the client thinks before it.
    mutating func next() -> (pause: Int, action: ChaosAction) {
        let pause = random.happens(percent: 30) ? 0 : random.within(1...350)
        return (pause, action())
    }

    /// The races of a run: all clients have the same ones.
    static func races(seed: UInt64, milliseconds: Int, ground: ChaosGround) -> [Race] {
        var random = SeededRandom(seed: seed, stream: 0)
        return stride(from: 3000, to: max(3000, milliseconds - 2000), by: 5000).map { at in
            let isOwn = ground.supplierHotels.isEmpty || random.happens(percent: 60)
            let hotel = random.one(
                of: isOwn ? ground.ownHotels : ground.supplierHotels, otherwise: "hotel:none")
            let supplier = isOwn ? "direct" : "linkrest"
            var query = [SearchPlan.Parameter(name: "hotelId", value: hotel)]
            query += stay(ground, days: random.within(20...40), nights: random.within(1...3))
            query += [
                .init(name: "occupancy", value: "2"), .init(name: "currency", value: "EUR"),
                .init(name: "suppliers", value: supplier), .init(name: "timeoutMs", value: "3000"),
            ]
            return Race(
                at: at, supplier: supplier,
                search: SearchPlan(form: .json, query: query, timeout: 3000, leavesAfter: nil))
        }
    }

    private mutating func action() -> ChaosAction {
        let which = Int.max / 2
        switch random.weighted([34, 13, 22, 9, 5, 6, 4, 5, 2]) {
        case 0: return .search(search())
        case 1: return .suggest(SuggestTexts.one(&random))
        case 2: return .hold(hold())
        case 3: return .repeatAttempt(random.within(0...which))
        case 4: return .takeOver(random.within(0...which))
        case 5: return .look(random.within(0...which))
        case 6: return .find(random.within(0...which))
        case 7: return .release(random.within(0...which))
        default: return .quote(random.within(0...which))
        }
    }

    // MARK: - Searches

    private mutating func search() -> SearchPlan {
        let forms: [SearchPlan.Form] = [.ndjson, .serverSent, .json]
        let form = forms[random.weighted([60, 25, 15])]
        let timeout = random.within(500...4000)
        var query = random.happens(percent: 40) ? popular() : anything()
        query.append(.init(name: "timeoutMs", value: "\(timeout)"))
        if random.happens(percent: 15) { query.append(.init(name: "maxAgeMs", value: "0")) }
        if random.happens(percent: 15) { query.append(.init(name: "lang", value: "pt")) }
        let leaves = form != .json && random.happens(percent: 20)
        return SearchPlan(
            form: form, query: query, timeout: timeout,
            leavesAfter: leaves ? random.within(1...timeout) : nil)
    }

    /// What many people ask for at once, so that answers come from the cache.
    private mutating func popular() -> [SearchPlan.Parameter] {
        let place = random.one(of: Array(ground.places.prefix(2)), otherwise: "geonames:1")
        return [.init(name: "placeId", value: place)]
            + Self.stay(ground, days: 30, nights: 2) + [
                .init(name: "occupancy", value: "2"), .init(name: "currency", value: "EUR"),
                .init(name: "residency", value: "DE"),
            ]
    }

    private mutating func anything() -> [SearchPlan.Parameter] {
        var query = [target()]
        query += Self.stay(ground, days: daysAhead(), nights: random.within(1...5))
        query += rooms().map { .init(name: "occupancy", value: $0) }
        let currencies = ["EUR", "EUR", "EUR", "USD", "GBP", "JPY", "CHF"]
        query.append(
            .init(name: "currency", value: random.one(of: currencies, otherwise: "EUR")))
        query.append(
            .init(
                name: "residency", value: random.one(of: ["DE", "PT", "US"], otherwise: "DE")))
        return query
    }

    /// Mostly a few popular cities, so that answers are shared and kept; sometimes one hotel.
    private mutating func target() -> SearchPlan.Parameter {
        if random.happens(percent: 15) {
            let hotel = random.one(of: ground.ownHotels, otherwise: "hotel:none")
            return .init(name: "hotelId", value: hotel)
        }
        let places =
            random.happens(percent: 60) ? Array(ground.places.prefix(4)) : ground.places
        return .init(name: "placeId", value: random.one(of: places, otherwise: "geonames:1"))
    }

    private mutating func daysAhead() -> Int {
        random.happens(percent: 60)
            ? random.one(of: [14, 30, 45], otherwise: 30) : random.within(1...200)
    }

    private mutating func rooms() -> [String] {
        switch random.weighted([45, 15, 15, 10, 10, 5]) {
        case 0: ["2"]
        case 1: ["1"]
        case 2: ["2-9,4"]
        case 3: ["2-1"]
        case 4: ["2", "1"]
        default: ["3", "2-16,12"]
        }
    }

    private static func stay(
        _ ground: ChaosGround, days: Int, nights: Int
    ) -> [SearchPlan.Parameter] {
        let checkIn = ground.today.adding(days: days)
        let checkOut = ground.today.adding(days: days + nights)
        return [
            .init(name: "checkIn", value: checkIn?.description ?? ""),
            .init(name: "checkOut", value: checkOut?.description ?? ""),
        ]
    }

    // MARK: - Holds

    private mutating func hold() -> HoldPlan {
        let manner: HoldPlan.Manner =
            switch random.weighted([60, 15, 12, 13]) {
            case 0: .once
            case 1: .twice
            case 2: .rivals
            default: .abandoned(random.within(1...1500))
            }
        let percent = [0, 5, 10, 30][random.weighted([55, 20, 15, 10])]
        let wait = [nil, 0, 500, 3000][random.weighted([50, 10, 20, 20])]
        return HoldPlan(
            quote: random.within(0...Int.max / 2), manner: manner, percent: percent, wait: wait,
            takesRenewed: random.happens(percent: 70))
    }
}
