import MockKit
import WireFormat

extension LinkrestMock {
    /// `GET /v3/properties/availability`, and the form with a token for one property.
    func shop(_ request: MockRequest, in shop: inout Shop) -> MockAnswer {
        if request.path.count == 4 { return additionalRates(request, in: &shop) }
        switch ShopRequest.read(request, now: shop.now) {
        case .failure(let faults):
            return RapidError.invalid(faults.parts).answer(outcome: "invalid")
        case .success(let wanted): return answer(to: wanted, in: &shop)
        }
    }

    /// `GET /v3/properties/{id}/availability?token=`: the same stay again, every rate.
    private func additionalRates(_ request: MockRequest, in shop: inout Shop) -> MockAnswer {
        let text = request.parameter("token")
        guard let token = text.flatMap({ shop.open($0, purpose: "shop") }),
            token.hotel == request.path[2], shop.now < token.expires
        else { return RapidError.invalidLink(text).answer(outcome: "expired") }
        let wanted = ShopRequest(
            stay: token.stay, parties: token.parties, currency: token.note,
            properties: [token.hotel], most: 250, includesReasons: false,
            includesRefundability: true, packages: false, refundableOnly: false)
        return answer(to: wanted, in: &shop)
    }

    private func answer(to wanted: ShopRequest, in shop: inout Shop) -> MockAnswer {
        var json = JSONWriter(capacity: 1 << 16)
        var found = 0
        json.beginArray()
        for code in wanted.properties {
            var offers =
                shop.forced == .soldOut
                ? []
                : shop.offers(
                    of: code, stay: wanted.stay, parties: wanted.parties, packages: wanted.packages)
            if wanted.refundableOnly {
                offers.removeAll { !Penalties(of: $0, in: shop).isRefundable }
            }
            if offers.isEmpty {
                if wanted.includesReasons, shop.listings[code] != nil {
                    writeReason(code, wanted, shop, to: &json)
                }
                continue
            }
            found += 1
            write(Array(offers.prefix(wanted.most)), code, wanted, shop, to: &json)
        }
        json.endArray()
        return MockAnswer(
            type: "application/json", body: .whole(json.bytes),
            outcome: found == 0 ? "empty" : "ok")
    }

    private func write(
        _ offers: [StayOffer], _ code: String, _ wanted: ShopRequest, _ shop: Shop,
        to json: inout JSONWriter
    ) {
        guard let first = offers.first else { return }
        json.beginObject()
        json.member("property_id", code)
        json.member("status", "available")
        json.key("rooms")
        json.beginArray()
        // Offers come cheapest first; a room stands where its cheapest rate does.
        var rooms: [String] = []
        for offer in offers where !rooms.contains(offer.room.code) { rooms.append(offer.room.code) }
        for room in rooms {
            let rates = offers.filter { $0.room.code == room }
            guard let kind = rates.first?.room else { continue }
            json.beginObject()
            json.member("id", Identifiers.room(kind, code, seed: shop.seed))
            json.member("room_name", kind.name)
            json.key("rates")
            json.beginArray()
            for offer in rates {
                RateBody(offer: offer, code: code, wanted: wanted, shop: shop).write(to: &json)
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.key("links")
        json.beginObject()
        let token = shop.token(for: first, purpose: "shop", code: code, note: wanted.currency).text
        RateBody.link("additional_rates", "GET", LinkrestMock.shopPath(code, token), to: &json)
        json.endObject()
        var chance = Chance(shop.seed, "linkrest", "score", code)
        json.member("score", chance.within(1...999))
        json.endObject()
    }

    private func writeReason(
        _ code: String, _ wanted: ShopRequest, _ shop: Shop, to json: inout JSONWriter
    ) {
        let rooms = shop.listings[code]?.hotel.rooms ?? []
        let fits = rooms.contains { room in wanted.parties.allSatisfy { room.takes($0) } }
        json.beginObject()
        json.member("property_id", code)
        json.key("unavailable_reason")
        json.beginObject()
        json.member("code", fits ? "no_inventory_available" : "maximum_occupancy")
        if !fits { json.member("data", String(rooms.map(\.most).max() ?? 0)) }
        json.endObject()
        json.endObject()
    }

    static func shopPath(_ code: String, _ token: String) -> String {
        "/v3/properties/\(code)/availability?token=\(token)"
    }
}
