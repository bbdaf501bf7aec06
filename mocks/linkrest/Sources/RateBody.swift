import MockKit
import WireFormat

/// Writes one rate of a room with its links.
struct RateBody {
    let offer: StayOffer
    let code: String
    let wanted: ShopRequest
    let shop: Shop

    func write(to json: inout JSONWriter) {
        let penalties = Penalties(of: offer, in: shop)
        let rate = Identifiers.rate(offer.room, offer.plan, code, seed: shop.seed)
        json.beginObject()
        json.member("id", rate)
        json.member("status", "available")
        var chance = Chance(shop.seed, "linkrest", "countUnknown", code)
        json.member("available_rooms", chance.happens(0.05) ? Int(Int32.max) : offer.remaining)
        json.member("refundable", penalties.isRefundable)
        if wanted.includesRefundability {
            json.member("current_refundability", penalties.current)
        }
        json.member("holdable", offer.plan.isHoldable)
        json.member("member_deal_available", false)
        json.key("sale_scenario")
        json.beginObject()
        json.member("package", offer.plan.isPackage)
        json.member("member", false)
        json.member("corporate", false)
        json.member("distribution", true)
        json.endObject()
        json.member("merchant_of_record", "expedia")
        writeAmenities(to: &json)
        writeBedGroups(rate, to: &json)
        json.key("cancel_penalties")
        penalties.write(to: &json)
        json.key("nonrefundable_date_ranges")
        json.beginArray()
        json.endArray()
        json.key("occupancy_pricing")
        PricingBody(
            offer: offer, currency: shop.currency(asked: wanted.currency), exchange: shop.exchange
        ).write(to: &json)
        json.endObject()
    }

    /// Board comes as rate amenities: an id and a text.
    private func writeAmenities(to json: inout JSONWriter) {
        json.key("amenities")
        json.beginObject()
        for (id, name) in RateBody.amenities(of: offer.plan.board) {
            json.key(id)
            json.beginObject()
            json.member("id", id)
            json.member("name", name)
            json.endObject()
        }
        json.endObject()
    }

    static func amenities(of board: Board) -> [(id: String, name: String)] {
        switch board {
        case .roomOnly: [("2390", "Free WiFi")]
        case .breakfast: [("2390", "Free WiFi"), ("2192", "Free breakfast")]
        case .halfBoard: [("2390", "Free WiFi"), ("2209", "Half board")]
        case .allInclusive: [("2390", "Free WiFi"), ("2208", "All-inclusive")]
        }
    }

    private func writeBedGroups(_ rate: String, to json: inout JSONWriter) {
        let id = Identifiers.beds(offer.room)
        let room = Identifiers.room(offer.room, code, seed: shop.seed)
        let token = shop.token(for: offer, purpose: "price", code: code, note: wanted.currency)
        json.key("bed_groups")
        json.beginObject()
        json.key(id)
        json.beginObject()
        json.member("id", id)
        json.member("description", offer.room.beds)
        json.key("configuration")
        json.beginArray()
        for part in offer.room.beds.split(separator: ",") { writeBed(part, to: &json) }
        json.endArray()
        json.key("links")
        json.beginObject()
        RateBody.link(
            "price_check", "GET",
            "/v3/properties/\(code)/rooms/\(room)/rates/\(rate)?token=\(token.text)",
            expires: token.expires, to: &json)
        json.endObject()
        json.endObject()
        json.endObject()
    }

    /// `1 king bed` as type, size and quantity.
    private func writeBed(_ text: Substring, to json: inout JSONWriter) {
        let words = text.split(separator: " ")
        guard let count = words.first.flatMap({ Int($0) }) else { return }
        let kind = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .map { $0 == "Beds" ? "Bed" : $0 }
        json.beginObject()
        json.member("type", kind.joined(separator: " "))
        json.member("size", kind.first ?? "")
        json.member("quantity", count)
        json.endObject()
    }

    static func link(
        _ name: String, _ method: String, _ href: String, expires: Moment? = nil,
        to json: inout JSONWriter
    ) {
        json.key(name)
        json.beginObject()
        json.member("method", method)
        json.member("href", href)
        json.member("expires", ifPresent: expires?.text())
        json.endObject()
    }
}
