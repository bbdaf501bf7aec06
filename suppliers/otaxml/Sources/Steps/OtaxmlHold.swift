import SupplierKit
import TravelModel
import WireFormat

/// The hold: `OTA_HotelResRQ` with `ResStatus="Initiate"`.
///
/// Only errors with a code that says why refuse. A SOAP fault, a stumble (types 1 and 12, codes 187,
/// 448 and 450), 5xx, `Pending`, or an answer that cannot be read leaves the hold unknown.
struct OtaxmlHold: Sendable {
    let settings: OtaxmlSettings
    let input: HoldInput

    var machine: any StepMachine<HoldEnd> {
        guard settings.keeper == .supplier else { return refused("this supplier keeps no rooms") }
        guard let reference = OtaxmlReference(input.offer.reference),
            reference.rooms.count == input.rooms.count
        else { return refused("the offer's reference is not of these rooms") }
        let isNamed = input.rooms.indices.allSatisfy { room in
            input.guests.contains { $0.room == room }
        }
        guard isNamed else { return refused("every room needs a guest") }
        guard let request = request(reference) else { return EndedStep(.refused(.unwritable)) }
        return ExchangeMachine(
            request, failed: { .unknown($0) }, decode: { read($0, at: $1) })
    }

    private func refused(_ detail: String) -> EndedStep<HoldEnd> {
        EndedStep(.refused(SupplierFailure(.supplierError, phase: .connect, detail: detail)))
    }

    private func read(_ answer: WholeAnswer, at now: Instant) -> ExchangeOutcome<HoldEnd> {
        do throws(OtaxmlMessage.Refusal) {
            let message = try OtaxmlMessage(answer, name: "OTA_HotelResRS", at: now)
            let all = OtaxmlReservation.all(in: message.root)
            let ours =
                all.first { $0.names(input.reference) }
                ?? all.first(where: \.clientReferences.isEmpty)
            guard let reservation = ours else {
                return .ended(.unknown(.reservation("no reservation of ours", .malformed)))
            }
            return verdict(reservation, at: now)
        } catch {
            switch error {
            case .fault(let failure), .unreadable(let failure): return .ended(.unknown(failure))
            case .errors(let errors, let failure):
                if errors.isPriceChange { return .ended(.priceChanged) }
                return .ended(errors.isGone ? .soldOut : .refused(failure))
            }
        }
    }

    private func verdict(
        _ reservation: OtaxmlReservation, at now: Instant
    ) -> ExchangeOutcome<HoldEnd> {
        switch reservation.state {
        case .kept:
            guard let number = reservation.reference else {
                return .ended(.unknown(.reservation("a reservation without a number")))
            }
            let hold = SupplierHold(reference: number, token: "", expires: reservation.expires)
            guard let change = change(in: reservation, at: now) else { return .ended(.held(hold)) }
            return giveBack(hold, change)
        case .pending: return .ended(.unknown(.reservation("the reservation is pending")))
        case .refused, .ended: return .ended(.refused(.reservation("request denied")))
        }
    }

    /// What the reservation says other than the offer did: a supplier may keep the room on worse
    /// conditions than it offered, without an error.
    private func change(in reservation: OtaxmlReservation, at now: Instant) -> HoldEnd? {
        guard let stays = reservation.roomStays else { return nil }
        if let other = substitution(in: stays) { return .refused(.reservation("kept \(other)")) }
        let asked = OtaxmlAvailability(
            settings: settings, stay: input.stay, rooms: input.rooms, hotels: [input.offer.hotel],
            shopper: input.shopper)
        let reading = asked.offers(of: stays, at: now)
        guard let kept = reading.offers.first(where: { $0.rateKey == input.offer.rateKey }) else {
            return nil
        }
        // Not the charge: that is zero where the hotel is paid, whatever the room costs.
        if kept.price.stayTotal != input.offer.price.stayTotal { return .priceChanged }
        let (old, new) = (input.offer.cancellation, kept.cancellation)
        let isWorse = old.kind != .nonRefundable && new.kind == .nonRefundable
        return isWorse ? .refused(.reservation("kept on worse terms than offered")) : nil
    }

    /// What the reservation names that is none of what was asked for; silence names nothing.
    private func substitution(in stays: XMLElement) -> String? {
        func differs(_ text: String?, _ wanted: String) -> Bool {
            text.map { !$0.isEmpty && $0 != wanted } ?? false
        }
        let rooms = OtaxmlReference(input.offer.reference)?.rooms ?? []
        for stay in stays.children("RoomStay") {
            let hotel = stay.child("BasicPropertyInfo")?.attribute("HotelCode")
            if differs(hotel, input.offer.hotel.text) { return "another hotel" }
            let span = stay.child("TimeSpan")
            if differs(
                span?.attribute("Start").map { String($0.prefix(10)) },
                input.stay.checkIn.description)
                || differs(
                    span?.attribute("End").map { String($0.prefix(10)) },
                    input.stay.checkOut.description)
            {
                return "other nights"
            }
            for rate in stay.child("RoomRates")?.children("RoomRate").map({ $0 }) ?? [] {
                let codes = OtaxmlCodes(rate)
                let isAsked = rooms.contains { room in
                    (room.roomType.isEmpty || !differs(codes.roomType, room.roomType))
                        && (room.ratePlan.isEmpty || !differs(codes.ratePlan, room.ratePlan))
                }
                if !isAsked { return "another room" }
            }
        }
        return nil
    }

