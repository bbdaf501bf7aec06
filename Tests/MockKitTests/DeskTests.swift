import Testing

@testable import MockKit

@Suite struct DeskTests {
    private func desk(_ scenario: String = "{\"name\":\"t\"}", seed: UInt64 = 7) throws
        -> SupplierDesk
    {
        let known = ["linkrest": EchoMock().steps]
        let read = try ScenarioReader.read(Array(scenario.utf8), file: "t.json", known: known)
        let shop = Shop(supplier: "linkrest", seed: seed, catalogue: try World.catalogue.get())
        return SupplierDesk(EchoMock(), shop: shop, scenario: read)
    }

    private func call(
        _ desk: inout SupplierDesk, _ step: String, hotel: String = "1", reference: String = "r",
        gzip: Bool = false, rehearsing word: String? = nil
    ) -> Delivery {
        let request = MockRequest(
            method: "GET", path: [step],
            query: [(name: "hotel", value: hotel), (name: "reference", value: reference)],
            fields: (gzip ? [(name: "accept-encoding", value: "br, gzip")] : [])
                + (word.map { [(name: "tributary-mock", value: $0)] } ?? []))
        return desk.handle(request, now: World.start, wall: World.start)
    }

    private func stormy() -> String {
        // Nine megabytes a call would only make the test slow.
        let faults = Fault.all.filter { $0 != .oversize }.map {
            "{\"kind\":\"\($0.name)\",\"share\":0.04}"
        }
        return """
            {"name":"t","suppliers":{"*":{"steps":{"*":{"latency":{"medianMs":50,"sigma":0.8,\
            "tailShare":0.1,"tailMs":[1000,2000]},"faults":[\(faults.joined(separator: ","))]}}}}}
            """
    }

    @Test func twoRunsAreTheSameBytes() throws {
        var first = try desk(stormy())
        var second = try desk(stormy())
        var other = try desk(stormy(), seed: 8)
        var differs = false
        for step in ["search", "hold"] {
            for _ in 0..<60 {
                let one = call(&first, step, gzip: true)
                let two = call(&second, step, gzip: true)
                let three = call(&other, step, gzip: true)
                #expect(one.delay == two.delay && one.status == two.status)
                // Compared outside of `#expect`, which would take minutes to show the difference.
                let isSame = one.bytes == two.bytes
                #expect(isSame && one.ending == two.ending)
                differs = differs || one.delay != three.delay
            }
        }
        #expect(differs)
    }

    @Test func aRequestMayRehearseForItselfAlone() throws {
        var desk = try desk()
        _ = desk.planNext([.fault(.status(503))], for: PlanTarget(step: "search"))
        func text(_ word: String) -> String {
            String(decoding: call(&desk, "search", rehearsing: word).bytes, as: UTF8.self)
        }
        #expect(text("soldOut").contains("soldOut"))
        let late = call(&desk, "search", rehearsing: "late")
        #expect(late.delay == 3_000 && late.status == 200)
        #expect(call(&desk, "search").status == 503, "the plan waits for an ordinary call")
        let lost = call(&desk, "hold", rehearsing: "dropAnswer")
        #expect(lost.ending == .reset)
        #expect(text("nonsense").contains("\"none\""))
        let told = desk.audit.entries(after: 0).map(\.fault)
        #expect(told == ["soldOut", nil, "status", "dropAnswer", nil])
        #expect(desk.audit.entries(after: 0)[3].committed != nil)
    }

