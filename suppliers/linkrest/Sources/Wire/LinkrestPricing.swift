import SupplierKit
import TravelModel
import WireFormat

/// An amount with its currency, both as written; empty where an object was `{}`.
struct LinkrestAmount: Sendable, Hashable {
    var value = ""
    var currency = ""

    init() {}

    init(from reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "value": value = try reader.textOrNumber().string
            case "currency": currency = try reader.string()
            default: return false
            }
            return true
        }
    }

    /// The amount; `nil` where the supplier left it out.
    func money() throws(RateFault) -> Money? {
        value.isEmpty && currency.isEmpty ? nil : try Money.reading(value, currency)
    }
}

/// The charge as billed; the same in the shopper's currency is left alone: we convert once, ourselves.
struct LinkrestCharge: Sendable, Hashable {
    var billable = LinkrestAmount()

    init() {}

    init(from reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            guard key == "billable_currency" else { return false }
            billable = try LinkrestAmount(from: &reader)
            return true
        }
    }
}

/// One line of a night or of the stay.
struct LinkrestLine: Sendable, Hashable {
    var type = ""
    var amount = LinkrestAmount()

    init(from reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "type": type = try reader.string()
            case "value": amount.value = try reader.textOrNumber().string
            case "currency": amount.currency = try reader.string()
            default: return false
            }
            return true
        }
    }

    static func list(from reader: inout JSONReader) throws(JSONFault) -> [LinkrestLine] {
        var lines: [LinkrestLine] = []
        try reader.elements { reader throws(JSONFault) in
            lines.append(try LinkrestLine(from: &reader))
        }
        return lines
    }
}

/// The price of one room for one occupancy.
struct LinkrestPricing: Sendable, Hashable {
    /// As the request wrote it, such as `2-9,4`.
    var occupancy: String
    var nightly: [[LinkrestLine]] = []
    var stay: [LinkrestLine] = []
    var exclusive = LinkrestCharge()
    var inclusive = LinkrestCharge()
    var propertyInclusive = LinkrestCharge()
    var resortFee = LinkrestCharge()
    var mandatoryFee = LinkrestCharge()
    var mandatoryTax = LinkrestCharge()

    init(occupancy: String, from reader: inout JSONReader) throws(JSONFault) {
        self.occupancy = occupancy
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "nightly":
                try reader.elements { reader throws(JSONFault) in
                    nightly.append(try LinkrestLine.list(from: &reader))
                }
            case "stay": stay = try LinkrestLine.list(from: &reader)
            case "totals": try readTotals(&reader)
            case "fees": try readFees(&reader)
            default: return false
            }
            return true
        }
    }

    /// Reads `occupancy_pricing`.
    static func table(from reader: inout JSONReader) throws(JSONFault) -> [LinkrestPricing] {
        var pricings: [LinkrestPricing] = []
        try reader.members { key, reader throws(JSONFault) in
            pricings.append(try LinkrestPricing(occupancy: key.string, from: &reader))
            return true
        }
        return pricings
    }

    private mutating func readTotals(_ reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "exclusive": exclusive = try LinkrestCharge(from: &reader)
            case "inclusive": inclusive = try LinkrestCharge(from: &reader)
            case "property_inclusive": propertyInclusive = try LinkrestCharge(from: &reader)
            default: return false
            }
            return true
        }
    }

    private mutating func readFees(_ reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "resort_fee": resortFee = try LinkrestCharge(from: &reader)
            case "mandatory_fee": mandatoryFee = try LinkrestCharge(from: &reader)
            case "mandatory_tax": mandatoryTax = try LinkrestCharge(from: &reader)
            default: return false
            }
            return true
        }
    }
}
