internal import Gateway
internal import SupplierKit
internal import TravelModel

/// Everything a seed decides before a world begins.
///
/// What happens in the world follows from this and from the order in which the simulation, with the
/// same seed, lets things happen.
struct WorldPlan: Sendable {
    /// One supplier.
    struct House: Sendable {
        var manifest: SupplierManifest
        var hotels: Set<Int> = []
        var rates: [WorldRate] = []
        /// Of a hundred calls so many go wrong.
        var storm = 0
        /// How long after it was made a reservation is not found by its reference.
        var indexing = Duration.zero

        var id: SupplierID { manifest.id }
    }

    /// One client.
    struct Client: Sendable {
        let name: String
        let tenant: TenantID
        let actions: Int
        /// The longest pause between two actions, in milliseconds.
        let pause: Int
    }

    /// A gateway is killed when this point was passed so often.
    struct Crash: Sendable {
        let point: CrashPoint
        var passes: Int
    }

    /// What happens by itself.
    enum Happening: Sendable {
        case crash(node: Int)
        case freeze(node: Int, Duration)
        case wall(Duration)
        case price(house: Int, rate: Int, minor: Int64)
        case terms(house: Int, rate: Int)
        case sell(house: Int, rate: Int, isOn: Bool)
    }

    let seed: UInt64
    let hotels: Int
    let houses: [House]
    /// Kinds of rooms of our own, and how many of each.
    let ownRooms: [(offer: Offer, rooms: Int)]
    let clients: [Client]
    let nodes: [String]
    let crashes: [Crash]
    /// By when they happen.
    let happenings: [(at: Duration, what: Happening)]
    /// When everybody wants the same room.
    let rushes: [Duration]
    let holds: HoldDesk.Settings
    let quoteLife: Duration
    /// Whether the machine starts anew with a gateway that was killed.
    let reboots: Bool
    /// Of a hundred calls of the ledger and of the answers so many fail.
    let diskFaults: Int
    /// The longest an ordinary one of them takes, in milliseconds.
    let diskPause: Int

    static func millis(_ dice: inout SplitMix, _ range: ClosedRange<Int>) -> Duration {
        .milliseconds(dice.number(in: range))
    }

    init(seed: UInt64) throws {
        var dice = SplitMix(seed: seed ^ 0x5EED_0F_A11)
        self.seed = seed
        hotels = dice.number(in: 2...6)
        let hotels = hotels
        houses = try ["acme", "bolt", "cove", "dune"].prefix(dice.number(in: 2...4)).map { name in
            try Self.house(name, hotels, &dice)
        }
        ownRooms = dice.chance(60) ? try Self.ownRooms(&dice) : []
        nodes = dice.chance(60) ? ["a", "b"] : ["a"]
        var numbers: [String: Int] = [:]
        clients = try (0..<dice.number(in: 2...5)).map { _ in
            let tenant = dice.chance(25) ? "other" : "demo"
            numbers[tenant, default: 0] += 1
            guard let id = TenantID(tenant) else { throw SimulatedGateway.Fault.badSetting }
            // Clients of two tenants have the same names, and so the same keys.
            return Client(
                name: "c\(numbers[tenant] ?? 0)", tenant: id, actions: dice.number(in: 5...11),
                pause: dice.pick([300, 2_000, 6_000]))
        }
        crashes = (0..<dice.pick([0, 1, 1, 2, 3])).map { _ in
            Crash(
                point: dice.pick(CrashPoint.allCases), passes: dice.number(in: 1...4))
        }
        let jumps = dice.chance(35)
        reboots = !jumps && dice.chance(40)
        var happenings = Self.gatewayHappenings(nodes.count, jumps: jumps, &dice)
        happenings += Self.marketHappenings(houses, &dice)
        self.happenings = happenings.sorted { $0.at < $1.at }
        rushes = (0..<dice.number(in: 0...2)).map { _ in Self.millis(&dice, 4_000...40_000) }
        holds = Self.holdSettings(&dice)
        quoteLife = .seconds(dice.pick([25, 60, 900]))
        diskFaults = dice.pick([0, 0, 2, 6])
        diskPause = dice.pick([8, 8, 40, 200])
    }

    private static func holdSettings(_ dice: inout SplitMix) -> HoldDesk.Settings {
        var settings = HoldDesk.Settings()
        settings.life = .seconds(dice.pick([8, 30, 90]))
        settings.lease = .seconds(10)
        settings.sweepInterval = .milliseconds(dice.pick([1_000, 2_000, 3_000]))
        if dice.chance(10) { settings.limits.mostOpenPerTenant = 3 }
        return settings
    }

