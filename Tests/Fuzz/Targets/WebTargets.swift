import HTTPServer
import SupplierKit
import TravelModel
import WireFormat

@testable import Gateway
@testable import Web

extension FuzzTarget {
    /// The query of `GET /v1/offers`: a search within its bounds, or faults that name parameters.
    static let offersQuery = FuzzTarget("offers-query") { input in
        let target = "/v1/offers?" + String(decoding: input, as: UTF8.self)
        guard let request = try? HTTPRequest(target: target) else { return }
        for form in [MediaType.json, .eventStream] {
            let call = try call(request, form)
            let read = Result { () throws(Problem) in
                try OffersQuery.read(call, suppliers: suppliers, now: now)
            }
            switch read {
            case .success(let search): try check(search)
            case .failure(let problem): try check(problem)
            }
        }
        try checkRooms(input)
    }

    /// The header fields a route reads: Accept, conditions, who searches, the name of a request.
    static let requestFields = FuzzTarget("request-fields", longest: 1024) { input in
        let text = String(decoding: input, as: UTF8.self)
        let fields = [
            "Accept", "Content-Type", "If-None-Match", "X-Request-Id", "Idempotency-Key",
            ShopperFields.address, ShopperFields.agent, ShopperFields.session,
        ].map { ($0, text) }
        guard let request = try? HTTPRequest(target: "/", fields: fields) else { return }
        let forms = MediaType.allCases
        if let best = AcceptField(request.fields.all("accept")).best(of: forms) {
            try expect(forms.contains(best), "a form nobody offered was chosen")
        }
        if MediaType.json.isNamed(by: text) {
            try expect(
                !forms.dropFirst().contains { $0.isNamed(by: text) }, "\(text) names two forms")
        }
        let defaults = try client().terms
        var shopper = ShopperContext(
            residency: defaults.residency, language: "en", currency: defaults.currency)
        let faults = ShopperFields.read(request.fields, into: &shopper)
        for kept in [shopper.ipAddress, shopper.userAgent, shopper.session] {
            let isPlain = kept?.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } ?? true
            try expect(isPlain, "a control character was kept")
        }
        try expect(faults.count <= 3, "more faults than fields")
        let answer = EntityTag.response(to: request, input, maxAge: .seconds(1))
        try expect(
            answer.status == .ok || answer.status == .notModified, "a status nobody expects")
        if let key = IdempotencyKey(text) {
            try expect((1...255).contains(key.text.utf8.count), "a key is over its bound")
        }
    }

    /// The body of `POST /v1/holds`: a request within its bounds, or faults that name members.
    static let holdBody = FuzzTarget("hold-body") { input in
        let body = HoldBody(input)
        guard body.faults.isEmpty else {
            try check(Problem(faults: body.faults))
            return
        }
        try expect(body.guests.count <= 80, "too many guests")
        try expect((body.metadata ?? []).count <= 4096, "too much metadata")
        try expect(
            body.wait >= .zero && body.wait <= .milliseconds(HoldBody.longestWait),
            "a wait outside its bounds")
        for label in [body.clientReference, body.buyer].compactMap({ $0 }) {
            try expect((1...64).contains(label.count), "a label outside its bounds")
        }
        try expectSame(HoldBody(input).metadata, body.metadata, "one body, two readings")
    }

    static let now = Instant(millisecondsSinceEpoch: 1_790_000_000_000)

    private static var suppliers: [SupplierID] {
        ["linkrest", "otaxml", "direct"].compactMap { SupplierID($0) }
    }

    private static func client() throws(Mismatch) -> Client {
        guard let tenant = TenantID("demo"), let currency = CurrencyCode("EUR"),
            let residency = CountryCode("PT")
        else { throw Mismatch("the defaults are unusable") }
        return Client(
            tenant: tenant,
            terms: TenantTerms(currency: currency, residency: residency, language: "en"))
    }

    private static func call(_ request: HTTPRequest, _ form: MediaType) throws(Mismatch) -> Call {
        guard let parameters = PathPattern("/").match("/") else { throw Mismatch("no path") }
        return Call(
            request: request, requestID: "fuzz", client: try client(),
            parameters: parameters, form: form, started: Uptime(nanoseconds: 0))
    }

    private static func check(_ search: SearchRequest) throws {
        try expect((1...SearchLimits.rooms).contains(search.rooms.count), "rooms out of bounds")
        try expect(
            (1...SearchLimits.nights).contains(search.stay.nights), "nights out of bounds")
        try expect(SearchLimits.page.contains(search.options.limit), "a page out of bounds")
    }

    private static func check(_ problem: Problem) throws {
        try expect(
            (400...499).contains(problem.code.status.rawValue), "input is blamed on the server")
        let body = problem.body(requestID: "fuzz")
        try expect(
            (try? JSONValue(parsing: body))?["code"]?.string == problem.code.rawValue,
            "the problem is no JSON: \(String(decoding: body, as: UTF8.self))")
    }

    private static func checkRooms(_ input: [UInt8]) throws {
        guard let room = Occupancy(String(decoding: input, as: UTF8.self)) else { return }
        try expectSame(Occupancy(room.description), room, "a room reads otherwise when written")
    }
}
