import SupplierKit
import TravelModel
import WireFormat

/// One way of having the room: a price, its terms, and a link for each choice of beds.
struct LinkrestRate: Sendable {
    var id = ""
    var status = "available"
    var availableRooms: Int64?
    var isRefundable: Bool?
    var isHoldable = false
    var isPackage = false
    var isForMembers = false
    var isForMobiles = false
    var merchant: String?
    var amenities: [(id: String, name: String)] = []
    var beds: [LinkrestBeds] = []
    var penalties: [LinkrestPenalty] = []
    var lockedRanges: [LinkrestLockedRange] = []
    var pricing: [LinkrestPricing] = []
    var hasDeposits = false
    var damageDeposit = LinkrestAmount()

    init(from reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "id": id = try reader.string()
            case "status": status = try reader.stringOrNull() ?? status
            case "available_rooms": availableRooms = try reader.integerOrNull()
            case "refundable": isRefundable = try reader.boolOrNull()
            case "holdable": isHoldable = try reader.boolOrNull() ?? false
            case "sale_scenario": try readScenario(&reader)
            case "merchant_of_record": merchant = try reader.stringOrNull()
            case "amenities": try readAmenities(&reader)
            case "bed_groups": try readBeds(&reader)
            case "cancel_penalties":
                try reader.elements { reader throws(JSONFault) in
                    penalties.append(try LinkrestPenalty(from: &reader))
                }
            case "nonrefundable_date_ranges":
                try reader.elements { reader throws(JSONFault) in
                    lockedRanges.append(try LinkrestLockedRange(from: &reader))
                }
            case "occupancy_pricing": pricing = try LinkrestPricing.table(from: &reader)
            case "deposits":
                try reader.elements { reader throws(JSONFault) in
                    hasDeposits = true
                    try reader.skip()
                }
            case "refundable_damage_deposit": damageDeposit = try LinkrestAmount(from: &reader)
            default: return false
            }
            return true
        }
    }

    private mutating func readScenario(_ reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "package": isPackage = try reader.boolOrNull() ?? false
            case "member": isForMembers = try reader.boolOrNull() ?? false
            case "mobile_promotion": isForMobiles = try reader.boolOrNull() ?? false
            default: return false
            }
            return true
        }
    }

    private mutating func readAmenities(_ reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            var name = ""
            try reader.members { key, reader throws(JSONFault) in
                guard key == "name" else { return false }
                name = try reader.stringOrNull() ?? ""
                return true
            }
            amenities.append((key.string, name))
            return true
        }
    }

    private mutating func readBeds(_ reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            beds.append(try LinkrestBeds(id: key.string, from: &reader))
            return true
        }
        // The order of members means nothing in JSON; that of offers must not hang on it.
        beds.sort { $0.id < $1.id }
    }
}

/// A choice of beds and the link that asks for its price.
struct LinkrestBeds: Sendable {
    var id: String
    var text = ""
    var check: LinkrestLink?

    init(id: String, from reader: inout JSONReader) throws(JSONFault) {
        self.id = id
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "description": text = try reader.stringOrNull() ?? ""
            case "links": check = try LinkrestLink.table(from: &reader)["price_check"]
            default: return false
            }
            return true
        }
    }
}

/// What cancelling costs within a span of time: one of amount, nights and percent.
struct LinkrestPenalty: Sendable, Hashable {
    var currency: String?
    var start: String?
    var amount: String?
    var nights: String?
    var percent: String?

    init(from reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "currency": currency = try reader.stringOrNull()
            case "start": start = try reader.stringOrNull()
            case "amount": amount = try reader.textOrNumberOrNull()?.string
            case "nights": nights = try reader.textOrNumberOrNull()?.string
            case "percent": percent = try reader.textOrNumberOrNull()?.string
            default: return false
            }
            return true
        }
    }
}

/// Nights that are never given back, first and last by the day they begin.
struct LinkrestLockedRange: Sendable, Hashable {
    var start: String?
    var end: String?

    init(from reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "start": start = try reader.stringOrNull()
            case "end": end = try reader.stringOrNull()
            default: return false
            }
            return true
        }
    }
}
