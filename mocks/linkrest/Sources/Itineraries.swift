import MockKit
import WireFormat

extension LinkrestMock {
    /// `PUT /v3/itineraries/{id}?token=`: turns a hold into a booking.
    func resume(_ request: MockRequest, in shop: inout Shop) -> MockAnswer {
        guard let found = linked(request, shop) else {
            return RapidError.invalidLink(request.parameter("token")).answer(outcome: "expired")
        }
        guard shop.inventory.confirm(found.id, now: shop.now) else {
            let part = RapidError.Part(
                "hold.expired", "The itinerary is not held, or its hold has ended.")
            return RapidError.invalid([part]).answer(outcome: "holdEnded")
        }
        return MockAnswer(status: 204, type: nil, outcome: "booked", committed: found.id)
    }

    /// `DELETE /v3/itineraries/{id}?token=`: gives a held room back.
    func release(_ request: MockRequest, in shop: inout Shop) -> MockAnswer {
        guard let found = linked(request, shop) else {
            return RapidError.invalidLink(request.parameter("token")).answer(outcome: "expired")
        }
        return cancel(found, only: .held, in: &shop)
    }

    /// `DELETE /v3/itineraries/{id}/rooms/{room}?token=`: cancels a booked room.
    func cancelRoom(_ request: MockRequest, in shop: inout Shop) -> MockAnswer {
        guard let found = linked(request, shop),
            found.token.parties.indices.contains(where: {
                found.roomID($0, seed: shop.seed) == request.path[4]
            })
        else {
            return RapidError.invalidLink(request.parameter("token")).answer(outcome: "expired")
        }
        return cancel(found, only: .booked, in: &shop)
    }

    private func cancel(
        _ found: Itinerary, only state: Reservation.State, in shop: inout Shop
    ) -> MockAnswer {
        let now = shop.now
        guard shop.inventory.reservation(found.id, now: now)?.state == state,
            shop.inventory.release(found.id, now: now)
        else {
            let part = RapidError.Part(
                "room_already_cancelled", "The room is cancelled already, or cannot be cancelled.")
            return RapidError.invalid([part]).answer(outcome: "alreadyEnded")
        }
        return MockAnswer(status: 204, type: nil, outcome: "released", committed: found.id)
    }

    /// `GET /v3/itineraries?affiliate_reference_id=&email=` and `GET /v3/itineraries/{id}`.
    func retrieve(_ request: MockRequest, in shop: inout Shop) -> MockAnswer {
        let isDegraded = request.field("Test") == "degraded_response"
        let status = isDegraded ? 206 : 200
        var json = JSONWriter()
        guard request.path.count == 3 else {
            guard let reference = request.parameter("affiliate_reference_id"),
                let email = request.parameter("email")
            else {
                let part = RapidError.Part(
                    "affiliate_reference_id.required", "Reference and email are both required.")
                return RapidError.invalid([part]).answer(outcome: "invalid")
            }
            let found = byReference[reference].flatMap { itineraries[$0] }
            json.beginArray()
            let outcome = find(found, email: email, in: &shop, to: &json)
            json.endArray()
            return MockAnswer(
                status: status, type: "application/json", body: .whole(json.bytes),
                outcome: outcome)
        }
        let byEmail = request.parameter("email").flatMap { email in
            itineraries[request.path[2]].flatMap { $0.body.email == email ? $0 : nil }
        }
        guard let found = linked(request, shop) ?? byEmail else {
            return RapidError(404, "resource.not_found", "The itinerary was not found.")
                .answer(outcome: "notFound")
        }
        write(found, in: &shop, to: &json)
        return MockAnswer(status: status, type: "application/json", body: .whole(json.bytes))
    }

