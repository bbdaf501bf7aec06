import Testing
import TravelModel

/// SplitMix64: small, seedable, the same numbers everywhere.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Offers made from a seed, wide enough to reach every branch of the format.
struct SeededOffers {
    private var chance: SplitMix

    init(seed: UInt64) { chance = SplitMix(seed: seed) }

    mutating func offer() throws -> Offer {
        let currency = try pick(["EUR", "JPY", "BHD"].map { try #require(CurrencyCode($0)) })
        var offer = Offer(
            hotel: try #require(SupplierHotelCode("H\(number(0...99_999))")),
            rateKey: text(), rooms: try list(0...8) { try $0.room() },
            board: try pick(Board.allCases), price: try price(currency),
            cancellation: try cancellation(currency),
            payment: OfferPayment(
                timing: try pick(OfferPayment.Timing.allCases),
                merchantOfRecord: OfferPayment.Merchant.allCases.randomElement(using: &chance)),
            hold: HoldAbility(
                keeper: try pick(HoldAbility.Keeper.allCases),
                needs: HoldAbility.Needs(rawValue: UInt8(number(0...3)))),
            reference: try #require(
                RateReference(
                    token: "t" + text(),
                    expires: coin() ? Instant(millisecondsSinceEpoch: wide()) : nil)))
        offer.boardText = coin() ? text() : nil
        offer.remaining = coin() ? Int(wide()) : nil
        offer.requirements = OfferRequirements(rawValue: UInt8(number(0...255)))
        offer.notes = list(0...8) { $0.text() }
        offer.legal = coin() ? text() : nil
        return offer
    }

    mutating func list<T>(
        _ lengths: ClosedRange<Int>, _ make: (inout SeededOffers) throws -> T
    ) rethrows -> [T] {
        var entries: [T] = []
        for _ in 0..<number(lengths) { entries.append(try make(&self)) }
        return entries
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &chance)
    }

    private mutating func room() throws -> OfferRoom {
        let ages = list(0...4) { $0.number(0...17) }
        return OfferRoom(
            name: text(),
            occupancy: try #require(Occupancy(adults: number(1...6), childAges: ages)),
            beds: list(0...8) { $0.text() })
    }

    private mutating func price(_ currency: CurrencyCode) throws -> OfferPrice {
        var lines = try list(0...12) { chance in
            PriceComponent(
                kind: try chance.pick(PriceComponent.Kind.allCases),
                amount: Money(
                    minorUnits: Int64(chance.number(-1_000_000...1_000_000)), currency: currency),
                payable: try chance.pick(PriceComponent.Payable.allCases),
                mandatory: chance.coin())
        }
        let due = lines.filter { $0.payable == .now && $0.mandatory }
            .reduce(0) { $0 + $1.amount.minorUnits }
        if due < 0 {
            lines.append(
                PriceComponent(
                    kind: .adjustment, amount: Money(minorUnits: -due, currency: currency),
                    payable: .now))
        }
        return try OfferPrice(
            charge: Money(minorUnits: max(0, due), currency: currency), components: lines,
            nightly: list(0...3) { Money(minorUnits: $0.wide(), currency: currency) },
            completeness: pick(OfferPrice.Completeness.allCases))
    }

    private mutating func cancellation(_ currency: CurrencyCode) throws -> CancellationTerms {
        let steps = try list(0...4) { chance in
            CancellationTerms.Step(
                from: try chance.deadline(),
                penalty: Money(minorUnits: chance.wide(), currency: currency))
        }
        switch try pick(CancellationTerms.Kind.allCases) {
        case .freeUntil: return .free(until: try deadline(), steps: steps)
        case .partiallyRefundable: return .partiallyRefundable(steps: steps)
        case .nonRefundable: return .nonRefundable(steps: steps)
        case .unknown: return .unknown
        }
    }

    private mutating func deadline() throws -> LocalDeadline {
        if coin() { return .instant(Instant(millisecondsSinceEpoch: wide())) }
        let seconds = Int64(number(-62_000_000_000...253_000_000_000))
        return .hotelLocal(try #require(CivilDateTime(secondsSinceEpoch: seconds)))
    }

    private mutating func pick<T>(_ values: [T]) throws -> T {
        try #require(values.randomElement(using: &chance))
    }

    private mutating func coin() -> Bool { Bool.random(using: &chance) }

    /// Any 64 bits, but often a small number.
    private mutating func wide() -> Int64 {
        Int64(truncatingIfNeeded: chance.next()) >> Int64(number(0...63))
    }

    private mutating func text() -> String {
        let alphabet = Array("abcXYZ 019|~é漢🏨\u{301}\u{0}\n")
        return String(list(0...40) { $0.number(0...(alphabet.count - 1)) }.map { alphabet[$0] })
    }
}
