import MockKit
import Testing
import WireFormat

@testable import MockLinkrest

@Suite struct BookingTests {
    private func find(_ journey: Journey, _ reference: String) -> JSONValue? {
        journey.send(
            "GET", "/v3/itineraries?affiliate_reference_id=\(reference)&email=guest@example.com"
        ).json?.elements?.first
    }

    @Test func holdResumeCancel() throws {
        let journey = try Journey()
        let link = try #require(journey.bookLink())
        let held = journey.send("POST", link, body: Journey.body("REF0001"))
        #expect(held.status == 201)
        let id = try #require(held.json?["itinerary_id"]?.string)
        let resume = try #require(held.json?["links"]?["resume"]?["href"]?.string)
        #expect(find(journey, "REF0001")?["rooms"]?.elements?.first?["status"]?.string == "pending")
        #expect(journey.send("PUT", resume).status == 204)
        let booked = try #require(find(journey, "REF0001")?["rooms"]?.elements?.first)
        #expect(booked["status"]?.string == "booked")
        #expect(journey.send("PUT", resume).status == 400)
        let cancel = try #require(booked["links"]?["cancel"]?["href"]?.string)
        #expect(journey.send("DELETE", cancel).status == 204)
        #expect(journey.send("DELETE", cancel).status == 400)
        #expect(journey.desk.shop.inventory.movements.map(\.state) == [.held, .booked, .released])
        #expect(Set(journey.desk.shop.inventory.movements.map(\.reservation)) == [id])
    }

