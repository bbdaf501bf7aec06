import MockKit
import WireFormat

extension StreamratesMock {
    /// `POST /v3.0/hotels/rates`: one JSON answer, or with `stream` server-sent events.
    func rates(_ request: MockRequest, in shop: inout Shop) -> MockAnswer {
        // Somewhere on earth it may still be yesterday.
        let today = shop.now.day(offset: -12 * 60)
        switch RatesRequest.read(request.body, listings: shop.listings, today: today) {
        case .failure(let fault): return fault.error.answer(outcome: "invalid")
        case .success(let wanted):
            let found = wanted.hotels.compactMap { code in
                HotelOffers(of: code, wanted, in: &shop)
            }
            var answer =
                wanted.isStreamed ? stream(found, wanted, shop) : whole(found, wanted, shop)
            answer.limit = wanted.timeout.map {
                MockAnswer.TimeLimit(
                    milliseconds: $0 * 1000, seam: Array("\n\n".utf8), closing: StreamFrame.done)
            }
            return answer
        }
    }

    private func whole(_ found: [HotelOffers], _ wanted: RatesRequest, _ shop: Shop) -> MockAnswer {
        guard !found.isEmpty else { return nothing(wanted, shop) }
        var json = JSONWriter(capacity: 1 << 16)
        json.beginObject()
        json.key("data")
        json.beginArray()
        for hotel in found { hotel.write(to: &json, shop) }
        json.endArray()
        if wanted.includesHotels { HotelOffers.writeHotels(found, shop, to: &json) }
        json.member("guestLevel", 0)
        json.member("sandbox", true)
        json.endObject()
        return MockAnswer(type: "application/json; charset=utf-8", body: .whole(json.bytes))
    }

    /// The service is of two minds how to say that there is nothing.
    private func nothing(_ wanted: RatesRequest, _ shop: Shop) -> MockAnswer {
        var chance = Chance(
            shop.seed, "streamrates", "nothing", wanted.hotels.joined(separator: ","))
        guard chance.happens(0.3) else {
            return ServiceError.noAvailability.answer(outcome: "empty")
        }
        return MockAnswer(status: 204, type: nil, outcome: "empty")
    }

    /// Frames in the order in which hotels get ready, which is not that of the request.
    private func stream(
        _ found: [HotelOffers], _ wanted: RatesRequest, _ shop: Shop
    ) -> MockAnswer {
        var chance = Chance(
            shop.seed, "streamrates", "stream", wanted.stay.checkIn.text,
            wanted.hotels.joined(separator: ","))
        var frames = [StreamFrame.comment("ok")]
        var waiting = found
        var later: [HotelOffers] = []
        while !waiting.isEmpty {
            var ready: [HotelOffers] = []
            for _ in 0..<chance.within(1...3) where !waiting.isEmpty {
                ready.append(waiting.remove(at: chance.below(waiting.count)))
            }
            // Some hotels come first without their cheapest offer, and again with it.
            let early = ready.map { hotel in
                guard hotel.offers.count > 1, chance.happens(0.1) else { return hotel }
                later.append(hotel)
                return hotel.withoutCheapest
            }
            frames.append(StreamFrame.rates(early, shop))
            if chance.happens(0.15) { frames.append(StreamFrame.comment("keep-alive")) }
            if !later.isEmpty, chance.happens(0.5) {
                frames.append(StreamFrame.rates([later.removeFirst()], shop))
            }
        }
        frames += later.map { StreamFrame.rates([$0], shop) }
        if wanted.includesHotels, !found.isEmpty { frames.append(StreamFrame.hotels(found, shop)) }
        frames.append(StreamFrame.done)
        return MockAnswer(
            type: "text/event-stream", body: .parts(StreamFrame.torn(frames, &chance)),
            outcome: found.isEmpty ? "empty" : "ok")
    }
}

/// What one hotel offers, and under which ids.
struct HotelOffers {
    let code: String
    let listing: SupplierListing
    let currency: String
    private(set) var offers: [StayOffer]

    /// Nil for a hotel that is unknown, full or without an offer that is wanted.
    init?(of code: String, _ wanted: RatesRequest, in shop: inout Shop) {
        guard shop.forced != .soldOut, let listing = shop.listings[code] else { return nil }
        var offers = shop.offers(of: code, stay: wanted.stay, parties: wanted.parties)
        if !wanted.boards.isEmpty {
            let seed = shop.seed
            offers.removeAll {
                !wanted.boards.contains(BoardWords($0.plan.board, code: code, seed: seed).type)
            }
        }
        if wanted.refundableOnly {
            let shop = shop
            offers.removeAll {
                !CancellationBody($0, $0.lead, $0.total, $0.firstNight, shop).isRefundable
            }
        }
        guard !offers.isEmpty else { return nil }
        self.code = code
        self.listing = listing
        currency = wanted.currency
        self.offers = Array(offers.prefix(max(1, wanted.mostRates)))
    }

    var withoutCheapest: HotelOffers {
        var rest = self
        rest.offers.removeFirst()
        return rest
    }

    func write(to json: inout JSONWriter, _ shop: Shop) {
        json.beginObject()
        json.member("hotelId", code)
        json.key("roomTypes")
        json.beginArray()
        for offer in offers {
            let token = shop.token(for: offer, purpose: "prebook", code: code, note: currency)
            RateBody(offer, code: code, asked: currency, shop: shop)
                .write(offerID: token.text, to: &json)
        }
        json.endArray()
        json.member("et", 60)
        json.endObject()
    }

    /// The `hotels` member: what the service knows of each hotel.
    static func writeHotels(_ found: [HotelOffers], _ shop: Shop, to json: inout JSONWriter) {
        json.key("hotels")
        json.beginArray()
        for hotel in found {
            json.beginObject()
            json.member("id", hotel.code)
            json.member("name", hotel.listing.name)
            json.member("address", hotel.listing.hotel.address)
            json.key("latitude")
            json.number(hotel.listing.latitude)
            json.key("longitude")
            json.number(hotel.listing.longitude)
            json.member("stars", hotel.listing.stars)
            json.endObject()
        }
        json.endArray()
    }
}
