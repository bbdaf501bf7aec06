import Foundation
import Gateway
import TravelModel

/// Suppliers whose prices drift, each rate at a pace of its own, whoever looks at them.
///
/// A rate is a chain of prices that last for exponentially distributed times; every eighth time it is
/// gone for that time. The mean time depends on the days to arrival, the supplier and the hotel. The
/// chain of a rate follows from the seed alone, so that all policies meet the same world.
struct ReplayWorld {
    /// One supplier: its name, and how much faster than usual its prices change.
    struct House {
        let id: SupplierID
        let pace: Double
    }

    private struct Rate {
        var random: SeededRandom
        var version: Int
        /// Seconds from the start.
        var changesAt: Double
        let meanTime: Double
    }

    let houses: [House]
    private let seed: UInt64
    private var rates: [UInt64: Rate] = [:]
    private let currency: CurrencyCode
    private let room: Occupancy

    /// Names and rooms that cannot be made are a mistake in the program.
    init?(seed: UInt64) {
        let paces = [("steady", 0.4), ("usual", 1.0), ("moody", 3.0)]
        houses = paces.compactMap { name, pace in
            SupplierID(name).map { House(id: $0, pace: pace) }
        }
        guard let currency = CurrencyCode("EUR"), let room = Occupancy(adults: 2),
            houses.count == paces.count
        else { return nil }
        self.seed = seed
        self.currency = currency
        self.room = room
    }

    /// Mean seconds between two prices of a rate at the usual supplier.
    static func meanTime(_ lead: LeadTime) -> Double {
        switch lead {
        case .nextDay: 40 * 60
        case .week: 2 * 3600
        case .month: 4 * 3600
        case .quarter: 9 * 3600
        case .later: 24 * 3600
        }
    }

    /// Which price a rate has at a moment, `nil` while it is gone; times must not go back.
    mutating func version(of key: RateKey, house: Int, at time: Double) -> Int? {
        let number = key.number(house)
        var rate = rates[number] ?? fresh(number, key.lead, house)
        while rate.changesAt <= time {
            rate.version += 1
            rate.changesAt += Self.wait(rate.meanTime, &rate.random)
        }
        rates[number] = rate
        return rate.version % 8 == 7 ? nil : rate.version
    }

    /// The offer behind a version.
    func offer(_ key: RateKey, version: Int, code: SupplierHotelCode) -> Offer? {
        let money = Money(
            minorUnits: base(key) + Int64(version) * Self.step, currency: currency)
        guard
            let price = try? OfferPrice(
                charge: money,
                components: [PriceComponent(kind: .base, amount: money, payable: .now)]),
            let reference = RateReference(token: "t")
        else { return nil }
        return Offer(
            hotel: code, rateKey: "r", rooms: [OfferRoom(name: "Double", occupancy: room)],
            board: .bedAndBreakfast, price: price, cancellation: .nonRefundable(),
            payment: OfferPayment(timing: .now), hold: HoldAbility(keeper: .priceCheck),
            reference: reference)
    }

    /// The version behind an offer of ``offer(_:version:code:)``.
    func version(_ offer: Offer, _ key: RateKey) -> Int {
        Int((offer.price.charge.minorUnits - base(key)) / Self.step)
    }

    /// Every version has a price of its own.
    private static let step: Int64 = 137

    private func base(_ key: RateKey) -> Int64 { Int64(9_000 + key.number(0) % 30_000) }

    private func fresh(_ number: UInt64, _ lead: LeadTime, _ house: Int) -> Rate {
        var random = SeededRandom(seed: seed, stream: number &+ 1)
        // Hotels differ too: by up to three to either side.
        let temper = exp(Double(random.within(-110...110)) / 100)
        let mean = Self.meanTime(lead) / houses[house].pace * temper
        let version = random.within(0...6)
        // The first wait is the rest of one under way, which is as long as any: they have no memory.
        let first = Self.wait(mean, &random)
        return Rate(random: random, version: version, changesAt: first, meanTime: mean)
    }

    private static func wait(_ mean: Double, _ random: inout SeededRandom) -> Double {
        -mean * log(Double.random(in: .leastNonzeroMagnitude..<1, using: &random))
    }
}

/// Names a rate: one hotel of one question.
struct RateKey: Hashable {
    let question: Int
    let hotel: Int
    let lead: LeadTime

    func number(_ house: Int) -> UInt64 {
        UInt64(question * 1_000 + hotel * 10 + house)
    }
}
