import MockKit
import WireFormat

@testable import MockOtaxml

/// A client of the mock that speaks OTA by hand, over the committed catalogue.
final class Agency {
    static let folder: String = {
        // This file is mocks/otaxml/Tests/Agency.swift of the repository.
        let parts = #filePath.split(separator: "/").dropLast(4)
        return "/" + parts.joined(separator: "/") + "/mocks/catalogue"
    }()

    static let catalogue = Result { () throws(CatalogueFault) in
        try Catalogue(folder: folder, suppliers: ["otaxml"])
    }

    var desk: SupplierDesk
    var now = Moment(milliseconds: 1_796_000_000_000)
    var password = OtaxmlMock.demoUser.password

    init(scenario: String = "{\"name\":\"t\"}") throws {
        let mock = OtaxmlMock()
        let read = try ScenarioReader.read(
            Array(scenario.utf8), file: "t.json", known: ["otaxml": mock.steps])
        let shop = Shop(supplier: "otaxml", seed: 11, catalogue: try Agency.catalogue.get())
        desk = SupplierDesk(mock, shop: shop, scenario: read)
    }

    /// Codes of the first twelve open hotels of a city, in order.
    func codes(in city: String) -> [String] {
        let open = desk.shop.listings.filter {
            $0.value.hotel.city == city && !$0.value.hotel.isClosed
        }
        return Array(open.keys.sorted().prefix(12))
    }

    /// Sends a message and gives the one that answers it; nil where there is none.
    func send(_ message: String) -> (delivery: Delivery, message: XMLElement?) {
        let text = """
            <soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">\
            <soapenv:Header><wsse:Security xmlns:wsse="urn:wsse"><wsse:UsernameToken>\
            <wsse:Username>\(OtaxmlMock.demoUser.name)</wsse:Username>\
            <wsse:Password>\(password)</wsse:Password></wsse:UsernameToken></wsse:Security>\
            </soapenv:Header><soapenv:Body>\(message)</soapenv:Body></soapenv:Envelope>
            """
        let request = MockRequest(
            method: "POST", path: ["ota"], fields: [("Content-Type", "text/xml; charset=utf-8")],
            body: Array(text.utf8))
        let delivery = desk.handle(request, now: now, wall: now)
        let document = try? XMLDocument(parsing: delivery.bytes)
        let body = document?.root.child("Body")
        return (delivery, body?.children.first { _ in true })
    }

    func avail(
        _ codes: [String], rooms: [String] = ["1/1/2"], checkIn: String = "2027-01-11",
        checkOut: String = "2027-01-13", onRequest: Bool = false
    ) -> (delivery: Delivery, message: XMLElement?) {
        // `rph/quantity/adults[-age]`
        let candidates = rooms.map { room -> String in
            let parts = room.split(separator: "/").map(String.init)
            let guests = parts[2].split(separator: "-").map(String.init)
            let child =
                guests.count == 2
                ? "<GuestCount AgeQualifyingCode=\"8\" Age=\"\(guests[1])\" Count=\"1\"/>" : ""
            return "<RoomStayCandidate RPH=\"\(parts[0])\" Quantity=\"\(parts[1])\"><GuestCounts>"
                + "<GuestCount AgeQualifyingCode=\"10\" Count=\"\(guests[0])\"/>\(child)"
                + "</GuestCounts></RoomStayCandidate>"
        }
        let hotels = codes.map { "<Criterion><HotelRef HotelCode=\"\($0)\"/></Criterion>" }
        return send(
            """
            <OTA_HotelAvailRQ xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="e1" \
            OnRequestInd="\(onRequest)"><AvailRequestSegments><AvailRequestSegment>\
            <StayDateRange Start="\(checkIn)" End="\(checkOut)"/>\
            <RoomStayCandidates>\(candidates.joined())</RoomStayCandidates>\
            <HotelSearchCriteria>\(hotels.joined())</HotelSearchCriteria>\
            </AvailRequestSegment></AvailRequestSegments></OTA_HotelAvailRQ>
            """)
    }

    func stays(_ message: XMLElement?) -> [XMLElement] {
        message?.child("RoomStays")?.children("RoomStay").map { $0 } ?? []
    }

    static func bookingCode(_ stay: XMLElement) -> String {
        stay.descendant("RoomRates", "RoomRate")?.attribute("BookingCode") ?? ""
    }

    func reserve(
        _ codes: [String], reference: String, status: String = "Initiate", ours: String? = nil,
        total: String = ""
    ) -> (delivery: Delivery, message: XMLElement?) {
        let stays = codes.map {
            "<RoomStay><RoomRates><RoomRate BookingCode=\"\($0)\"/></RoomRates></RoomStay>"
        }
        let number = ours.map { "<UniqueID Type=\"14\" ID=\"\($0)\"/>" } ?? ""
        return send(
            """
            <OTA_HotelResRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="\(status)">\
            <HotelReservations><HotelReservation>\(number)<UniqueID Type="16" ID="\(reference)"/>\
            <RoomStays>\(stays.joined())</RoomStays><ResGuests><ResGuest><Profiles><ProfileInfo>\
            <Profile><Customer><PersonName><GivenName>Ada</GivenName><Surname>Example</Surname>\
            </PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest></ResGuests>\
            <ResGlobalInfo>\(total)</ResGlobalInfo></HotelReservation></HotelReservations>\
            </OTA_HotelResRQ>
            """)
    }

    func read(_ id: String, type: String) -> XMLElement? {
        send("<OTA_ReadRQ><UniqueID Type=\"\(type)\" ID=\"\(id)\"/></OTA_ReadRQ>").message
    }

    func cancel(_ id: String, _ type: String = "Commit") -> XMLElement? {
        send(
            "<OTA_CancelRQ CancelType=\"\(type)\"><UniqueID Type=\"14\" ID=\"\(id)\"/></OTA_CancelRQ>"
        ).message
    }
}
