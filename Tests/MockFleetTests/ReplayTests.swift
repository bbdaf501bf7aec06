import Digest
import MockKit
import MockLinkrest
import MockOtaxml
import MockStreamrates
import Testing
import WireFormat

/// One seed, one epoch and one order of calls give the same bytes, whatever the protocol.
@Suite struct ReplayTests {
    private static let now = Moment(milliseconds: 1_796_000_000_000)

    private static let catalogue = Result { () throws(CatalogueFault) in
        try Catalogue(
            folder: FleetTests.root + "/mocks/catalogue",
            suppliers: ["linkrest", "otaxml", "streamrates"])
    }

    /// A few searches of one hotel each, in the protocol's words.
    private func requests(of supplier: String, _ codes: [String]) throws -> [MockRequest] {
        try codes.map { code in
            switch supplier {
            case "linkrest":
                let account = LinkrestMock.demoCredentials
                let seconds = ReplayTests.now.milliseconds / 1000
                let hash = try HashAlgorithm.sha512.hash(
                    Array("\(account.key)\(account.secret)\(seconds)".utf8))
                let signature = Hexadecimal.lowercase(hash)
                return MockRequest(
                    method: "GET", path: ["v3", "properties", "availability"],
                    query: [
                        ("checkin", "2027-01-11"), ("checkout", "2027-01-14"),
                        ("currency", "USD"), ("country_code", "DE"), ("language", "en-US"),
                        ("occupancy", "2-9"), ("rate_plan_count", "9"),
                        ("sales_channel", "website"), ("sales_environment", "hotel_only"),
                        ("property_id", code),
                    ],
                    fields: [
                        ("Accept", "application/json"), ("Accept-Encoding", "gzip"),
                        ("User-Agent", "test"),
                        (
                            "Authorization",
                            "EAN apikey=\(account.key),signature=\(signature),"
                                + "timestamp=\(seconds)"
                        ),
                    ])
            case "otaxml":
                let user = OtaxmlMock.demoUser
                let text = """
                    <Envelope><Header><Security><UsernameToken><Username>\(user.name)</Username>\
                    <Password>\(user.password)</Password></UsernameToken></Security></Header><Body>\
                    <OTA_HotelAvailRQ><AvailRequestSegments><AvailRequestSegment>\
                    <StayDateRange Start="2027-01-11" End="2027-01-14"/><RoomStayCandidates>\
                    <RoomStayCandidate><GuestCounts><GuestCount AgeQualifyingCode="10" Count="2"/>\
                    </GuestCounts></RoomStayCandidate></RoomStayCandidates><HotelSearchCriteria>\
                    <Criterion><HotelRef HotelCode="\(code)"/></Criterion></HotelSearchCriteria>\
                    </AvailRequestSegment></AvailRequestSegments></OTA_HotelAvailRQ></Body></Envelope>
                    """
                return MockRequest(
                    method: "POST", path: ["ota"], fields: [("Content-Type", "text/xml")],
                    body: Array(text.utf8))
            default:
                let text = """
                    {"hotelIds":["\(code)"],"occupancies":[{"adults":2}],"currency":"EUR",\
                    "guestNationality":"DE","checkin":"2027-01-11","checkout":"2027-01-14",\
                    "stream":true}
                    """
                return MockRequest(
                    method: "POST", path: ["v3.0", "hotels", "rates"],
                    fields: [("X-API-Key", StreamratesMock.demoKey)], body: Array(text.utf8))
            }
        }
    }

    private func deliveries(
        _ mock: any MockSupplier, seed: UInt64
    ) throws -> (deliveries: [Delivery], audit: [String]) {
        let path = FleetTests.root + "/mocks/scenarios/storm.json"
        let storm = try ScenarioReader.read(
            try #require(TextFile.read(path)), file: path,
            known: [
                "linkrest": LinkrestMock().steps, "otaxml": OtaxmlMock().steps,
                "streamrates": StreamratesMock().steps,
            ])
        let shop = Shop(
            supplier: mock.id, seed: seed, catalogue: try ReplayTests.catalogue.get())
        let codes = Array(shop.listings.keys.sorted().prefix(25))
        var desk = SupplierDesk(mock, shop: shop, scenario: storm)
        let answers = try requests(of: mock.id, codes).map {
            desk.handle($0, now: ReplayTests.now, wall: ReplayTests.now)
        }
        let audit = desk.audit.entries(after: 0).map {
            "\($0.step) \($0.outcome) \($0.fault ?? "-") \($0.delay)"
        }
        return (answers, audit)
    }

    @Test(arguments: [
        LinkrestMock() as any MockSupplier, OtaxmlMock(), StreamratesMock(),
    ])
    func twoRunsAreTheSame(mock: any MockSupplier) throws {
        let first = try deliveries(mock, seed: 5)
        let again = try deliveries(mock, seed: 5)
        let other = try deliveries(mock, seed: 6)
        #expect(first.audit == again.audit)
        #expect(first.audit != other.audit)
        for (one, two) in zip(first.deliveries, again.deliveries) {
            #expect(one.status == two.status && one.ending == two.ending)
            #expect(one.parts.map(\.wait) == two.parts.map(\.wait))
            // Compared outside of `#expect`, which would take minutes to show the difference.
            let isSame = one.bytes == two.bytes
            #expect(isSame)
        }
        #expect(first.deliveries.contains { $0.status == 200 && $0.bytes.count > 500 })
    }
}
