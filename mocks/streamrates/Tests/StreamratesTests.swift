import MockKit
import Testing
import WireFormat

@testable import MockStreamrates

@Suite struct StreamratesTests {
    private func code(_ answer: (delivery: Delivery, json: JSONValue?)) -> Int? {
        answer.json?["error"]?["code"]?.integer()
    }

    private func minor(_ value: JSONValue?) throws -> Int64 {
        let text = try #require(value?.number)
        return try #require(Amount(text, currency: "USD")).minor
    }

    private func offers(of hotel: JSONValue) -> [String] {
        (hotel["roomTypes"]?.elements ?? []).compactMap { $0["offerId"]?.string }
    }

    /// The hotels of every frame of a stream, in order.
    private func frames(_ delivery: Delivery) throws -> [JSONValue] {
        let text = String(decoding: delivery.bytes, as: UTF8.self)
        return try text.split(separator: "\n\n").filter { $0.hasPrefix("data: {") }.flatMap {
            try JSONValue(parsing: Array($0.dropFirst(6).utf8))["rates"]?.elements ?? []
        }
    }

    /// Told how long it may look, the service stops then: after a whole frame, and says so.
    @Test(arguments: [1, 2, 30]) func theClientsTimeoutIsObeyed(seconds: Int) throws {
        let traveller = try Traveller(
            scenario: """
                {"name":"slow","suppliers":{"streamrates":{"steps":{"rates":{
                "latency":{"fixedMs":300},"gap":{"fixedMs":400}}}}}}
                """)
        let codes = traveller.codes(in: "Lisbon")
        let whole = try frames(
            traveller.rates(Traveller.search(codes, more: ",\"stream\":true")).delivery)
        let cut = traveller.rates(
            Traveller.search(codes, more: ",\"stream\":true,\"timeout\":\(seconds)")
        ).delivery
        #expect(cut.delay + cut.parts.reduce(0) { $0 + $1.wait } <= seconds * 1000)
        #expect(cut.bytes.suffix(14) == Array("data: [DONE]\n\n".utf8)[...])
        let found = try frames(cut)
        #expect(seconds == 30 ? found.count == whole.count : found.count < whole.count)
    }

    @Test func aServiceThatIsSlowerThanTheClientAllowsFindsNothing() throws {
        let traveller = try Traveller(
            scenario: """
                {"name":"slow","suppliers":{"streamrates":{"steps":{"rates":{
                "latency":{"fixedMs":3000}}}}}}
                """)
        let codes = traveller.codes(in: "Lisbon")
        let cut = traveller.rates(
            Traveller.search(codes, more: ",\"stream\":true,\"timeout\":1")
        ).delivery
        #expect(cut.delay == 1000 && cut.bytes == Array("data: [DONE]\n\n".utf8))
    }

    @Test func anOfferIsTheSumOfItsRooms() throws {
        let traveller = try Traveller()
        let answer = traveller.rates(
            Traveller.search(
                traveller.codes(in: "Tokyo"),
                rooms: "{\"adults\":2},{\"adults\":2,\"children\":[9,4]}", currency: "USD"))
        #expect(answer.delivery.status == 200)
        var seen = 0
        for hotel in answer.json?["data"]?.elements ?? [] {
            for offer in hotel["roomTypes"]?.elements ?? [] {
                seen += 1
                let rates = offer["rates"]?.elements ?? []
                #expect(rates.map { $0["occupancyNumber"]?.integer() ?? 0 } == [1, 2])
                var sum: Int64 = 0
                for rate in rates {
                    let total = try #require(rate["retailRate"]?["total"]?.elements?.first)
                    #expect(total["currency"]?.string == "USD")
                    sum += try minor(total["amount"])
                }
                #expect(try minor(offer["offerRetailRate"]?["amount"]) == sum)
            }
        }
        #expect(seen > 5)
    }

