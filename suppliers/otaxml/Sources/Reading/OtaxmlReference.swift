import SupplierKit
import TravelModel

/// What a reservation must repeat of each room: type, plan and the supplier's booking code.
struct OtaxmlReference: Hashable {
    struct Room: Hashable {
        var roomType: String
        var ratePlan: String
        var bookingCode: String
    }

    var rooms: [Room]

    init(_ options: [OtaxmlRoomOption]) {
        rooms = options.map {
            Room(roomType: $0.roomType, ratePlan: $0.ratePlan, bookingCode: $0.bookingCode)
        }
    }

    /// Reads what ``reference()`` wrote.
    init?(_ reference: RateReference) {
        let lines = reference.token.split(separator: "\n", omittingEmptySubsequences: false)
        rooms = []
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 3 else { return nil }
            rooms.append(
                Room(
                    roomType: String(fields[0]), ratePlan: String(fields[1]),
                    bookingCode: String(fields[2])))
        }
    }

    /// One line a room, fields apart by tabs, which codes cannot hold once XML has normalised them.
    func reference() throws(RateFault) -> RateReference {
        let fields = rooms.flatMap { [$0.roomType, $0.ratePlan, $0.bookingCode] }
        let isPlain = fields.allSatisfy { !$0.utf8.contains { $0 < 32 } }
        let token = rooms.map { "\($0.roomType)\t\($0.ratePlan)\t\($0.bookingCode)" }
            .joined(separator: "\n")
        guard isPlain, let reference = RateReference(token: token) else {
            throw RateFault(.malformed, "booking code unusable")
        }
        return reference
    }
}