    @Test func aHoldIsReleasedOnceAndEndsByItself() throws {
        let journey = try Journey()
        let link = try #require(journey.bookLink())
        let held = journey.send("POST", link, body: Journey.body("REF0001"))
        let cancel = try #require(held.json?["links"]?["cancel"]?["href"]?.string)
        #expect(journey.send("DELETE", cancel).status == 204)
        #expect(journey.send("DELETE", cancel).status == 400)
        let again = try #require(journey.bookLink())
        let second = journey.send("POST", again, body: Journey.body("REF0002"))
        journey.now = journey.now.adding(milliseconds: 15 * 60_000)
        let resume = try #require(second.json?["links"]?["resume"]?["href"]?.string)
        #expect(journey.send("PUT", resume).status == 400)
        #expect(
            find(journey, "REF0002")?["rooms"]?.elements?.first?["status"]?.string == "canceled")
        #expect(journey.desk.shop.inventory.takenNights.isEmpty)
    }

    @Test func aReferenceServesOnce() throws {
        let journey = try Journey()
        let link = try #require(journey.bookLink())
        #expect(journey.send("POST", link, body: Journey.body("REF0001")).status == 201)
        let twice = journey.send("POST", link, body: Journey.body("REF0001"))
        #expect(twice.status == 400)
        #expect(
            twice.json?["errors"]?.elements?.first?["type"]?.string == "duplicate_itinerary")
        #expect(journey.desk.shop.inventory.all.count == 1)
    }

    @Test func priceChecksHaveThreeStatuses() throws {
        let journey = try Journey()
        let codes = journey.codes(in: "Lisbon")
        let rate = try #require(Journey.rate(in: journey.shop(codes).json))
        let href = try #require(Journey.priceCheck(of: rate))
        let same = journey.send("GET", href)
        #expect(same.json?["status"]?.string == "available")
        journey.test = "price_changed"
        let dearer = journey.send("GET", href)
        #expect(dearer.json?["status"]?.string == "price_changed")
        #expect(dearer.json?["links"]?["book"] != nil)
        #expect(dearer.json?["links"]?["additional_rates"] != nil)
        journey.test = "sold_out"
        let gone = journey.send("GET", href)
        #expect(gone.json?["status"]?.string == "sold_out")
        #expect(gone.json?["links"]?["book"] == nil)
        journey.test = nil
        journey.now = journey.now.adding(milliseconds: 20 * 60_000)
        let late = journey.send("GET", href)
        #expect(late.status == 400 && late.text.contains("link.invalid"))
    }

    @Test func aRiseThatACheckTellsIsTrue() throws {
        let journey = try Journey()
        let codes = journey.codes(in: "Lisbon")
        let isHoldable = { (rate: JSONValue) in rate["holdable"]?.bool == true }
        let rate = try #require(Journey.rate(in: journey.shop(codes).json, where: isHoldable))
        let href = try #require(Journey.priceCheck(of: rate))
        let old = try #require(
            journey.send("GET", href).json?["links"]?["book"]?["href"]?.string)
        let first = try total(journey.send("GET", href).json?["occupancy_pricing"])
        let isPlanned = journey.desk.planNext(
            [.fault(.priceChanged), .success, .fault(.priceChanged)],
            for: PlanTarget(step: "priceCheck"))
        #expect(isPlanned)
        let checks = (0..<3).compactMap { _ in journey.send("GET", href).json }
        #expect(checks.map { $0["status"]?.string } == Array(repeating: "price_changed", count: 3))
        let prices = try checks.map { try total($0["occupancy_pricing"]) }
        #expect(prices[0] != first && prices[1] == prices[0] && prices[2] != prices[0])
        let links = checks.compactMap { $0["links"]?["book"]?["href"]?.string }
        #expect(journey.send("POST", old, body: Journey.body("REF0001")).status == 409)
        #expect(journey.send("POST", links[0], body: Journey.body("REF0002")).status == 409)
        #expect(journey.send("POST", links[2], body: Journey.body("REF0003")).status == 201)
        let booked = find(journey, "REF0003")?["rooms"]?.elements?.first?["rate"]?["pricing"]
        #expect(try inclusive(booked) == prices[2])
        // Searches show it too.
        let id = rate["id"]?.string
        let found = Journey.rate(in: journey.shop(codes).json) { $0["id"]?.string == id }
        #expect(try total(found?["occupancy_pricing"]) == prices[2])
    }

    /// What the first room costs, as text.
    private func total(_ pricing: JSONValue?) throws -> String {
        try inclusive(pricing?.members?.first?.value)
    }

    private func inclusive(_ room: JSONValue?) throws -> String {
        let charge = room?["totals"]?["inclusive"]?["billable_currency"]
        return try #require(charge?["value"]?.string)
    }

    @Test func aRiseAfterTheCheckIsAMismatchAndAFullHouseIsGone() throws {
        let journey = try Journey()
        let link = try #require(journey.bookLink())
        journey.test = "price_mismatch"
        #expect(journey.send("POST", link, body: Journey.body("REF0001")).status == 409)
        // The rise is true: the old link never books again, a new one does.
        journey.test = nil
        #expect(journey.send("POST", link, body: Journey.body("REF0002")).status == 409)
        let again = try #require(journey.bookLink())
        journey.test = "rooms_unavailable"
        #expect(journey.send("POST", again, body: Journey.body("REF0003")).status == 410)
        journey.test = nil
        #expect(journey.desk.shop.inventory.all.isEmpty)
        // The last rooms go one by one, and then the house is full by itself.
        var statuses: [Int] = []
        for number in 0..<12 {
            let body = Journey.body("R\(number)-full")
            statuses.append(journey.send("POST", again, body: body).status)
        }
        #expect(statuses.contains(201) && statuses.last == 410)
    }

    @Test func aNewItineraryIsFoundLate() throws {
        let journey = try Journey(
            scenario: """
                {"name":"t","suppliers":{"linkrest":{"retrieveLag":{"fixedMs":60000}}}}
                """)
        let link = try #require(journey.bookLink())
        #expect(journey.send("POST", link, body: Journey.body("REF0001")).status == 201)
        #expect(find(journey, "REF0001") == nil)
        journey.now = journey.now.adding(milliseconds: 30_000)
        let sparse = try #require(find(journey, "REF0001"))
        #expect(sparse.members?.map(\.name) == ["itinerary_id", "creation_date_time"])
        journey.now = journey.now.adding(milliseconds: 30_000)
        #expect(find(journey, "REF0001")?["rooms"] != nil)
    }

    @Test func committedThoughTheAnswerWasLost() throws {
        let journey = try Journey()
        let link = try #require(journey.bookLink())
        let target = PlanTarget(step: "book", reference: "REF0001")
        let isPlanned = journey.desk.planNext([.fault(.dropAnswer)], for: target)
        #expect(isPlanned)
        #expect(journey.send("POST", link, body: Journey.body("REF0001")).status == 0)
        #expect(find(journey, "REF0001")?["rooms"] != nil)
        let entry = try #require(journey.desk.audit.entries(after: 0).last { $0.step == "book" })
        #expect(entry.committed != nil && entry.reference == "REF0001")
        #expect(entry.hotels.count == 1)
    }

    @Test(arguments: [
        "{}", "[", "{\"affiliate_reference_id\":\"a<b\"}",
        "{\"affiliate_reference_id\":\"REF\",\"email\":\"a@b\",\"rooms\":[]}",
    ])
    func badBodies(body: String) throws {
        let journey = try Journey()
        let link = try #require(journey.bookLink())
        let answer = journey.send("POST", link, body: body)
        #expect(answer.status == 400)
        #expect(answer.json?["type"]?.string == "invalid_input")
        #expect(journey.desk.shop.inventory.all.isEmpty)
    }

    @Test func worseTermsShowInTheItinerary() throws {
        let journey = try Journey()
        let answer = journey.shop(journey.codes(in: "Lisbon")).json
        let rate = try #require(
            Journey.rate(in: answer) {
                $0["holdable"]?.bool == true && $0["refundable"]?.bool == true
            })
        let href = try #require(Journey.priceCheck(of: rate))
        let link = try #require(journey.send("GET", href).json?["links"]?["book"]?["href"]?.string)
        let isPlanned = journey.desk.planNext(
            [.fault(.termsChanged)], for: PlanTarget(step: "book"))
        #expect(isPlanned)
        #expect(journey.send("POST", link, body: Journey.body("REF0001")).status == 201)
        let room = find(journey, "REF0001")?["rooms"]?.elements?.first
        #expect(room?["rate"]?["refundable"]?.bool == false)
    }
}
