/// What one supplier asks for a room on a date: a function of its arguments and the seed.
public struct Market: Sendable {
    /// The seed of the fleet.
    public let seed: UInt64
    /// The supplier's id; two suppliers price one room differently.
    public let supplier: String
    /// How prices move with time.
    public var drift: PriceDrift

    /// A market of a supplier.
    public init(seed: UInt64, supplier: String, drift: PriceDrift = .none) {
        self.seed = seed
        self.supplier = supplier
        self.drift = drift
    }

    /// The conditions under which a hotel sells a kind of room; the same on all dates.
    public func plans(for room: RoomType, of hotel: CatalogueHotel) -> [RatePlan] {
        var chance = Chance(seed, "plans", supplier, hotel.id, room.code)
        let fed: Board =
            hotel.amenities.contains("beachAccess") && chance.happens(0.4)
            ? (chance.happens(0.5) ? .halfBoard : .allInclusive) : .breakfast
        var plans = [plan("FLX", .roomOnly, flexible: true, &chance)]
        if chance.happens(0.75) { plans.append(plan("NRF", .roomOnly, flexible: false, &chance)) }
        if chance.happens(0.65) { plans.append(plan("FLX", fed, flexible: true, &chance)) }
        if chance.happens(0.25) { plans.append(plan("NRF", fed, flexible: false, &chance)) }
        return plans
    }

    private func plan(
        _ prefix: String, _ board: Board, flexible: Bool, _ chance: inout Chance
    ) -> RatePlan {
        let freeDays = chance.within(1...7)
        let isHoldable = chance.happens(0.75)
        let isPackage = chance.happens(0.04)
        let dropMinute = chance.pick([12 * 60, 16 * 60, 18 * 60]) ?? 0
        let fullDays = chance.below(freeDays)
        let food: Int64 =
            switch board {
            case .roomOnly: 1000
            case .breakfast: 1120
            case .halfBoard: 1290
            case .allInclusive: 1550
            }
        return RatePlan(
            code: "\(prefix)-\(board.rawValue)", board: board,
            cancellation: flexible
                ? .steps(freeDays: freeDays, fullDays: fullDays, dropMinute: dropMinute)
                : .nonRefundable,
            isHoldable: isHoldable, isPackage: isPackage,
            perMille: (flexible ? food : food * 88 / 100) * (isPackage ? 90 : 100) / 100)
    }

    /// A room's price at an instant; `remaining` is the caller's knowledge.
    public func rate(
        _ listing: SupplierListing, _ room: RoomType, _ plan: RatePlan, _ stay: Stay,
        _ party: Party, remaining: Int, now: Moment
    ) -> RoomRate {
        let hotel = listing.hotel
        let currency = hotel.base.currency
        var constant = Chance(seed, "supplier", supplier, hotel.id)
        var price = Amount.share(hotel.base.minor, room.percent, of: 100)
        price = Amount.share(price, plan.perMille, of: 1000)
        price = Amount.share(price, Int64(constant.within(940...1070)), of: 1000)
        price = Amount.share(price, Market.perMille(of: party), of: 1000)
        price = drift.apply(to: price, seed, supplier, "\(hotel.id)/\(room.code)", at: now)
        let gross = stay.dates.map { date in
            var night = Chance(seed, "night", supplier, "\(hotel.id)/\(room.code)", date.text)
            let season = Market.season(date) * (date.weekday >= 4 ? 1090 : 1000) / 1000
            let level = Amount.share(price, Int64(season), of: 1000)
            return Amount.share(level, Int64(night.within(950...1060)), of: 1000)
        }
        let rule = hotel.tax
        let taxes = gross.map {
            rule.isVatIncluded
                ? Amount.share($0, rule.vat, of: 10_000 + rule.vat)
                : Amount.share($0, rule.vat, of: 10_000)
        }
        let bases = zip(gross, taxes).map { rule.isVatIncluded ? $0 - $1 : $0 }
        return RoomRate(
            listing: listing, room: room, plan: plan, stay: stay, party: party,
            nightly: bases.map { Amount(minor: $0, currency: currency) },
            nightlyTax: taxes.map { Amount(minor: $0, currency: currency) },
            propertyFees: Market.fees(of: rule, party, stay), remaining: remaining)
    }

    private static func fees(of tax: TaxRules, _ party: Party, _ stay: Stay) -> [PropertyFee] {
        var fees: [PropertyFee] = []
        if let levy = tax.cityTax {
            fees.append(
                PropertyFee(kind: .cityTax, amount: levy.total(for: party, nights: stay.nights)))
        }
        if let levy = tax.resortFee {
            fees.append(
                PropertyFee(kind: .resortFee, amount: levy.total(for: party, nights: stay.nights)))
        }
        return fees.filter { $0.amount.minor > 0 }
    }

    private static func perMille(of party: Party) -> Int64 {
        let adults: Int64 = party.adults == 1 ? 900 : 1000 + Int64(party.adults - 2) * 180
        return adults + Int64(party.childAges.count { $0 >= 3 }) * 90
    }

    /// A year has two high seasons, summer and the turn of the year.
    private static func season(_ date: Day) -> Int {
        let level = [920, 900, 960, 1020, 1060, 1120, 1210, 1220, 1080, 1000, 910, 1050]
        let (_, month, day) = date.parts
        return (month, day) >= (12, 24) ? 1300 : level[(month - 1) % level.count]
    }
}
