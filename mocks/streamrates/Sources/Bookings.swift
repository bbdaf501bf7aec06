import MockKit
import WireFormat

extension StreamratesMock {
    /// `GET /v3.0/bookings?clientReference=` and `GET /v3.0/bookings/{id}`.
    func retrieve(_ request: MockRequest, in shop: inout Shop) -> MockAnswer {
        let now = shop.now
        var json = JSONWriter(capacity: 2048)
        json.beginObject()
        json.key("data")
        if request.path.count == 3 {
            guard let found = bookings[request.path[2]] else {
                return ServiceError(404, 4004, "booking not found", "booking not found")
                    .answer(outcome: "notFound")
            }
            let state = shop.inventory.reservation(found.id, now: now)?.state ?? .released
            write(found, state: state, shop, to: &json)
            json.endObject()
            return MockAnswer(
                type: "application/json; charset=utf-8", body: .whole(json.bytes))
        }
        guard let reference = request.parameter("clientReference") else {
            return ServiceError.invalid("clientReference or guestId is required")
                .answer(outcome: "invalid")
        }
        let found = byReference[reference].flatMap { bookings[$0] }
        json.beginArray()
        var outcome = found == nil ? "notFound" : "notYet"
        if let found, now >= found.visible {
            let state = shop.inventory.reservation(found.id, now: now)?.state ?? .released
            write(found, state: state, isListed: true, shop, to: &json)
            outcome = "ok"
        }
        json.endArray()
        json.endObject()
        return MockAnswer(
            type: "application/json; charset=utf-8", body: .whole(json.bytes), outcome: outcome)
    }

    /// `PUT /v3.0/bookings/{id}`: cancels; 304 for one that is cancelled already.
    func cancel(_ request: MockRequest, in shop: inout Shop) -> MockAnswer {
        guard let found = bookings[request.path[2]] else {
            return ServiceError(404, 4004, "booking not found", "booking not found")
                .answer(outcome: "notFound")
        }
        guard shop.inventory.release(found.id, now: shop.now) else {
            return MockAnswer(status: 304, type: nil, outcome: "alreadyEnded")
        }
        let body = self.body(of: found, shop)
        var fee = Amount(minor: 0, currency: body.currency)
        for rate in found.prebook.offer.rates {
            let total = body.converted(rate.total)
            let terms = CancellationBody(
                found.prebook.offer, rate, total, body.converted(rate.firstNight), shop)
            fee.minor += terms.fee(at: shop.now, of: total).minor
        }
        var json = JSONWriter()
        json.beginObject()
        json.key("data")
        json.beginObject()
        json.member("bookingId", found.id)
        json.member("status", fee.minor > 0 ? "CANCELLED_WITH_CHARGES" : "CANCELLED")
        json.key("cancellation_fee")
        json.number(fee.number)
        json.key("refund_amount")
        json.number(Amount(minor: body.total.minor - fee.minor, currency: body.currency).number)
        json.member("currency", body.currency)
        json.endObject()
        json.endObject()
        return MockAnswer(
            type: "application/json; charset=utf-8", body: .whole(json.bytes),
            outcome: "released", committed: found.id)
    }

    private func body(of booking: Booking, _ shop: Shop) -> RateBody {
        let token = booking.prebook.token
        return RateBody(booking.prebook.offer, code: token.hotel, asked: token.note, shop: shop)
    }

    func write(
        _ booking: Booking, state: Reservation.State, isListed: Bool = false, _ shop: Shop,
        to json: inout JSONWriter
    ) {
        let body = self.body(of: booking, shop)
        let offer = booking.prebook.offer
        let token = booking.prebook.token
        json.beginObject()
        json.member("bookingId", booking.id)
        json.member("clientReference", booking.reference)
        json.member("supplierBookingId", "S\(booking.id)")
        json.member("supplier", "mock")
        json.member("supplierId", 2)
        json.member("status", state == .booked ? "CONFIRMED" : "CANCELLED")
        json.member("hotelConfirmationCode", booking.id)
        json.member("checkin", token.stay.checkIn.text)
        json.member("checkout", token.stay.checkOut.text)
        json.key("hotel")
        json.beginObject()
        json.member("hotelId", token.hotel)
        json.member("name", offer.listing.name)
        json.endObject()
        // Lists call them otherwise than single bookings do.
        json.key(isListed ? "rooms" : "bookedRooms")
        json.beginArray()
        for (index, rate) in offer.rates.enumerated() {
            writeRoom(booking, index, rate, body, to: &json)
        }
        json.endArray()
        json.key("holder")
        json.beginObject()
        json.member("firstName", booking.holder.first)
        json.member("lastName", booking.holder.last)
        json.member("email", booking.holder.email)
        json.endObject()
        json.member("createdAt", booking.created.text())
        json.key("cancellationPolicies")
        CancellationBody(offer, offer.lead, body.total, body.converted(offer.firstNight), shop)
            .write(to: &json)
        // A number here, a string there: both are of the real service.
        json.key("price")
        json.number(body.total.number)
        json.member("sellingPrice", body.total.text)
        json.member("currency", body.currency)
        json.member("prebookId", booking.prebookID)
        json.endObject()
    }

    private func writeRoom(
        _ booking: Booking, _ index: Int, _ rate: RoomRate, _ body: RateBody,
        to json: inout JSONWriter
    ) {
        let total = body.converted(rate.total)
        let guest = booking.guests.first { $0.number == index + 1 }
        json.beginObject()
        json.key("roomType")
        json.beginObject()
        json.member("name", rate.room.name)
        json.endObject()
        let board = BoardWords(
            rate.plan.board, code: booking.prebook.token.hotel, seed: body.shop.seed)
        json.member("boardType", board.type)
        json.member("boardName", board.name)
        json.member("adults", rate.party.adults)
        json.member("children", rate.party.childAges.count)
        json.member("firstName", guest?.first ?? "")
        json.member("lastName", guest?.last ?? "")
        json.member("occupancy_number", index + 1)
        json.key("amount")
        json.number(total.number)
        json.member("currency", total.currency)
        json.endObject()
    }
}
