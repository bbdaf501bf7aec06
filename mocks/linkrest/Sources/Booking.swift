import MockKit
import WireFormat

/// A reservation as Rapid keeps it beside the inventory.
struct Itinerary {
    let id: String
    let reference: String
    let body: BookBody
    let token: OfferToken
    /// As sold, with the terms of that moment.
    let offer: StayOffer
    let created: Moment
    /// Before this it cannot be found by reference.
    let visible: Moment

    func roomID(_ index: Int, seed: UInt64) -> String {
        var chance = Chance(seed, "linkrest", "roomOf", id, String(index))
        let hex = String(chance.bits(), radix: 16) + String(chance.bits(), radix: 16)
        let digits = Array((hex + String(repeating: "0", count: 32)).prefix(32))
        let parts = [
            digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32],
        ]
        return parts.map { String($0) }.joined(separator: "-")
    }
}

extension LinkrestMock {
    /// `POST /v3/itineraries?token=`: books, or with `hold` keeps the room for a while.
    mutating func book(_ request: MockRequest, in shop: inout Shop) -> MockAnswer {
        let text = request.parameter("token")
        guard let token = text.flatMap({ shop.open($0, purpose: "book") }),
            shop.now < token.expires, let offer = shop.offer(of: token)
        else { return RapidError.invalidLink(text).answer(outcome: "expired") }
        let body: BookBody
        switch BookBody.read(request) {
        case .failure(let faults):
            return RapidError.invalid(faults.parts).answer(outcome: "invalid")
        case .success(let read): body = read
        }
        guard byReference[body.reference] == nil else { return duplicate(body.reference) }
        if let refusal = refusal(of: body, token, offer) { return refusal }
        guard offer.total.minor == token.price else { return mismatch(offer) }
        let id = itineraryID(shop)
        let isTaken =
            offer.isAvailable
            && shop.inventory.take(
                id, reference: body.reference, offer.listing.hotel, offer.room,
                count: token.parties.count, offer.stay,
                until: body.hold ? shop.now.adding(milliseconds: shop.holdLife) : nil,
                now: shop.now)
        guard isTaken else { return roomsUnavailable() }
        itineraries[id] = Itinerary(
            id: id, reference: body.reference, body: body, token: token, offer: offer,
            created: shop.now, visible: shop.now.adding(milliseconds: shop.retrieveLag))
        byReference[body.reference] = id
        return created(id, isHeld: body.hold, shop)
    }

    private func refusal(of body: BookBody, _ token: OfferToken, _ offer: StayOffer) -> MockAnswer?
    {
        if body.guests.count != token.parties.count {
            let part = RapidError.Part(
                "rooms.invalid", "The number of rooms does not match the occupancy shopped for.",
                [.init(name: "rooms", type: "body", value: String(body.guests.count))])
            return RapidError.invalid([part]).answer(outcome: "invalid")
        }
        guard body.hold, token.parties.count > 1 || !offer.plan.isHoldable else { return nil }
        let part = RapidError.Part(
            "hold.invalid", "Only one room at a holdable rate can be held.",
            [.init(name: "hold", type: "body", value: "true")])
        return RapidError.invalid([part]).answer(outcome: "notHoldable")
    }

    private func duplicate(_ reference: String) -> MockAnswer {
        let field = RapidError.Field(
            name: "affiliate_reference_id", type: "body", value: reference)
        return RapidError.invalid([
            RapidError.Part(
                "duplicate_itinerary",
                "An itinerary already exists with this affiliate reference id.", [field])
        ]).answer(outcome: "duplicateReference")
    }

    private func mismatch(_ offer: StayOffer) -> MockAnswer {
        let field = RapidError.Field(
            name: "price.amount", type: "body", value: offer.total.text)
        return RapidError(
            409, "price_mismatch", "The price of the rate has changed since it was checked.",
            [RapidError.Part("price_mismatch", "The price is not the current one.", [field])]
        ).answer(outcome: "priceChanged")
    }

    private func roomsUnavailable() -> MockAnswer {
        RapidError(410, "rooms_unavailable", "The requested rooms are no longer available.")
            .answer(outcome: "soldOut")
    }

    private func created(_ id: String, isHeld: Bool, _ shop: Shop) -> MockAnswer {
        var json = JSONWriter()
        json.beginObject()
        json.member("itinerary_id", id)
        json.key("links")
        json.beginObject()
        let href = href(id, shop)
        RateBody.link("retrieve", "GET", href, to: &json)
        if isHeld {
            RateBody.link("resume", "PUT", href, to: &json)
            RateBody.link("cancel", "DELETE", href, to: &json)
        }
        json.endObject()
        json.endObject()
        return MockAnswer(
            status: 201, type: "application/json", body: .whole(json.bytes),
            outcome: isHeld ? "held" : "booked", committed: id)
    }

    private func itineraryID(_ shop: Shop) -> String {
        var chance = Chance(shop.seed, "linkrest", "itinerary", String(itineraries.count))
        // The running number keeps ids apart, the digits around it keep them from being guessed.
        let digits = (0..<6).map { _ in String(chance.below(10)) }.joined()
        return "9\(digits)\(100_000 + itineraries.count)"
    }

    /// The link by which one itinerary is reached.
    func href(_ id: String, _ shop: Shop) -> String {
        let token = Seal.close("itinerary/\(id)", seed: shop.seed, supplier: shop.supplier)
        return "/v3/itineraries/\(id)?token=\(token)"
    }

    /// The itinerary of a link whose token is right.
    func linked(_ request: MockRequest, _ shop: Shop) -> Itinerary? {
        let id = request.path[2]
        guard let token = request.parameter("token"),
            Seal.open(token, seed: shop.seed, supplier: shop.supplier) == "itinerary/\(id)"
        else { return nil }
        return itineraries[id]
    }
}
