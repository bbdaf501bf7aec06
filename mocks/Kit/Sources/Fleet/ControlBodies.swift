import WireFormat

extension AuditEntry {
    /// One call of the audit log.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("sequence", sequence)
        json.member("supplier", supplier)
        json.member("step", step)
        json.key("hotels")
        json.beginArray()
        for hotel in hotels { json.string(hotel) }
        json.endArray()
        json.member("reference", ifPresent: reference)
        json.member("outcome", outcome)
        json.member("fault", ifPresent: fault)
        json.member("committed", committed != nil)
        json.member("reservation", ifPresent: committed)
        json.member("status", status)
        json.member("at", at.text())
        json.member("delayMs", delay)
        json.endObject()
    }
}

extension Inventory {
    /// Reservations, taken nights with their allotment, and every movement.
    func write(hotels: [String: CatalogueHotel], to json: inout JSONWriter) {
        json.key("reservations")
        json.beginArray()
        for found in all {
            json.beginObject()
            json.member("reservation", found.id)
            json.member("reference", found.reference)
            json.member("state", found.state.rawValue)
            json.member("hotel", found.hotel)
            json.member("room", found.room)
            json.member("rooms", found.count)
            json.member("checkIn", found.stay.checkIn.text)
            json.member("checkOut", found.stay.checkOut.text)
            json.member("heldUntil", ifPresent: found.until?.text())
            json.endObject()
        }
        json.endArray()
        json.key("taken")
        json.beginArray()
        for night in takenNights {
            json.beginObject()
            json.member("hotel", night.key.hotel)
            json.member("room", night.key.room)
            json.member("date", night.key.date.text)
            json.member("taken", night.count)
            if let hotel = hotels[night.key.hotel],
                let room = hotel.rooms.first(where: { $0.code == night.key.room })
            {
                json.member("allotment", allotment(hotel, room, night.key.date))
            }
            json.endObject()
        }
        json.endArray()
        json.key("movements")
        json.beginArray()
        for movement in movements {
            json.beginObject()
            json.member("reservation", movement.reservation)
            json.member("state", movement.state.rawValue)
            json.member("at", movement.at.text())
            json.endObject()
        }
        json.endArray()
    }
}
