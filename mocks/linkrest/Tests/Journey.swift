import Digest
import MockKit
import WireFormat

@testable import MockLinkrest

/// A client of the mock that speaks Rapid by hand, over the committed catalogue.
final class Journey {
    static let folder: String = {
        // This file is mocks/linkrest/Tests/Journey.swift of the repository.
        let parts = #filePath.split(separator: "/").dropLast(4)
        return "/" + parts.joined(separator: "/") + "/mocks/catalogue"
    }()

    static let catalogue = Result { () throws(CatalogueFault) in
        try Catalogue(folder: folder, suppliers: ["linkrest"])
    }

    var desk: SupplierDesk
    var now = Moment(milliseconds: 1_796_000_000_000)
    var test: String?

    init(scenario: String = "{\"name\":\"t\"}") throws {
        let mock = LinkrestMock()
        let read = try ScenarioReader.read(
            Array(scenario.utf8), file: "t.json", known: ["linkrest": mock.steps])
        let shop = Shop(supplier: "linkrest", seed: 11, catalogue: try Journey.catalogue.get())
        desk = SupplierDesk(mock, shop: shop, scenario: read)
    }

    /// Codes of the first twelve open hotels of a city, in order.
    func codes(in city: String) -> [String] {
        let open = desk.shop.listings.filter {
            $0.value.hotel.city == city && !$0.value.hotel.isClosed
        }
        return Array(open.keys.sorted().prefix(12))
    }

    func send(
        _ method: String, _ target: String, body: String = "", without: String? = nil,
        signedAt: Moment? = nil
    ) -> (status: Int, json: JSONValue?, text: String) {
        let halves = target.split(separator: "?", maxSplits: 1)
        let path = halves.first.map { $0.split(separator: "/").map(String.init) } ?? []
        let pairs = (halves.count == 2 ? halves[1] : "").split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            return (name: parts.first ?? "", value: parts.count == 2 ? parts[1] : "")
        }
        var fields: [(name: String, value: String)] = [
            ("Accept", "application/json"), ("Accept-Encoding", "identity"),
            ("User-Agent", "test"), ("Customer-Ip", "192.0.2.7"),
            ("Authorization", Journey.authorization(at: signedAt ?? now)),
        ]
        if let test { fields.append(("Test", test)) }
        fields.removeAll { $0.name == without }
        let request = MockRequest(
            method: method, path: path, query: pairs, fields: fields, body: Array(body.utf8))
        let delivery = desk.handle(request, now: now, wall: now)
        let text = String(decoding: delivery.bytes, as: UTF8.self)
        return (delivery.status, try? JSONValue(parsing: delivery.bytes), text)
    }

    static func authorization(at moment: Moment) -> String {
        let account = LinkrestMock.demoCredentials
        let seconds = moment.milliseconds / 1000
        let text = Array("\(account.key)\(account.secret)\(seconds)".utf8)
        let hash = (try? HashAlgorithm.sha512.hash(text)) ?? []
        return "EAN apikey=\(account.key),signature=\(Hexadecimal.lowercase(hash)),"
            + "timestamp=\(seconds)"
    }

    func shop(
        _ codes: [String], checkIn: String = "2027-01-11", checkOut: String = "2027-01-13",
        occupancies: [String] = ["2"], currency: String = "EUR", more: String = ""
    ) -> (status: Int, json: JSONValue?, text: String) {
        let rooms = occupancies.map { "&occupancy=\($0)" }.joined()
        let properties = codes.map { "&property_id=\($0)" }.joined()
        return send(
            "GET",
            "/v3/properties/availability?checkin=\(checkIn)&checkout=\(checkOut)"
                + "&currency=\(currency)&country_code=DE&language=en-US&rate_plan_count=250"
                + "&sales_channel=website&sales_environment=hotel_only\(rooms)\(properties)\(more)")
    }

    /// The first rate of an answer for which `fits` holds.
    static func rate(
        in answer: JSONValue?, where fits: (JSONValue) -> Bool = { _ in true }
    ) -> JSONValue? {
        for property in answer?.elements ?? [] {
            for room in property["rooms"]?.elements ?? [] {
                if let rate = room["rates"]?.elements?.first(where: fits) { return rate }
            }
        }
        return nil
    }

    static func priceCheck(of rate: JSONValue) -> String? {
        rate["bed_groups"]?.members?.first?.value["links"]?["price_check"]?["href"]?.string
    }

    static func body(_ reference: String, hold: Bool = true, rooms: Int = 1) -> String {
        let guests = (0..<rooms).map { _ in
            "{\"given_name\":\"Ada\",\"family_name\":\"Example\"}"
        }
        return "{\"affiliate_reference_id\":\"\(reference)\",\"hold\":\(hold),"
            + "\"email\":\"guest@example.com\",\"phone\":{\"country_code\":\"351\","
            + "\"number\":\"5550100\"},\"rooms\":[\(guests.joined(separator: ","))]}"
    }

    /// Shops and checks until a holdable rate has a link to book it.
    func bookLink(city: String = "Lisbon") -> String? {
        let answer = shop(codes(in: city)).json
        guard let rate = Journey.rate(in: answer, where: { $0["holdable"]?.bool == true }),
            let href = Journey.priceCheck(of: rate)
        else { return nil }
        return send("GET", href).json?["links"]?["book"]?["href"]?.string
    }
}
