import SupplierConformance
import SupplierKit
import SupplierStreamrates
import Testing
import TravelModel
import WireFormat

/// The time a supplier is given, and what its end means.
@Suite struct TimeLimitTests {
    private static let now = Instant(millisecondsSinceEpoch: 1_790_000_000_000)
    private static let tag = RequestTag(1)

    private func search(_ budget: Duration) throws -> any StepMachine<SearchEnd> {
        let manifest = try ConformanceSuite(StreamratesAdapter.self, testsFile: #filePath).manifest
        let stay = try #require(
            CivilDate("2027-01-11").flatMap { first in
                CivilDate("2027-01-13").flatMap { StayDates(checkIn: first, checkOut: $0) }
            })
        return try StreamratesAdapter(manifest: manifest).search(
            SearchInput(
                stay: stay, rooms: [#require(Occupancy("2"))],
                hotels: [#require(SupplierHotelCode("lp1897"))],
                shopper: ShopperContext(
                    residency: #require(CountryCode("PT")), language: "en",
                    currency: #require(CurrencyCode("EUR"))), budget: budget))
    }

    /// Less than ours, so that its last word is heard before we hang up.
    @Test(arguments: [(6_000, 5), (5_750, 5), (5_749, 4), (1_750, 1), (100, 1)])
    func theSupplierIsGivenLessThanWeHave(budget: Int, seconds: Int) throws {
        var machine = try search(.milliseconds(budget))
        guard case .send(let request, _)? = machine.start(at: Self.now).orders.first,
            case .bytes(let body)? = request.body.first
        else {
            Issue.record("nothing was sent")
            return
        }
        #expect(try JSONValue(parsing: body)["timeout"]?.integer() == seconds)
    }

    /// What ends the answer, and after how many milliseconds of the supplier's five seconds.
    @Test(
        arguments: [
            ("text/event-stream", 200, "data: [DONE]\n\n"),
            ("application/json", 200, "{\"data\":[]}"), ("application/json", 204, ""),
            ("application/json", 400, "{\"error\":{\"code\":2001}}"),
        ], [(4_999, true), (5_000, false), (5_400, false)])
    func whoeverIsDoneBecauseTimeIsUpHasNotSaidEverything(
        answer: (type: String, status: Int, body: String), end: (after: Int, isWhole: Bool)
    ) throws {
        var machine = try search(.seconds(6))
        _ = machine.start(at: Self.now)
        let then = Self.now.advanced(by: .milliseconds(end.after))
        var events: [StepEvent] = [
            .head(
                Self.tag,
                ResponseHead(status: answer.status, headers: [("Content-Type", answer.type)]))
        ]
        if !answer.body.isEmpty { events.append(.bytes(Self.tag, Array(answer.body.utf8))) }
        events.append(.end(Self.tag))
        var verdict: SearchEnd?
        for event in events { verdict = machine.on(event, at: then).end ?? verdict }
        switch try #require(verdict) {
        case .complete: #expect(end.isWhole)
        case .failed(let failure): #expect(!end.isWhole && failure.code == .timeout)
        }
    }
}
