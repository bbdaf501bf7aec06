import TravelModel

/// Whether a request brings what the supplier will want to know, judged before it is asked.
enum HoldNeeds {
    /// Whoever is older counts as an adult, as in the occupancy of a search.
    private static let oldestChild = 17

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
            if let detail = ageFault(guests.compactMap(\.age), room, index) {
                return .guestsMismatch(detail)
            }
        }
        return nil
    }

    /// Ages that are told must be those the room was searched for.
    private static func ageFault(_ ages: [Int], _ room: Occupancy, _ index: Int) -> String? {
        var children = room.childAges
        for age in ages where age <= oldestChild {
            guard let place = children.firstIndex(of: age) else {
                return "room \(index) has no child of \(age)"
            }
            children.remove(at: place)
        }
        let adults = ages.count { $0 > oldestChild }
        guard adults <= room.adults else {
            return "room \(index) is for \(room.adults) adults, not \(adults)"
        }
        return nil
    }
}