    @Test func aRehearsedRiseIsNotAnotherCallsPrice() throws {
        var shop = Shop(supplier: "linkrest", seed: 7, catalogue: try World.catalogue.get())
        let stay = try #require(World.stay("2027-02-01", nights: 2))
        let party = try #require(Party(adults: 2))
        let code = try #require(
            shop.listings.keys.sorted().first {
                !shop.offers(of: $0, stay: stay, parties: [party]).isEmpty
            })
        func total(_ forced: ForcedOutcome?, isRehearsed: Bool) -> Int64? {
            shop.begin(now: World.start, wall: World.start, forced: forced)
            shop.isRehearsed = isRehearsed
            return shop.offers(of: code, stay: stay, parties: [party]).first?.total.minor
        }
        let old = try #require(total(nil, isRehearsed: false))
        let rehearsed = try #require(total(.priceChanged, isRehearsed: true))
        #expect(rehearsed > old)
        #expect(total(nil, isRehearsed: false) == old)
        let risen = try #require(total(.priceChanged, isRehearsed: false))
        #expect(risen == rehearsed)
        #expect(total(nil, isRehearsed: false) == risen, "a planned one stays")
    }

    @Test func plansComeBeforeTheScenarioAndOnlyToTheirCalls() throws {
        var desk = try desk()
        let isPlanned = desk.planNext(
            [.fault(.status(503)), .success, .fault(.soldOut)],
            for: PlanTarget(step: "search", hotel: "42"))
        #expect(isPlanned)
        #expect(call(&desk, "search", hotel: "1").status == 200)
        #expect(call(&desk, "hold", hotel: "42").status == 200)
        #expect(call(&desk, "search", hotel: "42").status == 503)
        #expect(call(&desk, "search", hotel: "42").status == 200)
        let forced = String(decoding: call(&desk, "search", hotel: "42").bytes, as: UTF8.self)
        #expect(forced.contains("soldOut"))
        #expect(call(&desk, "search", hotel: "42").status == 200)
        #expect(
            desk.audit.entries(after: 0).map(\.fault)
                == [nil, nil, "status", nil, "soldOut", nil])
    }

    @Test func aPlanForAReferenceWaitsForIt() throws {
        var desk = try desk()
        let target = PlanTarget(step: "hold", reference: "ABC")
        let isPlanned = desk.planNext([.fault(.dropAnswer)], for: target)
        #expect(isPlanned)
        #expect(call(&desk, "hold", reference: "XYZ").status == 200)
        let dropped = call(&desk, "hold", reference: "ABC")
        #expect(dropped.status == 0 && dropped.ending == .reset)
        let last = try #require(desk.audit.entries(after: 1).first)
        // The client saw nothing, the supplier did it all the same.
        #expect(last.committed == "R2" && last.status == 0)
    }

    @Test(arguments: Fault.all)
    func everyFaultShowsOnTheWire(fault: Fault) throws {
        var desk = try desk()
        let plain = call(&desk, "search")
        let isPlanned = desk.planNext([.fault(fault)], for: PlanTarget(step: "search"))
        #expect(isPlanned)
        let spoilt = call(&desk, "search")
        let size = plain.bytes.count
        switch fault {
        case .reset, .dropAnswer: #expect(spoilt.status == 0 && spoilt.ending == .reset)
        case .hang: #expect(spoilt.status == 0 && spoilt.ending == .hang)
        case .status(let status): #expect(spoilt.status == status)
        case .throttle: #expect(spoilt.status == 429)
        case .html: #expect(spoilt.fields.contains { $0.value.hasPrefix("text/html") })
        case .resetMidBody: #expect(spoilt.bytes.count == size / 2 && spoilt.ending == .reset)
        case .hangMidBody: #expect(spoilt.bytes.count == size / 2 && spoilt.ending == .hang)
        case .drip: #expect(spoilt.parts.count > 10 && spoilt.bytes.count == size)
        case .truncate: #expect(spoilt.bytes.count == size / 2 && spoilt.ending == .complete)
        case .garbage: #expect(spoilt.bytes.count > size)
        case .emptyBody: #expect(spoilt.bytes.isEmpty && spoilt.status == 200)
        case .wrongContentType:
            #expect(spoilt.fields.contains { $0.value == "application/octet-stream" })
        case .badGzip: #expect(spoilt.fields.contains { $0.name == "Content-Encoding" })
        case .oversize: #expect(spoilt.parts.reduce(0) { $0 + $1.bytes.count } > 8 << 20)
        case .deepNesting: #expect(spoilt.bytes.starts(with: Array("[[[[[".utf8)))
        case .priceChanged, .soldOut, .termsChanged, .duplicateOffers, .wrongCurrency, .taxFlip:
            #expect(String(decoding: spoilt.bytes, as: UTF8.self).contains(fault.name))
        }
    }

    @Test func anOutageHitsEveryCallOfItsSpan() throws {
        var desk = try desk(
            """
            {"name":"t","outages":[{"suppliers":["linkrest"],"everySeconds":100,"lastSeconds":30,
            "fault":{"kind":"status","status":502}}]}
            """)
        let request = MockRequest(method: "GET", path: ["search"])
        let span = Moment(milliseconds: World.start.milliseconds / 100_000 * 100_000)
        let statuses = [0, 69, 70, 99, 100].map { seconds in
            let now = span.adding(milliseconds: Int64(seconds) * 1000)
            return desk.handle(request, now: now, wall: now).status
        }
        #expect(statuses == [200, 200, 502, 502, 200])
    }

    @Test func aBrownOutGrowsWithTheCallsUnderWay() throws {
        var desk = try desk(
            """
            {"name":"t","suppliers":{"*":{"steps":{"*":{"latency":{"fixedMs":100},
            "brownOut":{"above":2,"factor":0.5}}}}}}
            """)
        let request = MockRequest(method: "GET", path: ["search"])
        let delays = [0, 2, 3, 6].map { underWay in
            desk.handle(request, now: World.start, wall: World.start, underWay: underWay).delay
        }
        #expect(delays == [100, 100, 150, 300])
    }

    @Test func compressesOnlyForThoseWhoReadIt() throws {
        var desk = try desk()
        let packed = call(&desk, "search", gzip: true)
        #expect(packed.fields.contains { $0.name == "Content-Encoding" && $0.value == "gzip" })
        #expect(packed.bytes.count < 1000)
        #expect(!call(&desk, "search").fields.contains { $0.name == "Content-Encoding" })
    }

    @Test func unknownRoutesAreLoggedToo() throws {
        var desk = try desk()
        #expect(call(&desk, "elsewhere").status == 404)
        #expect(desk.audit.entries(after: 0).map(\.step) == ["unknown"])
        #expect(desk.audit.entries(after: 1).isEmpty)
    }
}
