import MockKit
import WireFormat

/// Frames of a stream: `data: {...}` and a blank line, comments in between, `data: [DONE]` at the end.
enum StreamFrame {
    static let done = Array("data: [DONE]\n\n".utf8)

    static func comment(_ text: String) -> [UInt8] {
        Array(": \(text)\n\n".utf8)
    }

    static func rates(_ hotels: [HotelOffers], _ shop: Shop) -> [UInt8] {
        data { json in
            json.key("rates")
            json.beginArray()
            for hotel in hotels { hotel.write(to: &json, shop) }
            json.endArray()
        }
    }

    static func hotels(_ hotels: [HotelOffers], _ shop: Shop) -> [UInt8] {
        data { json in HotelOffers.writeHotels(hotels, shop, to: &json) }
    }

    private static func data(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(appendingTo: Array("data: ".utf8))
        json.beginObject()
        write(&json)
        json.endObject()
        return json.bytes + Array("\n\n".utf8)
    }

    /// The same bytes cut at other places: packets do not end where frames do.
    static func torn(_ frames: [[UInt8]], _ chance: inout Chance) -> [[UInt8]] {
        frames.flatMap { frame -> [[UInt8]] in
            guard frame.count > 40, chance.happens(0.25) else { return [frame] }
            let place = chance.within(1...(frame.count - 1))
            return [Array(frame[..<place]), Array(frame[place...])]
        }
    }
}