    /// A new itinerary is not in the index at first, then only by its number and time.
    private func find(
        _ found: Itinerary?, email: String, in shop: inout Shop, to json: inout JSONWriter
    ) -> String {
        guard let found, found.body.email == email else { return "notFound" }
        guard shop.now < found.visible else {
            write(found, in: &shop, to: &json)
            return "ok"
        }
        let half = (found.created.milliseconds + found.visible.milliseconds) / 2
        guard shop.now.milliseconds >= half else { return "notYet" }
        json.beginObject()
        json.member("itinerary_id", found.id)
        json.member("creation_date_time", found.created.text())
        json.endObject()
        return "notYet"
    }

    private func write(_ found: Itinerary, in shop: inout Shop, to json: inout JSONWriter) {
        let state = shop.inventory.reservation(found.id, now: shop.now)?.state ?? .released
        json.beginObject()
        json.member("itinerary_id", found.id)
        json.member("property_id", found.token.hotel)
        if state == .held {
            json.key("links")
            json.beginObject()
            RateBody.link("resume", "PUT", href(found.id, shop), to: &json)
            RateBody.link("cancel", "DELETE", href(found.id, shop), to: &json)
            json.endObject()
        }
        json.member("email", found.body.email)
        json.key("phone")
        json.beginObject()
        json.member("country_code", found.body.phone.country)
        json.member("number", found.body.phone.number)
        json.endObject()
        json.key("rooms")
        json.beginArray()
        for (index, rate) in found.offer.rates.enumerated() {
            write(found, index, rate, state, shop, to: &json)
        }
        json.endArray()
        json.member("creation_date_time", found.created.text())
        json.member("affiliate_reference_id", found.reference)
        json.endObject()
    }

    private func write(
        _ found: Itinerary, _ index: Int, _ rate: RoomRate, _ state: Reservation.State,
        _ shop: Shop, to json: inout JSONWriter
    ) {
        let room = found.roomID(index, seed: shop.seed)
        json.beginObject()
        json.member("id", room)
        if state == .booked {
            json.key("confirmation_id")
            json.beginObject()
            json.member("expedia", found.id)
            json.endObject()
        }
        json.member("bed_group_id", Identifiers.beds(found.offer.room))
        json.member("checkin", rate.stay.checkIn.text)
        json.member("checkout", rate.stay.checkOut.text)
        json.member("number_of_adults", rate.party.adults)
        json.key("child_ages")
        json.beginArray()
        for age in rate.party.childAges { json.integer(age) }
        json.endArray()
        if index < found.body.guests.count {
            json.member("given_name", found.body.guests[index].given)
            json.member("family_name", found.body.guests[index].family)
        }
        let words: String =
            switch state {
            case .held: "pending"
            case .booked: "booked"
            case .released, .expired: "canceled"
            }
        json.member("status", words)
        json.key("rate")
        writeRate(found, rate, shop, to: &json)
        if state == .booked {
            json.key("links")
            json.beginObject()
            let query = href(found.id, shop).split(separator: "?").last ?? ""
            RateBody.link(
                "cancel", "DELETE", "/v3/itineraries/\(found.id)/rooms/\(room)?\(query)", to: &json)
            json.endObject()
        }
        json.endObject()
    }

    private func writeRate(
        _ found: Itinerary, _ rate: RoomRate, _ shop: Shop, to json: inout JSONWriter
    ) {
        let penalties = Penalties(of: found.offer, in: shop)
        json.beginObject()
        json.member(
            "id",
            Identifiers.rate(found.offer.room, found.offer.plan, found.token.hotel, seed: shop.seed)
        )
        json.member("merchant_of_record", "expedia")
        json.member("refundable", penalties.isRefundable)
        json.key("amenities")
        json.beginArray()
        for amenity in RateBody.amenities(of: found.offer.plan.board) { json.string(amenity.id) }
        json.endArray()
        json.key("cancel_penalties")
        penalties.write(to: &json)
        json.key("nonrefundable_date_ranges")
        json.beginArray()
        json.endArray()
        json.key("pricing")
        PricingBody(offer: found.offer, currency: found.token.note, exchange: shop.exchange)
            .write(rate, to: &json)
        json.endObject()
    }
}
