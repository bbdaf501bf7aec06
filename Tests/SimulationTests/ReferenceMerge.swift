import Gateway
import GatewayTesting
import SupplierKit
import TravelModel

/// The merge once more, as plainly as possible: what the product's must agree with.
enum ReferenceMerge {
    /// One offer line and what the merge makes of it.
    struct Priced: Hashable {
        let supplier: String
        let hotel: String
        let total: Money
        let isInEuro: Bool
        let thing: String
        let isWhole: Bool
        let isPackage: Bool
    }

    /// EUR 1 = USD 1.25 = GBP 0.80 = JPY 160; nothing for CHF.
    static func priced(_ line: String) throws -> Priced {
        let words = line.split(separator: " ").map(String.init)
        let parts = words[0].split(separator: "-").map(String.init)
        let charge = try money(words[6], words[5])
        var total = euro(charge) ?? charge
        var isWhole = true
        for option in words.dropFirst(7) where option.hasPrefix("property=") {
            let pair = option.dropFirst(9).split(separator: ":").map(String.init)
            let extra = try money(pair[1], pair[0])
            // A charge without a rate cannot be counted; in the total's own currency it can.
            if extra.currency == total.currency {
                total = try total.adding(extra)
            } else if total.currency.text == "EUR", let converted = euro(extra) {
                total = try total.adding(converted)
            } else {
                isWhole = false
            }
        }
        let room = words[2].lowercased().split { $0 == "_" || $0 == "-" }.joined(separator: " ")
        let pay = words.contains("pay=atProperty") ? "atProperty" : "now"
        return Priced(
            supplier: parts[0], hotel: "hotel:\(parts[1])", total: total,
            isInEuro: total.currency.text == "EUR",
            thing: "\(room)|\(words[3])|\(words[4])|\(pay)|\(isWhole)", isWhole: isWhole,
            isPackage: words.contains("package=yes"))
    }

    /// By hotel, for each thing its totals with their suppliers, cheapest first.
    static func merged(_ lines: [String]) throws -> [String: [[String]]] {
        var hotels: [String: [String: [Priced]]] = [:]
        for offer in try lines.map(priced) where !offer.isPackage {
            hotels[offer.hotel, default: [:]][offer.thing, default: []].append(offer)
        }
        return hotels.mapValues { things in
            things.values.map { $0.sorted(by: precedes) }
                .sorted { precedes($0[0], $1[0]) }
                .map { $0.map { "\($0.supplier) \($0.total)" } }
        }
    }

    /// What a search showed, in the same shape.
    static func shown(_ hotel: HotelResult) -> [[String]] {
        hotel.offers.map { offer in
            ["\(offer.supplier) \(offer.price.total)"]
                + offer.alternates.map { "\($0.supplier) \($0.total)" }
        }
    }

    private static func precedes(_ a: Priced, _ b: Priced) -> Bool {
        if a.isInEuro != b.isInEuro { return a.isInEuro }
        if a.total.currency != b.total.currency { return a.total.currency < b.total.currency }
        if a.isWhole != b.isWhole { return a.isWhole }
        return (a.total.minorUnits, a.supplier) < (b.total.minorUnits, b.supplier)
    }

    private static func money(_ amount: String, _ currency: String) throws -> Money {
        guard let code = CurrencyCode(currency) else { throw MoneyFault.malformed }
        return try Money(decimal: amount, currency: code)
    }

    private static func euro(_ money: Money) -> Money? {
        guard let euro = CurrencyCode("EUR") else { return nil }
        return switch money.currency.text {
        case "EUR": money
        case "USD": Money(minorUnits: (money.minorUnits * 8 + 5) / 10, currency: euro)
        case "GBP": Money(minorUnits: (money.minorUnits * 10 + 4) / 8, currency: euro)
        case "JPY": Money(minorUnits: (money.minorUnits * 100 + 80) / 160, currency: euro)
        default: nil
        }
    }
}
