import SupplierKit
import TravelModel
import WireFormat

/// An amount as a JSON double's text, with its currency.
struct StreamratesAmount: Sendable, Hashable {
    var amount = ""
    var currency = ""

    init() {}

    init(from reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "amount": amount = try reader.textOrNumberOrNull()?.string ?? ""
            case "currency": currency = try reader.stringOrNull() ?? ""
            default: return false
            }
            return true
        }
    }

    /// The first of a list: totals come as lists of one.
    static func first(from reader: inout JSONReader) throws(JSONFault) -> StreamratesAmount {
        var first: StreamratesAmount?
        try reader.elements { reader throws(JSONFault) in
            let amount = try StreamratesAmount(from: &reader)
            first = first ?? amount
        }
        return first ?? StreamratesAmount()
    }

    /// The amount, half up: a double's decimals mean nothing beyond the currency's own.
    func money() throws(RateFault) -> Money? {
        guard !amount.isEmpty else { return nil }
        return try Money.reading(amount, currency, precision: .halfUp)
    }
}

/// A tax or fee, inside the total or paid at the hotel.
struct StreamratesFee: Sendable, Hashable {
    var isIncluded = false
    var text = ""
    var amount = StreamratesAmount()

    init(from reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "included": isIncluded = try reader.boolOrNull() ?? false
            case "description": text = try reader.stringOrNull() ?? ""
            case "amount": amount.amount = try reader.textOrNumberOrNull()?.string ?? ""
            case "currency": amount.currency = try reader.stringOrNull() ?? ""
            default: return false
            }
            return true
        }
    }
}