    /// Cancels what was kept on other conditions; if that is not sure, the hold is unknown.
    private func giveBack(_ hold: SupplierHold, _ change: HoldEnd) -> ExchangeOutcome<HoldEnd> {
        let release = OtaxmlRelease(
            settings: settings,
            input: ReleaseInput(
                hold: hold, reference: input.reference, contactEmail: nil, shopper: input.shopper))
        guard let request = release.lastRequest else { return .ended(.unknown(.unwritable)) }
        return .asks(request) { answer, now in
            switch release.committed(answer, at: now) {
            case .released: .ended(change)
            case .failed(let failure): .ended(.unknown(failure))
            }
        }
    }
}

extension SupplierFailure {
    /// A reservation that is not what was asked for.
    fileprivate static func reservation(
        _ detail: String, _ code: Code = .supplierError
    ) -> SupplierFailure {
        SupplierFailure(code, phase: .decode, detail: detail)
    }
}

// The request.
extension OtaxmlHold {
    private func request(_ reference: OtaxmlReference) -> SupplierRequest? {
        let envelope = OtaxmlEnvelope(settings: settings, shopper: input.shopper)
        return envelope.request("OTA_HotelResRQ", echo: input.reference.text) { xml in
            xml.attribute("ResStatus", "Initiate")
            envelope.writeSource(to: &xml)
            xml.start("HotelReservations")
            xml.start("HotelReservation")
            OtaxmlReservationID.write(input.reference, to: &xml)
            xml.start("RoomStays")
            for (index, room) in reference.rooms.enumerated() { write(room, index, to: &xml) }
            xml.end()
            writeGuests(to: &xml)
            writeGlobal(to: &xml)
            xml.end()
            xml.end()
        }
    }

    private func write(_ room: OtaxmlReference.Room, _ index: Int, to xml: inout XMLWriter) {
        xml.start("RoomStay")
        xml.start("RoomRates")
        xml.start("RoomRate")
        if !room.roomType.isEmpty { xml.attribute("RoomTypeCode", room.roomType) }
        if !room.ratePlan.isEmpty { xml.attribute("RatePlanCode", room.ratePlan) }
        if !room.bookingCode.isEmpty { xml.attribute("BookingCode", room.bookingCode) }
        xml.attribute("NumberOfUnits", 1)
        xml.end()
        xml.end()
        OtaxmlGuests.write(input.rooms[index], to: &xml)
        xml.start("TimeSpan")
        xml.attribute("Start", input.stay.checkIn.description)
        xml.attribute("End", input.stay.checkOut.description)
        xml.end()
        if input.rooms.count == 1 { writeTotal(to: &xml) }
        xml.start("BasicPropertyInfo")
        xml.attribute("HotelCode", input.offer.hotel.text)
        xml.end()
        xml.start("ResGuestRPHs")
        for (number, guest) in input.guests.enumerated() where guest.room == index {
            xml.start("ResGuestRPH")
            xml.attribute("RPH", number + 1)
            xml.end()
        }
        xml.end()
        xml.end()
    }

    /// The price we mean to pay, so that a supplier that checks it can say 365.
    private func writeTotal(to xml: inout XMLWriter) {
        let total = input.offer.price.stayTotal
        let rooms = OtaxmlReference(input.offer.reference)?.rooms ?? []
        let isBeforeTax = rooms.first?.isBeforeTax ?? false
        // A sum of amounts of both kinds is neither.
        guard rooms.allSatisfy({ $0.isBeforeTax == isBeforeTax }) else { return }
        xml.start("Total")
        xml.attribute(isBeforeTax ? "AmountBeforeTax" : "AmountAfterTax", text(total))
        xml.attribute("CurrencyCode", total.currency.text)
        if settings.amounts == .minorUnits {
            xml.attribute("DecimalPlaces", total.currency.exponent)
        }
        xml.end()
    }

    private func text(_ money: Money) -> String {
        settings.amounts == .minorUnits ? String(money.minorUnits) : money.decimalText
    }

    private func writeGuests(to xml: inout XMLWriter) {
        xml.start("ResGuests")
        for (number, guest) in input.guests.enumerated() {
            xml.start("ResGuest")
            xml.attribute("ResGuestRPH", number + 1)
            let isChild = (guest.age ?? 18) < 18
            let code = isChild ? ((guest.age ?? 18) < 2 ? "7" : "8") : "10"
            xml.attribute("AgeQualifyingCode", code)
            if let age = guest.age { xml.attribute("Age", age) }
            if guest.lead { xml.attribute("PrimaryIndicator", "true") }
            for name in ["Profiles", "ProfileInfo", "Profile", "Customer", "PersonName"]
                as [StaticString]
            {
                xml.start(name)
            }
            xml.element("GivenName", guest.firstName)
            xml.element("Surname", guest.lastName)
            xml.end()
            if guest.lead, let contact = input.contact { write(contact, to: &xml) }
            for _ in 0..<4 { xml.end() }
            xml.end()
        }
        xml.end()
    }

    private func write(_ contact: Contact, to xml: inout XMLWriter) {
        if let phone = contact.phone {
            xml.start("Telephone")
            xml.attribute("PhoneNumber", phone)
            xml.end()
        }
        xml.element("Email", contact.email)
    }

    private func writeGlobal(to xml: inout XMLWriter) {
        xml.start("ResGlobalInfo")
        xml.start("HotelReservationIDs")
        xml.start("HotelReservationID")
        xml.attribute("ResID_Type", "16")
        xml.attribute("ResID_Value", input.reference.text)
        if !settings.requestorID.isEmpty {
            xml.attribute("ResID_Source", settings.requestorID)
        }
        xml.end()
        xml.end()
        writeTotal(to: &xml)
        xml.end()
    }
}

/// Our own reference as OTA writes it: a unique id of type 16.
enum OtaxmlReservationID {
    static func write(_ reference: HoldReference, to xml: inout XMLWriter) {
        xml.start("UniqueID")
        xml.attribute("Type", "16")
        xml.attribute("ID", reference.text)
        xml.end()
    }
}
