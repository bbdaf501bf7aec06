import MockKit
import WireFormat

/// Writes an offer as RoomStay elements, one for each candidate.
struct RoomStayBody {
    let offer: StayOffer
    let code: String
    let shop: Shop

    init(_ offer: StayOffer, code: String, shop: Shop) {
        self.offer = offer
        self.code = code
        self.shop = shop
    }

    /// Some hotels confirm their last room by hand.
    static func isOnRequest(_ offer: StayOffer, _ code: String, _ shop: Shop) -> Bool {
        var chance = Chance(shop.seed, "otaxml", "onRequest", code)
        return chance.happens(0.05) && offer.remaining == offer.rates.count
    }

    /// One RoomStay a candidate, each with its own BookingCode.
    func write(_ candidates: [AvailRequest.Candidate], to xml: inout XMLWriter) {
        var first = 0
        for candidate in candidates {
            let rates = Array(offer.rates.dropFirst(first).prefix(candidate.quantity))
            first += candidate.quantity
            write(rates, rph: candidate.rph, to: &xml)
        }
    }

    /// The RoomStay of equal rooms.
    func write(_ rates: [RoomRate], rph: String, to xml: inout XMLWriter) {
        guard let rate = rates.first else { return }
        let status =
            RoomStayBody.isOnRequest(offer, code, shop) ? "OnRequest" : "AvailableForSale"
        xml.start("RoomStay")
        xml.attribute("AvailabilityStatus", status)
        xml.attribute("RPH", rph)
        writeRoomType(to: &xml)
        writeRatePlan(status, rate, to: &xml)
        xml.start("RoomRates")
        xml.start("RoomRate")
        xml.attribute("RoomTypeCode", offer.room.code)
        xml.attribute("RatePlanCode", offer.plan.code)
        xml.attribute("NumberOfUnits", rates.count)
        xml.attribute("BookingCode", bookingCode(rates))
        writeRates(rate, to: &xml)
        writeTotal(rates, hasTaxes: true, to: &xml)
        xml.end()
        xml.end()
        xml.start("GuestCounts")
        writeGuests(rate.party, to: &xml)
        xml.end()
        xml.start("TimeSpan")
        xml.attribute("Start", offer.stay.checkIn.text)
        xml.attribute("End", offer.stay.checkOut.text)
        xml.end()
        writeTotal(rates, hasTaxes: false, to: &xml)
        xml.start("BasicPropertyInfo")
        xml.attribute("HotelCode", code)
        xml.attribute("HotelName", offer.listing.name)
        xml.end()
        xml.end()
    }

    private func bookingCode(_ rates: [RoomRate]) -> String {
        OfferToken(
            purpose: "booking", hotel: code, room: offer.room.code, plan: offer.plan.code,
            stay: offer.stay, parties: rates.map(\.party),
            price: rates.reduce(0) { $0 + $1.total.minor },
            isRefundable: offer.plan.cancellation != .nonRefundable,
            expires: shop.now.adding(milliseconds: shop.tokenLife)
        ).sealed(seed: shop.seed, supplier: shop.supplier)
    }

    private func writeRoomType(to xml: inout XMLWriter) {
        xml.start("RoomTypes")
        xml.start("RoomType")
        xml.attribute("RoomTypeCode", offer.room.code)
        xml.attribute("NumberOfUnits", offer.remaining)
        xml.start("RoomDescription")
        xml.attribute("Name", offer.room.name)
        xml.element("Text", offer.room.beds)
        xml.end()
        xml.end()
        xml.end()
    }

    private func writeRatePlan(_ status: String, _ rate: RoomRate, to xml: inout XMLWriter) {
        xml.start("RatePlans")
        xml.start("RatePlan")
        xml.attribute("RatePlanCode", offer.plan.code)
        xml.attribute("AvailabilityStatus", status)
        xml.attribute("PrepaidIndicator", "true")
        xml.start("Guarantee")
        xml.attribute("GuaranteeType", "PrePay")
        xml.end()
        PenaltyBody(offer, code, shop).write(to: &xml)
        if let text = description(of: rate) {
            xml.start("RatePlanDescription")
            xml.element("Text", text)
            xml.end()
        }
        xml.start("MealsIncluded")
        xml.attribute("Breakfast", offer.plan.board == .roomOnly ? "false" : "true")
        let plan =
            switch offer.plan.board {
            case .roomOnly: "14"
            case .breakfast: "3"
            case .halfBoard: "12"
            case .allInclusive: "1"
            }
        xml.attribute("MealPlanCodes", plan)
        xml.end()
        xml.end()
        xml.end()
    }

