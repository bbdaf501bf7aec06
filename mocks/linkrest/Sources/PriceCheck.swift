import MockKit
import WireFormat

extension LinkrestMock {
    /// `GET /v3/properties/{property}/rooms/{room}/rates/{rate}?token=`.
    func priceCheck(_ request: MockRequest, in shop: inout Shop) -> MockAnswer {
        let text = request.parameter("token")
        guard let token = text.flatMap({ shop.open($0, purpose: "price") }),
            token.hotel == request.path[2], shop.now < token.expires,
            let offer = shop.offer(of: token),
            request.path[4] == Identifiers.room(offer.room, token.hotel, seed: shop.seed),
            request.path[6]
                == Identifiers.rate(offer.room, offer.plan, token.hotel, seed: shop.seed)
        else { return RapidError.invalidLink(text).answer(outcome: "expired") }
        var json = JSONWriter()
        json.beginObject()
        guard offer.isAvailable else {
            json.member("status", "sold_out")
            json.key("links")
            json.beginObject()
            writeShopLink("shop", offer, token, shop, to: &json)
            json.endObject()
            json.endObject()
            return MockAnswer(
                type: "application/json", body: .whole(json.bytes), outcome: "soldOut")
        }
        let isSame = offer.total.minor == token.price
        json.member("status", isSame ? "available" : "price_changed")
        json.key("occupancy_pricing")
        PricingBody(
            offer: offer, currency: shop.currency(asked: token.note), exchange: shop.exchange
        ).write(to: &json)
        json.key("links")
        json.beginObject()
        let book = shop.token(for: offer, purpose: "book", code: token.hotel, note: token.note)
        RateBody.link(
            "book", "POST", "/v3/itineraries?token=\(book.text)", expires: book.expires, to: &json)
        if !isSame { writeShopLink("additional_rates", offer, token, shop, to: &json) }
        json.endObject()
        json.endObject()
        return MockAnswer(
            type: "application/json", body: .whole(json.bytes),
            outcome: isSame ? "ok" : "priceChanged")
    }

    private func writeShopLink(
        _ name: String, _ offer: StayOffer, _ token: OfferToken, _ shop: Shop,
        to json: inout JSONWriter
    ) {
        let again = shop.token(for: offer, purpose: "shop", code: token.hotel, note: token.note)
        RateBody.link(
            name, "GET", LinkrestMock.shopPath(token.hotel, again.text), expires: again.expires,
            to: &json)
    }
}
