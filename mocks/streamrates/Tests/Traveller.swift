import MockKit
import WireFormat

@testable import MockStreamrates

/// A client of the mock that speaks LiteAPI by hand, over the committed catalogue.
final class Traveller {
    static let folder: String = {
        // This file is mocks/streamrates/Tests/Traveller.swift of the repository.
        let parts = #filePath.split(separator: "/").dropLast(4)
        return "/" + parts.joined(separator: "/") + "/mocks/catalogue"
    }()

    static let catalogue = Result { () throws(CatalogueFault) in
        try Catalogue(folder: folder, suppliers: ["streamrates"])
    }

    var desk: SupplierDesk
    var now = Moment(milliseconds: 1_796_000_000_000)
    var key = StreamratesMock.demoKey

    init(scenario: String = "{\"name\":\"t\"}") throws {
        let mock = StreamratesMock()
        let read = try ScenarioReader.read(
            Array(scenario.utf8), file: "t.json", known: ["streamrates": mock.steps])
        let shop = Shop(
            supplier: "streamrates", seed: 11, catalogue: try Traveller.catalogue.get())
        desk = SupplierDesk(mock, shop: shop, scenario: read)
    }

    /// Codes of the first twelve open hotels of a city, in order.
    func codes(in city: String) -> [String] {
        let open = desk.shop.listings.filter {
            $0.value.hotel.city == city && !$0.value.hotel.isClosed
        }
        return Array(open.keys.sorted().prefix(12))
    }

    func send(_ method: String, _ path: String, body: String = "") -> (
        delivery: Delivery, json: JSONValue?
    ) {
        let halves = path.split(separator: "?").map(String.init)
        let query = (halves.count == 2 ? halves[1] : "").split(separator: "&").map { pair in
            let parts = pair.split(separator: "=").map(String.init)
            return (name: parts.first ?? "", value: parts.last ?? "")
        }
        let request = MockRequest(
            method: method, path: (halves.first ?? "").split(separator: "/").map(String.init),
            query: query, fields: [("x-api-key", key)], body: Array(body.utf8))
        let delivery = desk.handle(request, now: now, wall: now)
        return (delivery, try? JSONValue(parsing: delivery.bytes))
    }

    static func search(
        _ codes: [String], rooms: String = "{\"adults\":2}", currency: String = "EUR",
        more: String = ""
    ) -> String {
        let ids = codes.map { "\"\($0)\"" }.joined(separator: ",")
        return "{\"hotelIds\":[\(ids)],\"occupancies\":[\(rooms)],\"currency\":\"\(currency)\","
            + "\"guestNationality\":\"DE\",\"checkin\":\"2027-01-11\",\"checkout\":\"2027-01-13\""
            + "\(more)}"
    }

    func rates(_ body: String) -> (delivery: Delivery, json: JSONValue?) {
        send("POST", "/v3.0/hotels/rates", body: body)
    }

    /// The first offer of a city for which `fits` holds.
    func offer(
        in city: String = "Lisbon", where fits: (JSONValue) -> Bool = { _ in true }
    ) -> JSONValue? {
        let answer = rates(Traveller.search(codes(in: city))).json
        for hotel in answer?["data"]?.elements ?? [] {
            if let offer = hotel["roomTypes"]?.elements?.first(where: fits) { return offer }
        }
        return nil
    }

    func prebook(_ offer: JSONValue) -> (delivery: Delivery, json: JSONValue?) {
        send(
            "POST", "/v3.0/rates/prebook",
            body: "{\"offerId\":\"\(offer["offerId"]?.string ?? "")\"}")
    }

    func book(_ prebook: JSONValue?, reference: String) -> (delivery: Delivery, json: JSONValue?) {
        let id = prebook?["data"]?["prebookId"]?.string ?? ""
        return send(
            "POST", "/v3.0/rates/book",
            body: """
                {"prebookId":"\(id)","clientReference":"\(reference)","holder":{"firstName":"Ada",\
                "lastName":"Example","email":"a@example.com"},"guests":[{"occupancyNumber":1,\
                "firstName":"Ada","lastName":"Example"}],"payment":{"method":"ACC_CREDIT_CARD"}}
                """)
    }
}
