import SupplierKit
import TravelModel
import WireFormat

/// The price of one room rate: its total, what of it is tax, what the hotel collects, the nights.
struct OtaxmlPrice {
    /// What is paid for the room but for the hotel's own charges.
    private(set) var total: Money
    /// Lines inside `total`.
    private(set) var inside: [(kind: PriceComponent.Kind, amount: Money)] = []
    /// Charges of the hotel itself.
    private(set) var atHotel: [PriceComponent] = []
    /// One price a night, empty when the rates do not say.
    private(set) var nightly: [Money] = []
    /// Whether taxes are in `total`.
    private(set) var hasTaxes: Bool
    /// Whether `total` was given as an amount before tax.
    private(set) var isBeforeTax = false

    private let settings: OtaxmlSettings
    private let stay: StayDates

    /// `roomStayTotal` is the total of the room stay where it holds this rate alone.
    init(
        of rate: XMLElement, roomStayTotal: XMLElement?, stay: StayDates, settings: OtaxmlSettings
    ) throws(RateFault) {
        self.settings = settings
        self.stay = stay
        let rates = rate.child("Rates").map { Array($0.children("Rate").prefix(400)) } ?? []
        let spans = rates.map { Span(of: $0, isOnly: rates.count == 1) }
        let whole = zip(rates, spans).first { $0.1 == .stay }?.0
        // One rate that cannot be placed, and nobody knows what the others leave to it.
        let days =
            spans.contains(.unclear) ? [] : zip(rates, spans).filter { $0.1 == .night }.map(\.0)
        let candidates = [
            rate.child("Total"), whole?.child("Total"), roomStayTotal, whole?.child("Base"),
        ]
        let currency = candidates.compactMap { $0?.attribute("CurrencyCode") }.first
        var found: (amount: OtaxmlAmount, element: XMLElement)?
        for case let element? in candidates where found == nil {
            let amount = try OtaxmlAmount(element, currency: currency, amounts: settings.amounts)
            if let amount { found = (amount, element) }
        }
        let nights = try Self.nights(days, currency: currency, settings: settings)
        if let found {
            guard let best = found.amount.best else { throw RateFault(.malformed, "no total") }
            total = best
            hasTaxes = found.amount.afterTax != nil
            nightly = try Self.check(nights, against: found.amount, stay: stay, settings: settings)
            try addLines(found.amount, found.element, currency: currency)
        } else {
            // No total anywhere: the nights are the price, if they are all there.
            let spread = Self.spread(nights, over: stay, settings.expireDate)
            guard let first = spread.first?.best else { throw RateFault(.malformed, "no total") }
            hasTaxes = spread.allSatisfy { $0.afterTax != nil }
            total = .zero(first.currency)
            for night in spread {
                guard let price = hasTaxes ? night.afterTax : night.beforeTax else {
                    throw RateFault(.malformed, "a night without price")
                }
                nightly.append(price)
                total = try total.plus(price)
            }
            inside = [(.base, total)]
        }
        try settleBasis()
    }

    /// Without an amount after tax the contract decides what the amount is.
    private mutating func settleBasis() throws(RateFault) {
        guard total.minorUnits >= 0 else { throw RateFault(.priceContradiction, "below zero") }
        isBeforeTax = !hasTaxes
        guard !hasTaxes else { return }
        if settings.taxBasis == .included {
            hasTaxes = true
        } else if !settings.allowsBeforeTaxOnly {
            throw RateFault(.malformed, "no amount after tax")
        }
    }

    /// Taxes and fees: inclusive ones are part of the total, exclusive ones are too where only they
    /// lead from the amount before tax to the one after; otherwise the hotel collects them.
    private mutating func addLines(
        _ amount: OtaxmlAmount, _ element: XMLElement, currency: String?
    ) throws(RateFault) {
        let lines = try Self.charges(element, currency: currency, settings: settings)
        var exclusive = lines.filter { !$0.isInclusive }
        var taxes = Money.zero(total.currency)
        for line in lines where line.isInclusive && line.amount.currency == total.currency {
            taxes = try taxes.plus(line.amount)
        }
        if let before = amount.beforeTax, let after = amount.afterTax {
            let difference = try after.minus(before)
            var all = taxes
            for line in exclusive where line.amount.currency == total.currency {
                all = try all.plus(line.amount)
            }
            let isExplainedWithout = difference == taxes
            if !exclusive.isEmpty, !isExplainedWithout, difference == all { exclusive = [] }
            inside = [(.base, before), (.tax, difference)]
        } else if hasTaxes, taxes.minorUnits > 0, taxes.minorUnits <= total.minorUnits {
            inside = [(.base, try total.minus(taxes)), (.tax, taxes)]
        } else {
            inside = [(.base, total)]
        }
        for line in exclusive {
            atHotel.append(
                PriceComponent(
                    kind: line.kind, amount: line.amount, payable: .atProperty,
                    mandatory: line.isMandatory))
        }
    }

    private struct Charge {
        let kind: PriceComponent.Kind
        let amount: Money
        let isInclusive: Bool
        let isMandatory: Bool
    }

