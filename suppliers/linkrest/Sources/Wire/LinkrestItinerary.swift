import SupplierKit
import TravelModel
import WireFormat

/// A hold or booking as `book` and `retrieve` give it.
struct LinkrestItinerary: Sendable {
    var id = ""
    var reference: String?
    var links: [String: LinkrestLink] = [:]
    /// Each room's `pending`, `booked` or `canceled`.
    var statuses: [String] = []
    /// Whether anything beyond id and time of creation is there: a fresh booking is not yet indexed.
    var hasDetails = false

    init(from reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "itinerary_id": id = try reader.textOrNumber().string
            case "creation_date_time": return false
            case "affiliate_reference_id":
                reference = try reader.stringOrNull()
                hasDetails = true
            case "links":
                links = try LinkrestLink.table(from: &reader)
                hasDetails = true
            case "rooms":
                hasDetails = true
                try reader.elements { reader throws(JSONFault) in
                    try reader.members { key, reader throws(JSONFault) in
                        guard key == "status", statuses.count < 16 else { return false }
                        statuses.append(try reader.string())
                        return true
                    }
                }
            default:
                hasDetails = true
                return false
            }
            return true
        }
    }

    var isCancelled: Bool {
        !statuses.isEmpty && statuses.allSatisfy { $0 == "canceled" || $0 == "cancelled" }
    }

    /// The hold, `nil` without an id; it lasts as long as the link that resumes it.
    func hold(baseURL: String) -> SupplierHold? {
        guard let reference = SupplierReference(id) else { return nil }
        return SupplierHold(
            reference: reference, token: LinkrestHoldLinks(links, baseURL: baseURL).token,
            expires: links["resume"]?.expires)
    }
}