    private static func gatewayHappenings(
        _ nodes: Int, jumps: Bool, _ dice: inout SplitMix
    ) -> [(at: Duration, what: Happening)] {
        func moment() -> Duration { millis(&dice, 1_000...60_000) }
        var list: [(at: Duration, what: Happening)] = []
        if dice.chance(30) { list.append((moment(), .crash(node: dice.number(in: 0...nodes - 1)))) }
        for _ in 0..<dice.pick([0, 1, 1, 2]) {
            let time = dice.chance(50) ? 500...4_000 : 11_000...25_000
            list.append(
                (moment(), .freeze(node: dice.number(in: 0...nodes - 1), millis(&dice, time))))
        }
        for _ in 0..<(jumps ? dice.number(in: 1...3) : 0) {
            let jump = millis(&dice, 500...7_200_000)
            list.append((moment(), .wall(dice.chance(50) ? jump : .zero - jump)))
        }
        return list
    }

    private static func marketHappenings(
        _ houses: [House], _ dice: inout SplitMix
    ) -> [(at: Duration, what: Happening)] {
        (0..<dice.number(in: 0...8)).map { _ in
            let house = dice.number(in: 0...houses.count - 1)
            let rate = dice.number(in: 0...max(0, houses[house].rates.count - 1))
            let what: Happening =
                switch dice.number(in: 1...100) {
                case ...45:
                    .price(house: house, rate: rate, minor: Int64(dice.number(in: 5_000...20_000)))
                case ...60: .terms(house: house, rate: rate)
                case ...85: .sell(house: house, rate: rate, isOn: false)
                default: .sell(house: house, rate: rate, isOn: true)
                }
            return (millis(&dice, 500...55_000), what)
        }
    }

    private static func house(
        _ name: String, _ hotels: Int, _ dice: inout SplitMix
    ) throws -> House {
        guard let id = SupplierID(name) else { throw SimulatedGateway.Fault.badSetting }
        var manifest = SupplierManifest(
            id: id, name: name, protocolName: WorldProtocol.protocolName,
            baseURL: "https://\(name).test")
        manifest.limits.hotelsPerRequest = dice.number(in: 1...hotels)
        manifest.limits.concurrency = dice.pick([2, 8, 32])
        manifest.cacheable = dice.chance(80) ? [.search] : []
        manifest.holdKeeper = dice.chance(80) ? .supplier : .priceCheck
        manifest.timeouts.search = millis(&dice, 800...4_000)
        manifest.timeouts.revalidate = millis(&dice, 1_000...4_000)
        manifest.timeouts.hold = millis(&dice, 2_000...7_000)
        manifest.timeouts.release = millis(&dice, 1_000...3_000)
        manifest.timeouts.retrieve = millis(&dice, 1_000...3_000)
        manifest.tokenLife = dice.chance(30) ? .seconds(dice.pick([30, 200])) : nil
        manifest.holdLife = dice.chance(50) ? .seconds(dice.pick([15, 60, 200])) : nil
        manifest.lookup.after = [1, 2, 4, 8].map { .seconds($0) }
        manifest.lookup.indexingDelay = .seconds(dice.number(in: 10...16))
        manifest.lookup.asksMidway = dice.chance(50)
        var house = House(manifest: manifest)
        house.storm = dice.pick([0, 15, 35, 60])
        house.indexing = millis(&dice, 0...1_500)
        for hotel in 0..<hotels where hotel == 0 || dice.chance(65) {
            house.hotels.insert(hotel)
            for number in 0..<dice.number(in: 0...3) {
                house.rates.append(WorldRate(house: name, hotel: hotel, number: number, &dice))
            }
        }
        if house.rates.isEmpty {
            house.rates = [WorldRate(house: name, hotel: 0, number: 0, &dice)]
        }
        return house
    }

    private static func ownRooms(_ dice: inout SplitMix) throws -> [(offer: Offer, rooms: Int)] {
        guard let occupancy = Occupancy("2") else { throw SimulatedGateway.Fault.badSetting }
        return try (0..<dice.number(in: 1...2)).map { number in
            let line = "direct-\(number) OWN\(number) Double_Room BB free EUR 8\(number).00"
            let offer = OfferLine.read(
                line, rooms: [occupancy], hold: HoldAbility(keeper: .inventory))
            guard let offer else { throw SimulatedGateway.Fault.badSetting }
            return (offer, dice.number(in: 1...2))
        }
    }
}

/// One rate of a supplier, as it is now.
struct WorldRate: Sendable {
    let hotel: Int
    let code: String
    let key: String
    let room: String
    let currency: String
    var board: String
    var minor: Int64
    let rooms: Int
    /// Whether it is sold at all now.
    var isOn = true

    init(house: String, hotel: Int, number: Int, _ dice: inout SplitMix) {
        self.hotel = hotel
        code = "\(house)-\(hotel)"
        key = "h\(hotel)r\(number)"
        room = dice.pick(["Double_Room", "double-room", "Twin", "Suite_Sea_View"])
        currency = dice.pick(["EUR", "EUR", "USD", "GBP"])
        board = dice.pick(["RO", "BB", "HB"])
        minor = Int64(dice.number(in: 5_000...20_000))
        rooms = dice.number(in: 1...3)
    }

    /// As ``OfferLine`` reads it.
    var line: String {
        let cents = "\(minor % 100)"
        let amount = "\(minor / 100)." + String(repeating: "0", count: 2 - cents.count) + cents
        return "\(code) \(key) \(room) \(board) free \(currency) \(amount)"
    }
}