    private static func charges(
        _ total: XMLElement, currency: String?, settings: OtaxmlSettings
    ) throws(RateFault) -> [Charge] {
        var charges: [Charge] = []
        let taxes = total.child("Taxes").map { Array($0.children("Tax").prefix(32)) } ?? []
        let fees =
            (total.child("Fees") ?? total.child("Taxes"))
            .map { Array($0.children("Fee").prefix(32)) } ?? []
        for (elements, isTax) in [(taxes, true), (fees, false)] {
            for element in elements {
                let code = element.attribute("CurrencyCode") ?? currency
                guard
                    let amount = try OtaxmlAmount.money(
                        element, "Amount", currency: code, amounts: settings.amounts),
                    amount.minorUnits != 0
                else { continue }
                guard amount.minorUnits > 0 else {
                    throw RateFault(.priceContradiction, "negative tax or fee")
                }
                charges.append(
                    Charge(
                        kind: kind(of: element, isTax: isTax), amount: amount,
                        isInclusive: element.attribute("Type") != "Exclusive",
                        isMandatory: !["false", "0"].contains(
                            element.attribute("MandatoryInd") ?? "true")))
            }
        }
        return charges
    }

    /// OpenTravel code list "Fee Tax Type": what is a tax of the city, what a fee of the house.
    private static let kinds: [String: PriceComponent.Kind] = [
        "1": .cityTax, "2": .cityTax, "3": .cityTax, "8": .cityTax, "9": .propertyFee,
        "10": .cityTax, "11": .propertyFee, "12": .resortFee, "14": .propertyFee,
        "16": .propertyFee, "18": .cityTax,
    ]

    private static func kind(of element: XMLElement, isTax: Bool) -> PriceComponent.Kind {
        let description = element.child("TaxDescription") ?? element.child("Description")
        if let kind = element.attribute("Code").flatMap({ kinds[$0] }) { return kind }
        let words = [
            element.attribute("Code"), description?.attribute("Name"),
            description?.text(of: "Text"),
            description?.trimmedText,
        ].compactMap { $0?.lowercased() }.joined(separator: " ")
        if words.contains("resort") { return .resortFee }
        return isTax || words.contains("city") || words.contains("tourist")
            ? .cityTax : .propertyFee
    }
}

// The nights.
extension OtaxmlPrice {
    /// What the amount of one `Rate` is for.
    enum Span: Hashable {
        case night, stay
        /// A rate of several days that does not say whether each or all of them cost that, or a unit
        /// such as a week: it is no price.
        case unclear

        /// `isOnly` means that no other rate stands beside it.
        init(of rate: XMLElement, isOnly: Bool) {
            switch rate.attribute("RateTimeUnit") {
            case "Day": self = .night
            case "FullDuration": self = .stay
            case nil:
                guard let first = rate.attribute("EffectiveDate").flatMap({ CivilDate($0) }) else {
                    self = isOnly ? .stay : .unclear
                    return
                }
                let last = rate.attribute("ExpireDate").flatMap { CivilDate($0) } ?? first
                self = (0...1).contains(first.days(until: last)) ? .night : .unclear
            default: self = .unclear
            }
        }
    }

    /// A price for each night from one day to another.
    struct Range {
        let first: CivilDate
        let last: CivilDate
        let amount: OtaxmlAmount
    }

    private static func nights(
        _ days: [XMLElement], currency: String?, settings: OtaxmlSettings
    ) throws(RateFault) -> [Range] {
        var ranges: [Range] = []
        for day in days {
            guard let first = day.attribute("EffectiveDate").flatMap({ CivilDate($0) }),
                let last = (day.attribute("ExpireDate") ?? day.attribute("EffectiveDate"))
                    .flatMap({ CivilDate($0) }),
                day.attribute("UnitMultiplier") ?? "1" == "1",
                let amount = try OtaxmlAmount(
                    day.child("Base") ?? day.child("Total"), currency: currency,
                    amounts: settings.amounts)
            else { return [] }
            ranges.append(Range(first: first, last: last, amount: amount))
        }
        return ranges
    }

    /// The price of each night, empty unless every night has exactly one.
    private static func spread(
        _ ranges: [Range], over stay: StayDates, _ rule: OtaxmlSettings.ExpireDate
    ) -> [OtaxmlAmount] {
        if rule == .either {
            let exclusive = spread(ranges, over: stay, .exclusive)
            return exclusive.isEmpty ? spread(ranges, over: stay, .inclusive) : exclusive
        }
        var nights: [OtaxmlAmount] = []
        for date in stay.nightDates {
            let covering = ranges.filter { range in
                guard range.first <= date else { return false }
                // One day from a date to itself is that day in every dialect.
                let isWithin = rule == .inclusive ? date <= range.last : date < range.last
                return isWithin || (range.first == range.last && date == range.first)
            }
            guard covering.count == 1 else { return [] }
            nights.append(covering[0].amount)
        }
        return nights
    }

    /// Nights times rates must make the total, or one of the two is wrong.
    private static func check(
        _ ranges: [Range], against total: OtaxmlAmount, stay: StayDates, settings: OtaxmlSettings
    ) throws(RateFault) -> [Money] {
        guard !ranges.isEmpty else { return [] }
        let spread = spread(ranges, over: stay, settings.expireDate)
        guard !spread.isEmpty else {
            throw RateFault(.wrongStay, "rates do not cover the nights once each")
        }
        let usesAfter = total.afterTax != nil && spread.allSatisfy { $0.afterTax != nil }
        guard let wanted = usesAfter ? total.afterTax : total.beforeTax else { return [] }
        var nights: [Money] = []
        var sum = Money.zero(wanted.currency)
        for amount in spread {
            guard let night = usesAfter ? amount.afterTax : amount.beforeTax else { return [] }
            nights.append(night)
            sum = try sum.plus(night)
        }
        // Nights are rounded one by one.
        guard try wanted.minus(sum).minorUnits.magnitude <= UInt64(nights.count) else {
            throw RateFault(.priceContradiction, "nights make \(sum), the total is \(wanted)")
        }
        return nights
    }
}
