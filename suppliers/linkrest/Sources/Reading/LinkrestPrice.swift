import SupplierKit
import TravelModel

/// The price of one offer, summed over its rooms.
///
/// `inclusive` is what the booking is charged with, without what the hotel collects;
/// `property_inclusive` is the truth for display. Lines that do not lead to them are refused.
struct LinkrestPrice {
    let price: OfferPrice
    /// What is lost at most by cancelling: all but the hotel's own fees.
    let atStake: Money
    /// The nights' prices, empty where the supplier gave none.
    let nights: [Money]

    /// `pricing` is what the supplier said by occupancy, `merchant` who takes the money.
    init(
        _ pricing: [LinkrestPricing], rooms: [Occupancy], nights: Int, merchant: String?
    ) throws(RateFault) {
        let sum = try LinkrestPriceSum(pricing, rooms: rooms, nights: nights)
        let fees = try sum.settledFees()
        let isAtProperty = merchant == "property"
        let components = sum.lines.components(payable: isAtProperty ? .atProperty : .now) + fees
        atStake = sum.charge
        self.nights = sum.nightly
        do {
            price = try OfferPrice(
                charge: isAtProperty ? .zero(sum.charge.currency) : sum.charge,
                components: components, nightly: sum.nightly)
        } catch { throw RateFault(error) }
    }
}

/// Adds the rooms up.
private struct LinkrestPriceSum {
    private(set) var charge: Money
    private(set) var nightly: [Money]
    private(set) var lines = LineSums()
    private let roomCount: Int
    private var truth: Money?

    init(
        _ pricing: [LinkrestPricing], rooms: [Occupancy], nights: Int
    ) throws(RateFault) {
        let byRoom = try Self.pricing(pricing, of: rooms)
        guard let first = byRoom.first, let inclusive = try first.inclusive.billable.money() else {
            throw RateFault(.malformed, "no inclusive total")
        }
        roomCount = rooms.count
        charge = .zero(inclusive.currency)
        nightly = Array(repeating: .zero(inclusive.currency), count: nights)
        truth = charge
        for room in byRoom { try add(room) }
    }

    private var currency: CurrencyCode { charge.currency }

    /// One pricing a room, in the order of the rooms; equal occupancies share one.
    private static func pricing(
        _ all: [LinkrestPricing], of rooms: [Occupancy]
    ) throws(RateFault) -> [LinkrestPricing] {
        var found: [LinkrestPricing] = []
        for room in rooms {
            guard let pricing = all.first(where: { Occupancy($0.occupancy) == room }) else {
                throw RateFault(.wrongStay, "no price for \(room)")
            }
            found.append(pricing)
        }
        return found
    }

    private mutating func add(_ room: LinkrestPricing) throws(RateFault) {
        guard let inclusive = try room.inclusive.billable.money() else {
            throw RateFault(.malformed, "no inclusive total")
        }
        charge = try charge.plus(inclusive)
        if let whole = try room.propertyInclusive.billable.money(), let sum = truth {
            truth = try sum.plus(whole)
        } else {
            truth = nil
        }
        try addLines(of: room, inclusive: inclusive)
        try lines.addFee(room.resortFee.billable.money(), .resortFee)
        try lines.addFee(room.mandatoryFee.billable.money(), .propertyFee)
        try lines.addFee(room.mandatoryTax.billable.money(), .cityTax)
    }

    private mutating func addLines(
        of room: LinkrestPricing, inclusive: Money
    ) throws(RateFault) {
        guard room.nightly.isEmpty || room.nightly.count == nightly.count || nightly.isEmpty else {
            throw RateFault(.wrongStay, "\(room.nightly.count) nights")
        }
        if room.nightly.isEmpty { nightly = [] }
        guard !room.nightly.isEmpty || !room.stay.isEmpty else {
            return try addTotals(of: room, inclusive: inclusive)
        }
        var sum = Money.zero(currency)
        for (index, night) in room.nightly.enumerated() {
            var ofNight = Money.zero(currency)
            for line in night { ofNight = try ofNight.plus(try lines.add(line)) }
            sum = try sum.plus(ofNight)
            if nightly.indices.contains(index) { nightly[index] = try nightly[index].plus(ofNight) }
        }
        for line in room.stay { sum = try sum.plus(try lines.add(line)) }
        let residue = try inclusive.minus(sum)
        guard residue.minorUnits.magnitude <= 1 else {
            throw RateFault(.priceContradiction, "lines make \(sum), the total is \(inclusive)")
        }
        try lines.absorb(residue)
    }

