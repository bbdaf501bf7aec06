import TravelModel

/// Whether a request brings what the supplier will want to know, judged before it is asked.
enum HoldNeeds {
    /// The first thing that is missing or does not fit; `nil` when all is well.
    static func fault(in request: HoldRequest, for quote: Quote) -> HoldDecline? {
        var missing = quote.offer.hold.needs
        if !request.guests.isEmpty { missing.remove(.guests) }
        if request.contact != nil { missing.remove(.contact) }
        guard missing.isEmpty else { return .guestsRequired(missing) }
        guard !request.guests.isEmpty else { return nil }
        for guest in request.guests where guest.room >= quote.rooms.count {
            return .guestsMismatch("room \(guest.room) is not part of the stay")
        }
        for (index, room) in quote.rooms.enumerated() {
            let guests = request.guests.filter { $0.room == index }
            guard !guests.isEmpty else {
                return .guestsMismatch("room \(index) has no guest")
            }
            guard guests.count <= room.guests else {
                return .guestsMismatch(
                    "room \(index) is for \(room.guests) guests, not \(guests.count)")
            }
        }
        return nil
    }
}
