import SupplierKit
import WireFormat

/// A hotel of a shop answer.
struct LinkrestProperty: Sendable {
    var id = ""
    var rooms: [LinkrestRoom] = []

    init(from reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "property_id": id = try reader.textOrNumber().string
            case "rooms":
                try reader.elements { reader throws(JSONFault) in
                    rooms.append(try LinkrestRoom(from: &reader))
                }
            default: return false
            }
            return true
        }
    }
}

/// A room and its rates, those that could not be read as faults.
struct LinkrestRoom: Sendable {
    var id = ""
    var name = ""
    var rates: [Result<LinkrestRate, JSONFault>] = []

    init(from reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "id": id = try reader.string()
            case "room_name": name = try reader.stringOrNull() ?? ""
            case "rates":
                try reader.elements { reader throws(JSONFault) in
                    rates.append(
                        try reader.attempt { reader throws(JSONFault) in
                            try LinkrestRate(from: &reader)
                        })
                }
            default: return false
            }
            return true
        }
    }
}