    /// Without lines the totals are all there is: what `exclusive` leaves out is tax.
    private mutating func addTotals(
        of room: LinkrestPricing, inclusive: Money
    ) throws(RateFault) {
        let exclusive = try room.exclusive.billable.money() ?? inclusive
        try lines.add(exclusive, .base)
        try lines.add(try inclusive.minus(exclusive), .tax)
    }

    /// The fees paid at the hotel, checked against the truth; a difference without a named fee is
    /// a fee of its own.
    func settledFees() throws(RateFault) -> [PriceComponent] {
        var fees = lines.fees
        guard let truth else { return fees }
        let difference = try truth.minus(charge)
        let isForeign = fees.contains { $0.amount.currency != currency }
        if fees.isEmpty, difference.minorUnits > Int64(roomCount) {
            fees.append(
                PriceComponent(kind: .propertyFee, amount: difference, payable: .atProperty))
            return fees
        }
        var named = Money.zero(currency)
        for fee in fees where fee.amount.currency == currency {
            named = try named.plus(fee.amount)
        }
        let unexplained = try difference.minus(named)
        let isRight =
            isForeign
            ? unexplained.minorUnits >= -Int64(roomCount)
            : unexplained.minorUnits.magnitude <= UInt64(roomCount)
        guard isRight else {
            throw RateFault(.priceContradiction, "fees make \(named), the totals say \(difference)")
        }
        return fees
    }
}

/// Lines gathered by kind, in the order of the kinds, so that equal prices are equal values.
private struct LineSums {
    private var now: [PriceComponent.Kind: Money] = [:]
    private(set) var fees: [PriceComponent] = []

    /// Adds a line of a night or the stay and returns its amount.
    mutating func add(_ line: LinkrestLine) throws(RateFault) -> Money {
        guard let amount = try line.amount.money() else {
            throw RateFault(.malformed, "a line without amount")
        }
        try add(amount, Self.kind(of: line.type, amount: amount))
        return amount
    }

    mutating func add(_ amount: Money, _ kind: PriceComponent.Kind) throws(RateFault) {
        now[kind] = try now[kind].map { sum throws(RateFault) in try sum.plus(amount) } ?? amount
    }

    /// Puts a rounding residue where it shows least.
    mutating func absorb(_ residue: Money) throws(RateFault) {
        guard residue.minorUnits != 0 else { return }
        try add(residue, now[.tax] != nil ? .tax : .base)
    }

    mutating func addFee(_ amount: Money?, _ kind: PriceComponent.Kind) throws(RateFault) {
        guard let amount, amount.minorUnits != 0 else { return }
        guard amount.minorUnits > 0 else { throw RateFault(.priceContradiction, "negative fee") }
        let same = fees.firstIndex { $0.kind == kind && $0.amount.currency == amount.currency }
        let sum = try same.map { index throws(RateFault) in try fees[index].amount.plus(amount) }
        let fee = PriceComponent(kind: kind, amount: sum ?? amount, payable: .atProperty)
        if let same { fees[same] = fee } else { fees.append(fee) }
    }

    func components(payable: PriceComponent.Payable) -> [PriceComponent] {
        PriceComponent.Kind.allCases.compactMap { kind in
            guard let amount = now[kind], amount.minorUnits != 0 else { return nil }
            return PriceComponent(kind: kind, amount: amount, payable: payable)
        }
    }

    private static func kind(of type: String, amount: Money) -> PriceComponent.Kind {
        switch type {
        case "base_rate": .base
        case "tax_and_service_fee", "sales_tax", "recovery_charges_and_fees": .tax
        case "extra_person_fee": .extraPerson
        case "property_fee": .propertyFee
        case "traveler_service_fee": .serviceFee
        case "adjustment": amount.minorUnits < 0 ? .discount : .adjustment
        default: .adjustment
        }
    }
}
