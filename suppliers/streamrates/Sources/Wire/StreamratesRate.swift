import SupplierKit
import TravelModel
import WireFormat

/// One room of an offer.
struct StreamratesRate: Sendable {
    var occupancyNumber: Int?
    var name = ""
    var adults: Int?
    var children: Int?
    var boardType = ""
    var boardName = ""
    var remarks = ""
    var total = StreamratesAmount()
    /// `nil` when the supplier says nothing about taxes and fees.
    var fees: [StreamratesFee]?
    var refundableTag = ""
    var penalties: [StreamratesPenalty] = []
    var hotelRemarks: [String] = []
    var paymentTypes: [String] = []

    init(from reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "occupancyNumber": occupancyNumber = try reader.integerOrNull()
            case "name": name = try reader.stringOrNull() ?? ""
            case "adultCount": adults = try reader.integerOrNull()
            case "childCount": children = try reader.integerOrNull()
            case "boardType": boardType = try reader.stringOrNull() ?? ""
            case "boardName": boardName = try reader.stringOrNull() ?? ""
            case "remarks": remarks = try reader.stringOrNull() ?? ""
            case "retailRate": try readRetail(&reader)
            case "cancellationPolicies": try readPolicies(&reader)
            case "paymentTypes": paymentTypes = try Self.texts(&reader)
            default: return false
            }
            return true
        }
    }

    /// A list of texts; anything else in it is passed over.
    static func texts(_ reader: inout JSONReader) throws(JSONFault) -> [String] {
        var texts: [String] = []
        try reader.elements { reader throws(JSONFault) in
            guard try reader.peek() == .string, texts.count < 16 else { return try reader.skip() }
            texts.append(try reader.string())
        }
        return texts
    }

    private mutating func readRetail(_ reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "total": total = try StreamratesAmount.first(from: &reader)
            case "taxesAndFees":
                if try reader.takeNull() { return true }
                var list: [StreamratesFee] = []
                try reader.elements { reader throws(JSONFault) in
                    list.append(try StreamratesFee(from: &reader))
                }
                fees = list
            default: return false
            }
            return true
        }
    }

    private mutating func readPolicies(_ reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "refundableTag": refundableTag = try reader.stringOrNull() ?? ""
            case "hotelRemarks": hotelRemarks = try Self.texts(&reader)
            case "cancelPolicyInfos":
                try reader.elements { reader throws(JSONFault) in
                    penalties.append(try StreamratesPenalty(from: &reader))
                }
            default: return false
            }
            return true
        }
    }
}

/// What cancelling costs from a moment on.
struct StreamratesPenalty: Sendable, Hashable {
    var time = ""
    var zone = ""
    var type = "amount"
    var amount = StreamratesAmount()

    init(from reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "cancelTime": time = try reader.stringOrNull() ?? ""
            case "timezone": zone = try reader.stringOrNull() ?? ""
            case "type": type = try reader.stringOrNull() ?? type
            case "amount": amount.amount = try reader.textOrNumberOrNull()?.string ?? ""
            case "currency": amount.currency = try reader.stringOrNull() ?? ""
            default: return false
            }
            return true
        }
    }
}
