import MockKit
import Testing
import WireFormat

@testable import MockLinkrest

@Suite struct ShopTests {
    @Test func totalsFollowTheirRules() throws {
        let journey = try Journey()
        var seen = 0
        for city in ["Lisbon", "New York City", "Tokyo", "Dubai"] {
            let answer = journey.shop(journey.codes(in: city), occupancies: ["2", "2-9,4"])
            #expect(answer.status == 200)
            for property in answer.json?.elements ?? [] {
                for room in property["rooms"]?.elements ?? [] {
                    for rate in room["rates"]?.elements ?? [] {
                        seen += 1
                        try check(try #require(rate["occupancy_pricing"]))
                    }
                }
            }
        }
        #expect(seen > 60)
    }

    /// exclusive + tax and fees = inclusive; inclusive + fees at the property = property_inclusive.
    private func check(_ pricing: JSONValue) throws {
        #expect(pricing.members?.map(\.name) == ["2", "2-9,4"])
        for entry in pricing.members ?? [] {
            let totals = try #require(entry.value["totals"])
            let exclusive = try amount(totals["exclusive"])
            let inclusive = try amount(totals["inclusive"])
            let all = try amount(totals["property_inclusive"])
            var base: Int64 = 0
            var extra: Int64 = 0
            let nights = entry.value["nightly"]?.elements ?? []
            #expect(nights.count == 2)
            for part in nights.flatMap({ $0.elements ?? [] }) {
                let value = try amount(part)
                if part["type"]?.string == "base_rate" { base += value } else { extra += value }
            }
            for part in entry.value["stay"]?.elements ?? [] { extra += try amount(part) }
            #expect(base == exclusive)
            #expect(base + extra == inclusive)
            var fees: Int64 = 0
            for fee in entry.value["fees"]?.members ?? [] { fees += try amount(fee.value) }
            #expect(inclusive + fees == all)
        }
    }

    private func amount(_ value: JSONValue?) throws -> Int64 {
        let money = try #require(value?["billable_currency"] ?? value)
        let currency = try #require(money["currency"]?.string)
        let text = try #require(money["value"]?.string)
        return try #require(Amount(text, currency: currency)).minor
    }

    @Test func equalRoomsShareOnePrice() throws {
        let journey = try Journey()
        let answer = journey.shop(journey.codes(in: "Lisbon"), occupancies: ["2", "2"])
        let rate = try #require(Journey.rate(in: answer.json))
        #expect(rate["occupancy_pricing"]?.members?.map(\.name) == ["2"])
    }

    @Test func penaltiesAreInLocalTimeAndHaveOneMeasure() throws {
        let journey = try Journey()
        let answer = journey.shop(journey.codes(in: "Tokyo"))
        let rate = try #require(
            Journey.rate(in: answer.json, where: { $0["refundable"]?.bool == true }))
        let penalties = try #require(rate["cancel_penalties"]?.elements)
        #expect(!penalties.isEmpty)
        for penalty in penalties {
            #expect(penalty["start"]?.string?.hasSuffix("+09:00") == true)
            let measures = ["amount", "nights", "percent"].filter { penalty[$0] != nil }
            #expect(measures.count == 1)
        }
    }

    @Test func nothingFreeIsAnEmptyArrayAndNamesItsReasonWhenAsked() throws {
        let journey = try Journey()
        let closed = try #require(
            journey.desk.shop.listings.first { $0.value.hotel.isClosed }?.key)
        #expect(journey.shop([closed]).text == "[]")
        #expect(journey.shop(["1"]).text == "[]")
        let reason = journey.shop([closed], more: "&include=unavailable_reason")
        #expect(
            reason.json?.elements?.first?["unavailable_reason"]?["code"]?.string
                == "no_inventory_available")
    }

    @Test(arguments: [
        ("2020-01-01", "2020-01-02", "2", "checkin.invalid_date"),
        ("2027-01-11", "2027-03-11", "2", "checkout.invalid_date"),
        ("2027-01-11", "2027-01-11", "2", "checkout.invalid_date"),
        ("2027-01-11", "2027-01-12", "2-99", "occupancy.invalid"),
    ])
    func badQueries(checkIn: String, checkOut: String, occupancy: String, type: String) throws {
        let journey = try Journey()
        let answer = journey.shop(
            ["1"], checkIn: checkIn, checkOut: checkOut, occupancies: [occupancy])
        #expect(answer.status == 400)
        #expect(answer.json?["type"]?.string == "invalid_input")
        #expect(answer.json?["errors"]?.elements?.first?["type"]?.string == type)
    }

    @Test func packagesOnlyWhenAskedFor() throws {
        let journey = try Journey()
        let isPackage = { (rate: JSONValue) in rate["sale_scenario"]?["package"]?.bool == true }
        let codes = journey.codes(in: "London")
        #expect(Journey.rate(in: journey.shop(codes).json, where: isPackage) == nil)
    }

    @Test func theTestHeaderForcesAnswers() throws {
        let journey = try Journey()
        journey.test = "service_unavailable"
        #expect(journey.shop(journey.codes(in: "Lisbon")).status == 503)
        journey.test = "nonsense"
        #expect(journey.shop(journey.codes(in: "Lisbon")).status == 400)
    }
}
