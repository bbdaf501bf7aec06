import SupplierKit
import TravelModel

/// What a reservation must repeat of each room: type, plan, the supplier's booking code, and as what
/// its amount was given.
struct OtaxmlReference: Hashable {
    struct Room: Hashable {
        var roomType: String
        var ratePlan: String
        var bookingCode: String
        /// The supplier gave the amount as one before tax, whatever the contract makes of that.
        var isBeforeTax: Bool
    }

    private static let beforeTax: Substring = "before tax"

    var rooms: [Room]

    init(_ options: [OtaxmlRoomOption]) {
        rooms = options.map {
            Room(
                roomType: $0.roomType, ratePlan: $0.ratePlan, bookingCode: $0.bookingCode,
                isBeforeTax: $0.price.isBeforeTax)
        }
    }

    /// Reads what ``reference()`` wrote.
    init?(_ reference: RateReference) {
        let lines = reference.token.split(separator: "\n", omittingEmptySubsequences: false)
        rooms = []
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 3 || fields.dropFirst(3) == [Self.beforeTax] else { return nil }
            rooms.append(
                Room(
                    roomType: String(fields[0]), ratePlan: String(fields[1]),
                    bookingCode: String(fields[2]), isBeforeTax: fields.count == 4))
        }
    }

    /// One line a room, fields apart by tabs, which codes cannot hold once XML has normalised them.
    func reference() throws(RateFault) -> RateReference {
        let fields = rooms.flatMap { [$0.roomType, $0.ratePlan, $0.bookingCode] }
        let isPlain = fields.allSatisfy { !$0.utf8.contains { $0 < 32 } }
        let token = rooms.map { room in
            "\(room.roomType)\t\(room.ratePlan)\t\(room.bookingCode)"
                + (room.isBeforeTax ? "\t\(Self.beforeTax)" : "")
        }.joined(separator: "\n")
        guard isPlain, let reference = RateReference(token: token) else {
            throw RateFault(.malformed, "booking code unusable")
        }
        return reference
    }
}
