import MockKit
import WireFormat

/// Writes an offer as a `roomTypes` entry: one rate a room, amounts as JSON numbers.
struct RateBody {
    let offer: StayOffer
    let code: String
    /// The currency asked for; where no rate leads there, the hotel's own.
    let currency: String
    let shop: Shop

    init(_ offer: StayOffer, code: String, asked: String, shop: Shop) {
        self.offer = offer
        self.code = code
        self.shop = shop
        let wanted = shop.currency(asked: asked)
        let canConvert = shop.exchange.convert(offer.total, to: wanted) != nil
        currency = canConvert ? wanted : offer.currency
    }

    /// What the rooms cost together: the sum of the converted rates.
    var total: Amount {
        Amount(
            minor: offer.rates.reduce(0) { $0 + converted($1.total).minor }, currency: currency)
    }

    func converted(_ amount: Amount) -> Amount {
        shop.exchange.convert(amount, to: currency) ?? amount
    }

    func write(offerID: String, to json: inout JSONWriter) {
        json.beginObject()
        json.member("roomTypeId", identifier("type", 24))
        json.member("offerId", offerID)
        json.member("supplier", "mock")
        json.member("supplierId", 2)
        writeRates(to: &json)
        json.key("offerRetailRate")
        RateBody.money(total, to: &json)
        json.key("suggestedSellingPrice")
        writeSuggested(total, isArray: false, to: &json)
        json.key("offerInitialPrice")
        RateBody.money(total, to: &json)
        json.member("priceType", "commission")
        json.member("rateType", offer.plan.isPackage ? "package" : "standard")
        json.endObject()
    }

    func writeRates(to json: inout JSONWriter) {
        json.key("rates")
        json.beginArray()
        for (index, rate) in offer.rates.enumerated() { write(rate, index + 1, to: &json) }
        json.endArray()
    }

    private func write(_ rate: RoomRate, _ number: Int, to json: inout JSONWriter) {
        let total = converted(rate.total)
        json.beginObject()
        json.member("rateId", identifier("rate\(number)", 32))
        json.member("occupancyNumber", number)
        json.member("name", offer.room.name)
        json.member("maxOccupancy", offer.room.most)
        json.member("adultCount", rate.party.adults)
        json.member("childCount", rate.party.childAges.count)
        json.key("childrenAges")
        json.beginArray()
        for age in rate.party.childAges { json.integer(age) }
        json.endArray()
        let board = BoardWords(offer.plan.board, code: code, seed: shop.seed)
        json.member("boardType", board.type)
        json.member("boardName", board.name)
        json.member("remarks", remarks(of: rate))
        json.member("priceType", "commission")
        json.key("commission")
        json.beginArray()
        RateBody.money(Amount(minor: total.minor * 7 / 100, currency: currency), to: &json)
        json.endArray()
        json.key("retailRate")
        json.beginObject()
        json.key("total")
        json.beginArray()
        RateBody.money(total, to: &json)
        json.endArray()
        json.key("suggestedSellingPrice")
        writeSuggested(total, isArray: true, to: &json)
        json.key("initialPrice")
        json.beginArray()
        RateBody.money(total, to: &json)
        json.endArray()
        json.key("taxesAndFees")
        writeTaxes(rate, to: &json)
        json.endObject()
        json.key("cancellationPolicies")
        CancellationBody(offer, rate, converted(rate.total), converted(rate.firstNight), shop)
            .write(to: &json)
        json.key("paymentTypes")
        json.beginArray()
        json.string("NUITEE_PAY")
        json.endArray()
        json.endObject()
    }

    private func writeSuggested(_ amount: Amount, isArray: Bool, to json: inout JSONWriter) {
        if isArray { json.beginArray() }
        json.beginObject()
        json.key("amount")
        json.number(Amount(minor: amount.minor * 112 / 100, currency: currency).number)
        json.member("currency", currency)
        json.member("source", "providerDirect")
        json.endObject()
        if isArray { json.endArray() }
    }

    /// What is inside the total is `included`; the rest is due at the property.
    private func writeTaxes(_ rate: RoomRate, to json: inout JSONWriter) {
        json.beginArray()
        if rate.tax.minor > 0 {
            tax("Taxes and service fees", converted(rate.tax), isIncluded: true, to: &json)
        }
        for fee in rate.propertyFees where !(fee.kind == .resortFee && saysFeesInText) {
            let name = fee.kind == .cityTax ? "City tax" : "Resort fee"
            let amount = keepsLocalCurrency ? fee.amount : converted(fee.amount)
            tax(name, amount, isIncluded: false, to: &json)
        }
        json.endArray()
    }

    private func tax(
        _ name: String, _ amount: Amount, isIncluded: Bool, to json: inout JSONWriter
    ) {
        var chance = Chance(shop.seed, "streamrates", "noise", code)
        let hasNoise = chance.happens(0.05) && amount.number.contains(".")
        json.beginObject()
        json.member("included", isIncluded)
        json.member("description", name)
        json.key("amount")
        // The service keeps doubles; a sum of them is often a hair off.
        json.number(hasNoise ? amount.text + "000000000001" : amount.number)
        json.member("currency", amount.currency)
        json.endObject()
    }

    private func remarks(of rate: RoomRate) -> String {
        guard saysFeesInText, let fee = rate.propertyFees.first(where: { $0.kind == .resortFee })
        else { return "" }
        return "A mandatory resort fee of \(fee.amount.text) \(fee.amount.currency) per stay is "
            + "payable at the property."
    }

    /// Half of the hotels name the resort fee in a remark only.
    private var saysFeesInText: Bool { trait("feesInText", 0.5) }

    /// Some show what is due at the property in the hotel's own currency.
    private var keepsLocalCurrency: Bool { trait("localFees", 0.3) }

    private func trait(_ name: String, _ share: Double) -> Bool {
        var chance = Chance(shop.seed, "streamrates", name, code)
        return chance.happens(share)
    }

    private func identifier(_ kind: String, _ length: Int) -> String {
        var chance = Chance(
            shop.seed, "streamrates", kind, code, "\(offer.room.code)/\(offer.plan.code)")
        return Identifiers.text(length, &chance)
    }

    static func money(_ amount: Amount, to json: inout JSONWriter) {
        json.beginObject()
        json.key("amount")
        json.number(amount.number)
        json.member("currency", amount.currency)
        json.endObject()
    }
}

/// The service's opaque ids.
enum Identifiers {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    static func text(_ length: Int, _ chance: inout Chance) -> String {
        String((0..<length).compactMap { _ in chance.pick(letters) })
    }
}

/// A board as the service names it: breakfast has two codes.
struct BoardWords {
    let type: String
    let name: String

    init(_ board: Board, code: String, seed: UInt64) {
        var chance = Chance(seed, "streamrates", "board", code)
        switch board {
        case .roomOnly: (type, name) = ("RO", "Room Only")
        case .breakfast:
            (type, name) =
                chance.happens(0.5) ? ("BI", "Breakfast Included") : ("BB", "Bed & Breakfast")
        case .halfBoard: (type, name) = ("HB", "Half Board")
        case .allInclusive: (type, name) = ("AI", "All Inclusive")
        }
    }
}
