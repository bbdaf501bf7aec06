import SupplierKit
import TravelModel
import WireFormat

/// `OTA_HotelAvailRQ` and what its answer holds; the search and the revalidation share it.
struct OtaxmlAvailability: Sendable {
    let settings: OtaxmlSettings
    let stay: StayDates
    let rooms: [Occupancy]
    let hotels: [SupplierHotelCode]
    let shopper: ShopperContext

    /// Asking twice does no harm; `nil` when a text cannot be written.
    var request: SupplierRequest? {
        let envelope = OtaxmlEnvelope(settings: settings, shopper: shopper)
        return envelope.request("OTA_HotelAvailRQ", idempotent: true, echo: "availability") { xml in
            xml.attribute("RequestedCurrency", shopper.currency.text)
            xml.attribute("AvailRatesOnly", "true")
            xml.attribute("OnRequestInd", "false")
            envelope.writeSource(to: &xml)
            xml.start("AvailRequestSegments")
            xml.start("AvailRequestSegment")
            xml.start("StayDateRange")
            xml.attribute("Start", stay.checkIn.description)
            xml.attribute("End", stay.checkOut.description)
            xml.end()
            writeCandidates(to: &xml)
            xml.start("HotelSearchCriteria")
            for hotel in hotels {
                xml.start("Criterion")
                xml.start("HotelRef")
                xml.attribute("HotelCode", hotel.text)
                xml.end()
                xml.end()
            }
            xml.end()
            xml.end()
            xml.end()
        }
    }

    private func writeCandidates(to xml: inout XMLWriter) {
        xml.start("RoomStayCandidates")
        for (index, room) in rooms.enumerated() {
            xml.start("RoomStayCandidate")
            xml.attribute("Quantity", 1)
            xml.attribute("RPH", index + 1)
            OtaxmlGuests.write(room, to: &xml)
            xml.end()
        }
        xml.end()
    }

    /// All offers of a list of room stays, read at once: for the few of one hotel.
    func offers(of stays: XMLElement?, at now: Instant) -> OtaxmlOffers {
        var offers = OtaxmlOffers(asked: self, now: now)
        offers.take(stays: stays)
        offers.readSome(rates: .max)
        return offers
    }
}

/// Guests of one room in OTA's age codes: 10 adult, 8 child, 7 infant.
enum OtaxmlGuests {
    static func write(_ room: Occupancy, to xml: inout XMLWriter) {
        xml.start("GuestCounts")
        xml.attribute("IsPerRoom", "true")
        xml.start("GuestCount")
        xml.attribute("AgeQualifyingCode", "10")
        xml.attribute("Count", room.adults)
        xml.end()
        for age in room.childAges {
            xml.start("GuestCount")
            xml.attribute("AgeQualifyingCode", age < 2 ? "7" : "8")
            xml.attribute("Age", age)
            xml.attribute("Count", 1)
            xml.end()
        }
        xml.end()
    }

    /// Whether the counts of a room stay fit a room; silence fits every room.
    static func fit(_ counts: XMLElement?, _ room: Occupancy) -> Bool {
        guard let counts else { return true }
        var adults = 0
        var children = 0
        var others = 0
        for count in counts.children("GuestCount") {
            let number = Int(count.attribute("Count") ?? "1") ?? 1
            guard (0...100).contains(number) else { return false }
            switch count.attribute("AgeQualifyingCode") {
            case "10": adults += number
            case "7", "8": children += number
            default: others += number
            }
        }
        if others > 0 { return adults + children + others == room.guests }
        return (adults == 0 && children == 0)
            || (adults == room.adults && children == room.childAges.count)
    }
}
