import MockKit
import WireFormat

/// A reservation as the supplier keeps it beside the inventory.
struct OtaReservation {
    let id: String
    let reference: String
    let tokens: [OfferToken]
    /// As sold, with the terms of that moment.
    let offer: StayOffer
    let guests: [(given: String, family: String)]
    /// Before this it cannot be found by the client's reference.
    let visible: Moment
}

extension OtaxmlMock {
    /// `OTA_HotelResRQ`: Initiate holds, Commit books at once or turns a hold into a booking.
    mutating func reserve(_ envelope: Envelope, in shop: inout Shop) -> MockAnswer {
        let wanted: ReservationRequest
        switch ReservationRequest.read(envelope.message) {
        case .failure(let fault): return reply(envelope, fault.error)
        case .success(let read): wanted = read
        }
        if let id = wanted.reservation { return commit(id, envelope, in: &shop) }
        let tokens = wanted.bookingCodes.compactMap { shop.open($0, purpose: "booking") }
        if let id = byReference[wanted.reference], let known = reservations[id] {
            // A repetition gets the first answer again; another booking under its name does not.
            guard known.tokens == tokens else {
                return reply(
                    envelope,
                    OtaError(
                        type: 3, code: 450, "Reference already used", outcome: "duplicateReference")
                )
            }
            return reserved(known, envelope, in: &shop, isRepeated: true)
        }
        switch offer(of: tokens, wanted, in: &shop) {
        case .failure(let fault): return reply(envelope, fault.error)
        case .success(let offer): return take(offer, tokens, wanted, envelope, in: &shop)
        }
    }

    /// All rooms as they are now, if they are still what the client was shown.
    private func offer(
        of tokens: [OfferToken], _ wanted: ReservationRequest, in shop: inout Shop
    ) -> Result<StayOffer, AvailFault> {
        guard let first = tokens.first, tokens.count == wanted.bookingCodes.count else {
            return .failure(
                AvailFault(OtaError(type: 3, code: 249, "Invalid rate code", outcome: "invalid")))
        }
        guard
            tokens.allSatisfy({
                $0.hotel == first.hotel && $0.room == first.room && $0.plan == first.plan
                    && $0.stay == first.stay
            })
        else {
            return .failure(
                AvailFault(
                    OtaError(
                        type: 3, code: 402, "Rooms must be of one type and rate", outcome: "invalid"
                    )))
        }
        guard tokens.allSatisfy({ shop.now < $0.expires }) else {
            return .failure(
                AvailFault(OtaError(type: 3, code: 436, "BookingCode expired", outcome: "expired")))
        }
        let whole = OfferToken(
            purpose: first.purpose, hotel: first.hotel, room: first.room, plan: first.plan,
            stay: first.stay, parties: tokens.flatMap(\.parties),
            price: tokens.reduce(0) { $0 + $1.price }, isRefundable: first.isRefundable,
            expires: first.expires)
        guard let offer = shop.offer(of: whole), offer.isAvailable else {
            return .failure(AvailFault(.noAvailability))
        }
        let expected = wanted.expected.flatMap { Amount($0.amount, currency: $0.currency) }
        guard offer.total.minor == whole.price, expected.map({ $0 == offer.total }) ?? true else {
            let text = "Price incorrect, now \(offer.total.text) \(offer.currency)"
            return .failure(
                AvailFault(OtaError(type: 3, code: 365, text, outcome: "priceChanged")))
        }
        return .success(offer)
    }

    private mutating func take(
        _ offer: StayOffer, _ tokens: [OfferToken], _ wanted: ReservationRequest,
        _ envelope: Envelope, in shop: inout Shop
    ) -> MockAnswer {
        var chance = Chance(shop.seed, "otaxml", "reservation", String(reservations.count))
        let id = "\(chance.within(10_000...99_999))\(1000 + reservations.count)"
        let until = wanted.isInitiate ? shop.now.adding(milliseconds: shop.holdLife) : nil
        guard
            shop.inventory.take(
                id, reference: wanted.reference, offer.listing.hotel, offer.room,
                count: offer.rates.count, offer.stay, until: until, now: shop.now)
        else { return reply(envelope, .noAvailability) }
        let made = OtaReservation(
            id: id, reference: wanted.reference, tokens: tokens, offer: offer,
            guests: wanted.guests, visible: shop.now.adding(milliseconds: shop.retrieveLag))
        reservations[id] = made
        byReference[wanted.reference] = id
        var answer = reserved(made, envelope, in: &shop, isRepeated: false)
        answer.committed = id
        return answer
    }

    private func commit(_ id: String, _ envelope: Envelope, in shop: inout Shop) -> MockAnswer {
        guard let found = reservations[id] else { return reply(envelope, Self.noMatch) }
        let wasHeld = shop.inventory.confirm(id, now: shop.now)
        guard wasHeld || shop.inventory.reservation(id, now: shop.now)?.state == .booked else {
            return reply(
                envelope,
                OtaError(type: 3, code: 450, "The reservation has ended", outcome: "holdEnded"))
        }
        var answer = reserved(found, envelope, in: &shop, isRepeated: !wasHeld)
        answer.committed = wasHeld ? id : nil
        return answer
    }

    static let noMatch = OtaError(
        type: 3, code: 245, "No reservation with this number", outcome: "notFound")

