import SupplierKit
import TravelModel
import WireFormat

/// A `HotelReservation` of an answer: its number and what has become of it.
struct OtaxmlReservation: Sendable {
    /// What a reservation's status means for a hold.
    enum State: Sendable {
        case kept, pending, ended, refused
    }

    let reference: SupplierReference?
    /// Whose it says it is: clients' own references, in upper case; empty where it does not say.
    let clientReferences: [String]
    let state: State
    /// The rooms as reserved, where the answer repeats them.
    let roomStays: XMLElement?
    /// Until when the supplier keeps the room; text without an offset is taken at its earliest.
    let expires: Instant?

    /// `response` is the message's own `ResResponseType`, which counts where the reservation has no
    /// status.
    init(_ element: XMLElement, response: String?) {
        reference = Self.reference(of: element)
        clientReferences = Self.clientReferences(of: element)
        state = Self.state(of: element.attribute("ResStatus") ?? response)
        roomStays = element.child("RoomStays")
        expires = Self.expires(of: element)
    }

    /// Whether it says that it is ours.
    func names(_ reference: HoldReference) -> Bool { clientReferences.contains(reference.text) }

    /// Every reservation of a message, wherever the dialect puts the list.
    static func all(in message: XMLElement) -> [OtaxmlReservation] {
        let response = message.attribute("ResResponseType")
        var found: [OtaxmlReservation] = []
        for list in message.children where found.count < 32 {
            for element in list.children("HotelReservation") {
                found.append(OtaxmlReservation(element, response: response))
            }
        }
        return found
    }

    /// The supplier's number: type 14, or the one without a type; never our own (16) or a hotel's (10).
    private static func reference(of element: XMLElement) -> SupplierReference? {
        var untyped: SupplierReference?
        for id in element.children("UniqueID") {
            let reference = id.attribute("ID").flatMap { SupplierReference($0) }
            switch id.attribute("Type") {
            case "14": if let reference { return reference }
            case nil: untyped = untyped ?? reference
            default: continue
            }
        }
        return untyped
    }

    /// Unique ids of type 16, and reservation ids of that type in the global part.
    private static func clientReferences(of element: XMLElement) -> [String] {
        var found = element.children("UniqueID").filter { $0.attribute("Type") == "16" }
            .compactMap { $0.attribute("ID") }
        let ids = element.descendant("ResGlobalInfo", "HotelReservationIDs")
        for id in ids?.children("HotelReservationID").prefix(16).map({ $0 }) ?? []
        where id.attribute("ResID_Type") == "16" {
            if let value = id.attribute("ResID_Value") { found.append(value) }
        }
        return found.map { $0.uppercased() }
    }

    private static func state(of status: String?) -> State {
        switch status?.lowercased() {
        case "reserved", "committed", "commit", "initiate", "initiated", "hold", "held", "booked",
            "book":
            .kept
        case "cancelled", "canceled", "cancel", "no-show": .ended
        case "request denied", "denied", "unsuccessful": .refused
        default: .pending
        }
    }

    private static func expires(of element: XMLElement) -> Instant? {
        let global = element.child("ResGlobalInfo")
        let deadline =
            global?.descendant("Guarantee", "Deadline")
            ?? global?.descendant("DepositPayments", "GuaranteePayment", "Deadline")
        // An extension of some dialects: OTA has no place of its own for the end of a hold.
        let extended = element.descendant("TPA_Extensions", "HoldExpires")?.trimmedText
        guard let text = deadline?.attribute("AbsoluteDeadline") ?? extended else { return nil }
        return Instant(text) ?? CivilDateTime(text).map { Instant($0, offsetSeconds: 14 * 3600) }
    }
}