    @Test func aStreamHoldsWhatTheWholeAnswerHolds() throws {
        let traveller = try Traveller()
        let codes = traveller.codes(in: "Lisbon")
        let whole = traveller.rates(Traveller.search(codes)).json?["data"]?.elements ?? []
        let streamed = traveller.rates(Traveller.search(codes, more: ",\"stream\":true")).delivery
        #expect(streamed.isStreamed && streamed.parts.count > 3)
        #expect(streamed.bytes.suffix(14) == Array("data: [DONE]\n\n".utf8)[...])
        var last: [String: [String]] = [:]
        for hotel in try frames(streamed) {
            last[try #require(hotel["hotelId"]?.string)] = offers(of: hotel)
        }
        #expect(last.count == whole.count && !whole.isEmpty)
        for hotel in whole {
            let id = try #require(hotel["hotelId"]?.string)
            #expect(last[id] == offers(of: hotel))
        }
    }

    @Test func someHotelsComeAgainWithABetterOffer() throws {
        let traveller = try Traveller()
        let all = Array(traveller.desk.shop.listings.keys.sorted().prefix(120))
        let streamed = traveller.rates(
            Traveller.search(all, more: ",\"stream\":true,\"maxRatesPerHotel\":3"))
        var counts: [String: Int] = [:]
        for hotel in try frames(streamed.delivery) {
            counts[try #require(hotel["hotelId"]?.string), default: 0] += 1
        }
        #expect(Set(counts.values) == [1, 2])
    }

    @Test func nothingIsAnErrorCodeWhateverTheStatus() throws {
        let traveller = try Traveller()
        let closed = traveller.desk.shop.listings.filter { $0.value.hotel.isClosed }.keys.sorted()
        var statuses: Set<Int> = []
        for hotel in closed.prefix(20) {
            let answer = traveller.rates(Traveller.search([hotel]))
            statuses.insert(answer.delivery.status)
            #expect(answer.delivery.status == 204 || code(answer) == 2001)
        }
        #expect(statuses == [200, 204])
        #expect(code(traveller.rates(Traveller.search(["nowhere"]))) == 4000)
    }

    @Test(arguments: [
        "", "{}", "{\"currency\":\"EUR\",\"guestNationality\":\"DE\"}",
        Traveller.search(["x"], rooms: "{\"adults\":0}"), Traveller.search(["x"], rooms: ""),
    ])
    func badBodies(body: String) throws {
        let answer = try Traveller().rates(body)
        #expect(answer.delivery.status == 400 && code(answer) == 4002)
    }

    @Test func theKeyIsNeeded() throws {
        let traveller = try Traveller()
        traveller.key = "other"
        let answer = traveller.rates(Traveller.search(["x"]))
        #expect(answer.delivery.status == 401 && code(answer) == 401)
    }

    @Test func prebookBookRetrieveCancel() throws {
        let traveller = try Traveller()
        let offer = try #require(traveller.offer())
        let prebook = traveller.prebook(offer)
        #expect(prebook.json?["data"]?["priceDifferencePercent"]?.integer() == 0)
        #expect(
            prebook.json?["data"]?["price"]?.number
                == offer["offerRetailRate"]?["amount"]?.number)
        let booked = traveller.book(prebook.json, reference: "R1")
        #expect(booked.json?["data"]?["status"]?.string == "CONFIRMED")
        let id = try #require(booked.json?["data"]?["bookingId"]?.string)
        let found = traveller.send("GET", "/v3.0/bookings?clientReference=R1").json
        #expect(found?["data"]?.elements?.first?["bookingId"]?.string == id)
        #expect(code(traveller.book(prebook.json, reference: "R1")) == 4005)
        let cancelled = traveller.send("PUT", "/v3.0/bookings/\(id)")
        #expect(cancelled.json?["data"]?["status"]?.string?.hasPrefix("CANCELLED") == true)
        #expect(traveller.send("PUT", "/v3.0/bookings/\(id)").delivery.status == 304)
        let states = traveller.desk.shop.inventory.movements.map(\.state)
        #expect(states == [.booked, .released])
        let calls = traveller.desk.audit.entries(after: 0)
        let priced = calls.filter { $0.step == "prebook" || $0.step == "book" }
        #expect(Set(priced.map(\.hotels)).count == 1 && priced.first?.hotels.count == 1)
    }

    @Test func prebookTellsWhatChanged() throws {
        let traveller = try Traveller()
        let isRefundable = { (offer: JSONValue) in
            offer["rates"]?.elements?.first?["cancellationPolicies"]?["refundableTag"]?.string
                == "RFN"
        }
        let offer = try #require(traveller.offer(where: isRefundable))
        let isPlanned = traveller.desk.planNext(
            [.fault(.priceChanged), .fault(.termsChanged), .fault(.soldOut)],
            for: PlanTarget(step: "prebook"))
        #expect(isPlanned)
        let dearer = traveller.prebook(offer).json?["data"]
        let percent = try #require(dearer?["priceDifferencePercent"]?.integer(as: Int.self))
        #expect((6...7).contains(percent))
        #expect(dearer?["cancellationChanged"]?.bool == false)
        let worse = traveller.prebook(offer).json?["data"]
        #expect(worse?["cancellationChanged"]?.bool == true)
        #expect(code(traveller.prebook(offer)) == 2001)
    }

    @Test func aRiseThatAPrebookTellsIsTrue() throws {
        let traveller = try Traveller()
        let offer = try #require(traveller.offer())
        let old = traveller.prebook(offer).json
        let isPlanned = traveller.desk.planNext(
            [.fault(.priceChanged)], for: PlanTarget(step: "prebook"))
        #expect(isPlanned)
        let dearer = traveller.prebook(offer).json
        let price = try minor(dearer?["data"]?["price"])
        #expect(try price > minor(old?["data"]?["price"]))
        #expect(try minor(traveller.prebook(offer).json?["data"]?["price"]) == price)
        #expect(code(traveller.book(old, reference: "R1")) == 2010)
        let booked = traveller.book(dearer, reference: "R2").json
        #expect(booked?["data"]?["status"]?.string == "CONFIRMED")
        #expect(try minor(booked?["data"]?["price"]) == price)
    }

    @Test func oldOffersAreOutdated() throws {
        let traveller = try Traveller()
        let offer = try #require(traveller.offer())
        let prebook = traveller.prebook(offer)
        traveller.now = traveller.now.adding(milliseconds: 20 * 60_000)
        let late = traveller.prebook(offer)
        #expect(late.delivery.status == 408 && code(late) == 4040)
        #expect(code(traveller.book(prebook.json, reference: "R1")) == 5000)
        #expect(code(traveller.send("POST", "/v3.0/rates/prebook", body: "{}")) == 4002)
    }

    @Test func theLastRoomGoesOnce() throws {
        let traveller = try Traveller()
        let offer = try #require(traveller.offer())
        var codes: [Int?] = []
        for number in 0..<10 {
            let prebook = traveller.prebook(offer)
            codes.append(
                prebook.json?["data"] == nil
                    ? code(prebook) : code(traveller.book(prebook.json, reference: "R\(number)")))
        }
        #expect(codes.first == .some(nil) && codes.last == 2001)
    }
}
