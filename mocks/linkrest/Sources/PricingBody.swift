import MockKit
import WireFormat

/// Writes what an offer costs: `occupancy_pricing`, in the currency billed and the one asked for.
struct PricingBody {
    let offer: StayOffer
    let currency: String
    let exchange: Exchange

    /// One entry a distinct occupancy: equal rooms share one.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        var seen: Set<String> = []
        for rate in offer.rates where seen.insert(rate.party.text).inserted {
            json.key(rate.party.text)
            write(rate, to: &json)
        }
        json.endObject()
    }

    /// The pricing of one room.
    func write(_ rate: RoomRate, to json: inout JSONWriter) {
        let fee = serviceFee(of: rate)
        json.beginObject()
        json.key("nightly")
        json.beginArray()
        for (night, tax) in zip(rate.nightly, nightlyTax(of: rate)) {
            json.beginArray()
            write("base_rate", night, to: &json)
            if tax.minor > 0 { write("tax_and_service_fee", tax, to: &json) }
            json.endArray()
        }
        json.endArray()
        if fee.minor > 0 {
            json.key("stay")
            json.beginArray()
            write("property_fee", fee, to: &json)
            json.endArray()
        }
        json.key("totals")
        json.beginObject()
        charge("exclusive", rate.base, to: &json)
        charge("inclusive", rate.total, to: &json)
        let all = Amount(
            minor: rate.total.minor + rate.atProperty.minor, currency: rate.currency)
        charge("property_inclusive", all, to: &json)
        if rate.atProperty.minor > 0 { charge("property_fees", rate.atProperty, to: &json) }
        json.endObject()
        if !rate.propertyFees.isEmpty {
            json.key("fees")
            json.beginObject()
            for fee in rate.propertyFees {
                charge(fee.kind == .cityTax ? "mandatory_tax" : "resort_fee", fee.amount, to: &json)
            }
            json.endObject()
        }
        json.endObject()
    }

    private func write(_ type: String, _ amount: Amount, to json: inout JSONWriter) {
        json.beginObject()
        json.member("type", type)
        json.member("value", amount.text)
        json.member("currency", amount.currency)
        json.endObject()
    }

    private func charge(_ name: String, _ amount: Amount, to json: inout JSONWriter) {
        json.key(name)
        json.beginObject()
        json.key("billable_currency")
        PricingBody.money(amount, to: &json)
        json.key("request_currency")
        // Without a rate Rapid shows the billed currency in both places.
        PricingBody.money(exchange.convert(amount, to: currency) ?? amount, to: &json)
        json.endObject()
    }

    static func money(_ amount: Amount, to json: inout JSONWriter) {
        json.beginObject()
        json.member("value", amount.text)
        json.member("currency", amount.currency)
        json.endObject()
    }

    /// Some hotels have a tenth of the tax as a fee of the whole stay, paid with the booking.
    private func serviceFee(of rate: RoomRate) -> Amount {
        let all = rate.nightlyTax.reduce(0) { $0 + $1.minor }
        let rest = nightlyTax(of: rate).reduce(0) { $0 + $1.minor }
        return Amount(minor: all - rest, currency: rate.currency)
    }

    private func nightlyTax(of rate: RoomRate) -> [Amount] {
        var chance = Chance(0, "linkrest", "stayFee", rate.listing.code)
        guard !rate.listing.hotel.tax.isVatIncluded, chance.happens(0.3) else {
            return rate.nightlyTax
        }
        return rate.nightlyTax.map {
            Amount(minor: $0.minor - $0.minor / 10, currency: $0.currency)
        }
    }
}
