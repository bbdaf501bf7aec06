import MockKit
import WireFormat

/// A booking as the service keeps it beside the inventory.
struct Booking {
    struct Guest {
        let number: Int
        let first: String
        let last: String
    }

    let id: String
    let reference: String
    let prebookID: String
    let prebook: Prebook
    let holder: (first: String, last: String, email: String)
    let guests: [Guest]
    let created: Moment
    /// Before this it cannot be found by reference.
    let visible: Moment
}

extension StreamratesMock {
    /// `POST /v3.0/rates/prebook`: confirms a price and names three kinds of change.
    mutating func prebook(_ request: MockRequest, in shop: inout Shop) -> MockAnswer {
        let body = try? JSONValue(parsing: request.body)
        guard let text = body?["offerId"]?.string, let token = shop.open(text, purpose: "prebook")
        else { return ServiceError.invalid("invalid offerId").answer(outcome: "invalid") }
        guard shop.now < token.expires, let offer = shop.offer(of: token) else {
            return ServiceError(
                408, 4040, "outdated offerId",
                "this offer is marked as not valid, please refetch rates for this hotel"
            ).answer(outcome: "expired")
        }
        guard offer.isAvailable else {
            return ServiceError(
                400, 2001, "no availability found", "this offer is no longer available"
            ).answer(outcome: "soldOut")
        }
        var chance = Chance(shop.seed, "streamrates", "prebook", String(prebookCount))
        let id = Identifiers.text(6, &chance) + String(prebookCount, radix: 36)
        prebookCount += 1
        forgetOldPrebooks(now: shop.now)
        // What was confirmed is what a booking has to find again.
        let confirmed = OfferToken(
            purpose: "book", hotel: token.hotel, room: token.room, plan: token.plan,
            stay: token.stay, parties: token.parties, price: offer.total.minor,
            isRefundable: offer.plan.cancellation != .nonRefundable, note: token.note,
            expires: shop.now.adding(milliseconds: shop.tokenLife))
        prebooks[id] = Prebook(token: confirmed, offer: offer, expires: confirmed.expires)
        let isWorse = token.isRefundable && offer.plan.cancellation == .nonRefundable
        var json = JSONWriter(capacity: 4096)
        json.beginObject()
        json.key("data")
        write(offer, token, id: id, offerID: text, isWorse: isWorse, shop, to: &json)
        json.member("guestLevel", 0)
        json.endObject()
        let isSame = offer.total.minor == token.price
        return MockAnswer(
            type: "application/json; charset=utf-8", body: .whole(json.bytes),
            outcome: isWorse ? "termsChanged" : isSame ? "ok" : "priceChanged")
    }

    private mutating func forgetOldPrebooks(now: Moment) {
        guard prebooks.count >= StreamratesMock.mostPrebooks else { return }
        prebooks = prebooks.filter { $0.value.expires > now }
        if prebooks.count >= StreamratesMock.mostPrebooks { prebooks = [:] }
    }

    private func write(
        _ offer: StayOffer, _ token: OfferToken, id: String, offerID: String, isWorse: Bool,
        _ shop: Shop, to json: inout JSONWriter
    ) {
        let body = RateBody(offer, code: token.hotel, asked: token.note, shop: shop)
        json.beginObject()
        json.member("prebookId", id)
        json.member("offerId", offerID)
        json.member("hotelId", token.hotel)
        json.member("checkin", token.stay.checkIn.text)
        json.member("checkout", token.stay.checkOut.text)
        json.member("currency", body.currency)
        json.member("termsAndConditions", "")
        json.key("roomTypes")
        json.beginArray()
        json.beginObject()
        body.writeRates(to: &json)
        json.endObject()
        json.endArray()
        json.key("commission")
        json.number(Amount(minor: body.total.minor * 7 / 100, currency: body.currency).number)
        json.key("price")
        json.number(body.total.number)
        json.member("priceType", "commission")
        // A whole number: a small rise is a difference of 0 percent all the same.
        json.member(
            "priceDifferencePercent", (offer.total.minor - token.price) * 100 / max(token.price, 1))
        json.member("cancellationChanged", isWorse)
        json.member("boardChanged", false)
        json.member("supplier", "mock")
        json.member("supplierId", 2)
        json.member("isPackageRate", offer.plan.isPackage)
        json.key("paymentTypes")
        json.beginArray()
        json.string("NUITEE_PAY")
        json.endArray()
        json.endObject()
    }

    /// `POST /v3.0/rates/book`.
    mutating func book(_ request: MockRequest, in shop: inout Shop) -> MockAnswer {
        guard let body = try? JSONValue(parsing: request.body),
            let reference = body["clientReference"]?.string, !reference.isEmpty,
            let first = body["holder"]?["firstName"]?.string,
            let last = body["holder"]?["lastName"]?.string,
            let email = body["holder"]?["email"]?.string, body["payment"] != nil
        else { return ServiceError.invalid("holder or payment").answer(outcome: "invalid") }
        guard byReference[reference] == nil else {
            return ServiceError(400, 4005, "duplicate clientReference", "already used")
                .answer(outcome: "duplicateReference")
        }
        guard let id = body["prebookId"]?.string, let found = prebooks[id] else {
            return ServiceError.invalid("invalid prebookId, rate not found")
                .answer(outcome: "invalid")
        }
        guard shop.now < found.expires else {
            return ServiceError(400, 5000, "prebookId data retrieval failed", "unable to process")
                .answer(outcome: "expired")
        }
        let guests = (body["guests"]?.elements ?? []).map { guest in
            Booking.Guest(
                number: guest["occupancyNumber"]?.integer() ?? 0,
                first: guest["firstName"]?.string ?? "", last: guest["lastName"]?.string ?? "")
        }
        guard Set(guests.map(\.number)) == Set(1...found.token.parties.count) else {
            return ServiceError(
                400, 4010, "prebookId data validation failed, please check your request fields",
                "one guest for each occupancyNumber"
            ).answer(outcome: "invalid")
        }
        return commit(
            Booking(
                id: bookingID(shop), reference: reference, prebookID: id, prebook: found,
                holder: (first, last, email), guests: guests, created: shop.now,
                visible: shop.now.adding(milliseconds: shop.retrieveLag)), in: &shop)
    }

    private mutating func commit(_ booking: Booking, in shop: inout Shop) -> MockAnswer {
        let token = booking.prebook.token
        guard let offer = shop.offer(of: token), offer.isAvailable,
            offer.total.minor == token.price,
            shop.inventory.take(
                booking.id, reference: booking.reference, offer.listing.hotel, offer.room,
                count: token.parties.count, token.stay, until: nil, now: shop.now)
        else {
            return ServiceError(400, 2010, "booking was not confirmed", "rate is gone or changed")
                .answer(outcome: "soldOut")
        }
        bookings[booking.id] = booking
        byReference[booking.reference] = booking.id
        var json = JSONWriter(capacity: 2048)
        json.beginObject()
        json.key("data")
        write(booking, state: .booked, shop, to: &json)
        json.endObject()
        return MockAnswer(
            type: "application/json; charset=utf-8", body: .whole(json.bytes), outcome: "booked",
            committed: booking.id)
    }

    private func bookingID(_ shop: Shop) -> String {
        var chance = Chance(shop.seed, "streamrates", "booking", String(bookings.count))
        return Identifiers.text(6, &chance) + String(bookings.count, radix: 36)
    }
}
