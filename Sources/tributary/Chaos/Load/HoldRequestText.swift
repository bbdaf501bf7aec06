import WireFormat

/// The body of a request to hold.
enum HoldRequestText {
    static func make(_ quote: SeenQuote, percent: Int, wait: Int?) -> String {
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        json.member("quoteId", quote.quote)
        json.member("offerId", quote.offer)
        json.key("guests")
        json.beginArray()
        for (room, occupancy) in quote.occupancies.enumerated() {
            guests(room, occupancy, &json)
        }
        json.endArray()
        json.key("contact")
        json.beginObject()
        json.member("email", "chaos@example.org")
        json.member("phone", "+351 21 0000000")
        json.endObject()
        if percent > 0 {
            json.key("maxIncrease")
            json.beginObject()
            json.member("percent", percent)
            json.endObject()
        }
        if let wait { json.member("waitMs", wait) }
        json.endObject()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// `2-9,4` is two adults and children of 9 and 4 years.
    private static func guests(_ room: Int, _ occupancy: String, _ json: inout JSONWriter) {
        let parts = occupancy.split(separator: "-", maxSplits: 1)
        let adults = parts.first.flatMap { Int($0) } ?? 1
        let ages = parts.dropFirst().first?.split(separator: ",").compactMap { Int($0) } ?? []
        for index in 0..<max(1, adults) {
            json.beginObject()
            json.member("room", room)
            json.member("firstName", "Zoë")
            json.member("lastName", "Tempest")
            if index == 0, room == 0 { json.member("lead", true) }
            json.endObject()
        }
        for age in ages {
            json.beginObject()
            json.member("room", room)
            json.member("firstName", "Kim")
            json.member("lastName", "Tempest")
            json.member("age", age)
            json.endObject()
        }
    }
}