    private func description(of rate: RoomRate) -> String? {
        var texts: [String] = []
        if offer.plan.board == .breakfast { texts.append("Breakfast is served in the café.") }
        if saysFeesInText {
            texts += rate.propertyFees.filter { $0.kind == .resortFee }.map {
                "A resort fee of \($0.amount.currency) \($0.amount.text) per room and stay is due at the hotel."
            }
        }
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    private func writeGuests(_ party: Party, to xml: inout XMLWriter) {
        xml.start("GuestCount")
        xml.attribute("AgeQualifyingCode", "10")
        xml.attribute("Count", party.adults)
        xml.end()
        for age in party.childAges {
            xml.start("GuestCount")
            xml.attribute("AgeQualifyingCode", age < 2 ? "7" : "8")
            xml.attribute("Age", age)
            xml.attribute("Count", "1")
            xml.end()
        }
    }

    private var saysFeesInText: Bool { trait("feesInText", 0.4) }
    private var hidesTax: Bool {
        !offer.listing.hotel.tax.isVatIncluded && trait("hidesTax", 0.2)
    }

    private func trait(_ name: String, _ share: Double) -> Bool {
        var chance = Chance(shop.seed, "otaxml", name, code)
        return chance.happens(share)
    }
}

// Amounts: attributes, before and after tax.
extension RoomStayBody {
    /// One room's price by date ranges; ExpireDate is the morning after the last night.
    fileprivate func writeRates(_ rate: RoomRate, to xml: inout XMLWriter) {
        xml.start("Rates")
        if trait("fullDuration", 0.2) {
            writeRate(
                rate.base, rate.total, from: 0, to: offer.stay.nights, unit: "FullDuration",
                to: &xml)
        } else {
            let nights = Array(zip(rate.nightly, rate.nightlyTax))
            var first = 0
            while first < nights.count {
                var next = first + 1
                while next < nights.count, nights[next] == nights[first] { next += 1 }
                let (base, tax) = nights[first]
                let total = Amount(minor: base.minor + tax.minor, currency: base.currency)
                writeRate(base, total, from: first, to: next, unit: "Day", to: &xml)
                first = next
            }
        }
        xml.end()
    }

    private func writeRate(
        _ base: Amount, _ total: Amount, from first: Int, to next: Int, unit: String,
        to xml: inout XMLWriter
    ) {
        xml.start("Rate")
        xml.attribute("EffectiveDate", offer.stay.checkIn.adding(first).text)
        xml.attribute("ExpireDate", offer.stay.checkIn.adding(next).text)
        xml.attribute("RateTimeUnit", unit)
        xml.attribute("UnitMultiplier", "1")
        xml.start("Base")
        xml.attribute("AmountBeforeTax", base.text)
        if !hidesTax { xml.attribute("AmountAfterTax", total.text) }
        xml.attribute("CurrencyCode", base.currency)
        xml.end()
        xml.end()
    }

    /// The price of all units; what is `Exclusive` is paid at the hotel.
    fileprivate func writeTotal(_ rates: [RoomRate], hasTaxes: Bool, to xml: inout XMLWriter) {
        func sum(_ part: (RoomRate) -> Amount) -> Amount {
            Amount(minor: rates.reduce(0) { $0 + part($1).minor }, currency: offer.currency)
        }
        xml.start("Total")
        xml.attribute("AmountBeforeTax", sum(\.base).text)
        if !hidesTax { xml.attribute("AmountAfterTax", sum(\.total).text) }
        xml.attribute("CurrencyCode", offer.currency)
        xml.attribute("DecimalPlaces", Amount.exponent(of: offer.currency))
        let fees = rates.flatMap(\.propertyFees).filter {
            !(saysFeesInText && $0.kind == .resortFee)
        }
        if hasTaxes, !fees.isEmpty || !hidesTax {
            xml.start("Taxes")
            if !hidesTax { writeTax("19", sum(\.tax), isInclusive: true, to: &xml) }
            for kind in [PropertyFee.Kind.cityTax, .resortFee] {
                let amounts = fees.filter { $0.kind == kind }.map(\.amount.minor)
                guard !amounts.isEmpty else { continue }
                let amount = Amount(minor: amounts.reduce(0, +), currency: offer.currency)
                writeTax(kind == .cityTax ? "18" : "12", amount, isInclusive: false, to: &xml)
            }
            xml.end()
        }
        xml.end()
    }

    private func writeTax(
        _ code: String, _ amount: Amount, isInclusive: Bool, to xml: inout XMLWriter
    ) {
        xml.start("Tax")
        xml.attribute("Code", code)
        xml.attribute("Type", isInclusive ? "Inclusive" : "Exclusive")
        xml.attribute("Amount", amount.text)
        xml.attribute("CurrencyCode", amount.currency)
        xml.end()
    }
}
