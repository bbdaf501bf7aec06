import MockKit
import WireFormat

/// `OTA_HotelResRQ`, checked.
struct ReservationRequest {
    let isInitiate: Bool
    let reference: String
    /// Our id, where an initiated reservation is to be committed.
    let reservation: String?
    let bookingCodes: [String]
    /// The price the client expects, where it says one.
    let expected: (amount: String, currency: String)?
    let guests: [(given: String, family: String)]

    /// The client's reference: a UniqueID of type 16, or a HotelReservationID.
    static func reference(_ message: XMLElement) -> String? {
        guard let reservation = message.descendant("HotelReservations", "HotelReservation") else {
            return nil
        }
        let unique = reservation.children("UniqueID").first { $0.attribute("Type") == "16" }
        return unique?.attribute("ID")
            ?? reservation.descendant("ResGlobalInfo", "HotelReservationIDs", "HotelReservationID")?
            .attribute("ResID_Value")
    }

    /// The booking codes of all rooms; a room without one is left out.
    static func bookingCodes(_ message: XMLElement) -> [String] {
        let stays = message.descendant("HotelReservations", "HotelReservation", "RoomStays")
        return (stays?.children("RoomStay").map { $0 } ?? []).compactMap {
            $0.descendant("RoomRates", "RoomRate")?.attribute("BookingCode")
        }
    }

    static func read(_ message: XMLElement) -> Result<ReservationRequest, AvailFault> {
        guard let reservation = message.descendant("HotelReservations", "HotelReservation") else {
            return .failure(AvailFault(.missing("HotelReservation")))
        }
        guard let reference = reference(message), (1...64).contains(reference.utf8.count) else {
            return .failure(AvailFault(.missing("UniqueID of type 16")))
        }
        let ours = reservation.children("UniqueID").first { $0.attribute("Type") == "14" }
        let rooms = reservation.child("RoomStays")?.children("RoomStay").map { $0 } ?? []
        let codes = bookingCodes(message)
        guard codes.count == rooms.count, !codes.isEmpty || ours != nil else {
            return .failure(AvailFault(.missing("BookingCode")))
        }
        let guests = (reservation.child("ResGuests")?.children("ResGuest").map { $0 } ?? [])
            .compactMap { guest -> (given: String, family: String)? in
                let name = guest.descendant(
                    "Profiles", "ProfileInfo", "Profile", "Customer", "PersonName")
                guard let given = name?.text(of: "GivenName"), !given.isEmpty,
                    let family = name?.text(of: "Surname"), !family.isEmpty
                else { return nil }
                return (given, family)
            }
        guard !guests.isEmpty || ours != nil else {
            return .failure(AvailFault(.missing("PersonName")))
        }
        let total = reservation.descendant("ResGlobalInfo", "Total")
        let expected = total?.attribute("AmountAfterTax").flatMap { amount in
            total?.attribute("CurrencyCode").map { (amount: amount, currency: $0) }
        }
        return .success(
            ReservationRequest(
                isInitiate: message.attribute("ResStatus") == "Initiate", reference: reference,
                reservation: ours?.attribute("ID"), bookingCodes: codes, expected: expected,
                guests: guests))
    }
}