    private func reserved(
        _ made: OtaReservation, _ envelope: Envelope, in shop: inout Shop, isRepeated: Bool
    ) -> MockAnswer {
        let now = shop.now
        let state = shop.inventory.reservation(made.id, now: now)
        let isHeld = state?.state == .held
        let shop = shop
        return Envelope.answer(
            envelope.message, outcome: isHeld ? "held" : "booked",
            attributes: [("ResResponseType", isHeld ? "Reserved" : "Committed")]
        ) { xml in
            xml.start("Success")
            xml.end()
            if isRepeated {
                xml.start("Warnings")
                xml.start("Warning")
                xml.attribute("Type", "3")
                xml.attribute("ShortText", "Existing reservation returned")
                xml.end()
                xml.end()
            }
            xml.start("HotelReservations")
            made.write(state, shop, to: &xml)
            xml.end()
        }
    }

    /// `OTA_ReadRQ` by our number (14) or the client's reference (16).
    func read(_ envelope: Envelope, in shop: inout Shop) -> MockAnswer {
        let now = shop.now
        guard let found = named(envelope.message, now: now) else {
            return reply(envelope, Self.noMatch)
        }
        let state = shop.inventory.reservation(found.id, now: now)
        let shop = shop
        return Envelope.answer(envelope.message, outcome: "ok") { xml in
            xml.start("Success")
            xml.end()
            xml.start("ReservationsList")
            found.write(state, shop, to: &xml)
            xml.end()
        }
    }

    /// `OTA_CancelRQ`: Initiate tells the fee, Commit cancels.
    func cancel(_ envelope: Envelope, in shop: inout Shop) -> MockAnswer {
        let now = shop.now
        guard let found = named(envelope.message, now: now) else {
            return reply(envelope, Self.noMatch)
        }
        let state = shop.inventory.reservation(found.id, now: now)?.state
        guard state == .held || state == .booked else {
            return reply(
                envelope,
                OtaError(type: 3, code: 450, "Already cancelled", outcome: "alreadyEnded"))
        }
        let isCommit = envelope.message.attribute("CancelType") != "Initiate"
        let terms = PenaltyBody(found.offer, found.tokens.first?.hotel ?? "", shop)
        let fee = state == .held ? Amount(minor: 0, currency: found.offer.currency) : terms.fee()
        let isReleased = isCommit && shop.inventory.release(found.id, now: now)
        return Envelope.answer(
            envelope.message, outcome: isCommit ? "released" : "ok",
            committed: isReleased ? found.id : nil,
            attributes: [("Status", isCommit ? "Cancelled" : "Pending")]
        ) { xml in
            xml.start("Success")
            xml.end()
            xml.start("UniqueID")
            xml.attribute("Type", "14")
            xml.attribute("ID", found.id)
            xml.end()
            xml.start("CancelInfoRS")
            xml.start("CancelRules")
            xml.start("CancelRule")
            xml.attribute("Amount", fee.text)
            xml.attribute("CurrencyCode", fee.currency)
            xml.end()
            xml.end()
            xml.end()
        }
    }

    private func named(_ message: XMLElement, now: Moment) -> OtaReservation? {
        guard let unique = message.child("UniqueID"), let id = unique.attribute("ID") else {
            return nil
        }
        guard unique.attribute("Type") == "16" else { return reservations[id] }
        let found = byReference[id].flatMap { reservations[$0] }
        return found.flatMap { now < $0.visible ? nil : $0 }
    }
}

extension OtaReservation {
    /// Number, reference, rooms with their terms, guests, and when a hold ends.
    func write(_ state: Reservation?, _ shop: Shop, to xml: inout XMLWriter) {
        let words: String =
            switch state?.state {
            case .held: "Reserved"
            case .booked: "Committed"
            case .released, .expired, nil: "Cancelled"
            }
        xml.start("HotelReservation")
        xml.attribute("ResStatus", words)
        writeID("14", id, to: &xml)
        writeID("16", reference, to: &xml)
        xml.start("RoomStays")
        var first = 0
        for (index, token) in tokens.enumerated() {
            let rates = Array(offer.rates.dropFirst(first).prefix(token.parties.count))
            first += token.parties.count
            RoomStayBody(offer, code: token.hotel, shop: shop)
                .write(rates, rph: String(index + 1), to: &xml)
        }
        xml.end()
        writeGuests(to: &xml)
        xml.start("ResGlobalInfo")
        xml.start("Total")
        xml.attribute("AmountAfterTax", offer.total.text)
        xml.attribute("CurrencyCode", offer.currency)
        xml.end()
        xml.end()
        if let until = state?.until {
            xml.start("TPA_Extensions")
            xml.element("HoldExpires", until.text())
            xml.end()
        }
        xml.end()
    }

    private func writeID(_ type: String, _ id: String, to xml: inout XMLWriter) {
        xml.start("UniqueID")
        xml.attribute("Type", type)
        xml.attribute("ID", id)
        xml.end()
    }

    private func writeGuests(to xml: inout XMLWriter) {
        xml.start("ResGuests")
        for guest in guests {
            xml.start("ResGuest")
            xml.start("Profiles")
            xml.start("ProfileInfo")
            xml.start("Profile")
            xml.start("Customer")
            xml.start("PersonName")
            xml.element("GivenName", guest.given)
            xml.element("Surname", guest.family)
            xml.end()
            xml.end()
            xml.end()
            xml.end()
            xml.end()
            xml.end()
        }
        xml.end()
    }
}
