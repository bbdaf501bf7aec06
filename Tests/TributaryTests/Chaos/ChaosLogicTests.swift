import Testing
import TravelModel
import WireFormat

@testable import tributary

@Suite("Schedules, streams and figures of a chaos run")
struct ChaosLogicTests {
    private static func ground() throws -> ChaosGround {
        ChaosGround(
            places: ["geonames:1", "geonames:2"], ownHotels: ["hotel:a", "hotel:b"],
            supplierHotels: ["hotel:c"], today: try #require(CivilDate("2027-01-01")))
    }

    private static func actions(seed: UInt64, client: Int) throws -> [ChaosAction] {
        var schedule = ChaosSchedule(seed: seed, client: client, ground: try ground())
        return (0..<200).map { _ in schedule.next().action }
    }

    @Test("The same seed gives the same actions; another seed or client gives others")
    func seeded() throws {
        let actions = try Self.actions(seed: 7, client: 3)
        #expect(try actions == Self.actions(seed: 7, client: 3))
        #expect(try actions != Self.actions(seed: 8, client: 3))
        #expect(try actions != Self.actions(seed: 7, client: 4))
    }

    @Test("Every kind of action comes, and timeouts stay within 500 to 4000 ms")
    func mix() throws {
        let actions = try (0..<20).flatMap { try Self.actions(seed: 1, client: $0) }
        let searches = actions.compactMap { action -> SearchPlan? in
            if case .search(let plan) = action { return plan }
            return nil
        }
        #expect(Set(searches.map(\.form)).count == 3)
        #expect(searches.allSatisfy { (500...4000).contains($0.timeout) })
        #expect(searches.contains { $0.leavesAfter != nil })
        let popular = Dictionary(grouping: searches) { $0.query.filter { $0.name != "timeoutMs" } }
        #expect((popular.values.map(\.count).max() ?? 0) > searches.count / 10)
        #expect(searches.allSatisfy { $0.leavesAfter == nil || $0.form != .json })
        let manners = actions.compactMap { action -> HoldPlan.Manner? in
            if case .hold(let plan) = action { return plan.manner }
            return nil
        }
        #expect(manners.contains(.twice) && manners.contains(.rivals))
        let kinds = Set(actions.map { "\($0)".prefix { $0 != "(" } })
        #expect(kinds.count == 9)
    }

    @Test("All clients run the same races")
    func races() throws {
        let races = ChaosSchedule.races(seed: 7, milliseconds: 60_000, ground: try Self.ground())
        #expect(races.count == 11)
        #expect(races.map(\.at) == races.map(\.at).sorted())
        #expect(
            try races
                == ChaosSchedule.races(seed: 7, milliseconds: 60_000, ground: Self.ground()))
    }

    @Test(
        "A stream is taken apart wherever it was cut, events timed by their last byte",
        arguments: [false, true], 1...40)
    func streams(isServerSent: Bool, size: Int) {
        let text =
            isServerSent
            ? "event: search\nid: a.1\ndata: {\"searchId\":\"s\"}\n\n: heartbeat\n\n"
                + "event: done\nid: a.2\ndata: {\"outcome\":\"complete\"}\n\n"
            : "{\"event\":\"search\",\"searchId\":\"s\"}\n{\"event\":\"heartbeat\"}\n"
                + "{\"event\":\"done\",\"outcome\":\"complete\"}\n"
        let bytes = Array(text.utf8)
        let chunks = stride(from: 0, to: bytes.count, by: size).map { start in
            (
                at: RunTime(milliseconds: Int64(start)),
                bytes: Array(bytes[start..<min(start + size, bytes.count)])
            )
        }
        let (pieces, isWhole) = StreamPieces.read(chunks, isServerSent: isServerSent)
        #expect(pieces.map(\.name) == ["search", "done"])
        #expect(pieces.last?.arrived == chunks.last?.at)
        #expect(isWhole)
        let cut = StreamPieces.read(
            [(at: RunTime(milliseconds: 0), bytes: bytes.dropLast(2))], isServerSent: isServerSent)
        #expect(!cut.isWhole)
    }

    @Test("An instant keeps its milliseconds", arguments: ["2027-01-14T12:00:00.250Z"])
    func instants(_ text: String) throws {
        let value = try JSONValue(parsing: Array("[\"\(text)\"]".utf8))
        let time = try #require(AnswerReading.time(value.elements?.first))
        #expect(time.milliseconds % 1000 == 250)
    }

    @Test(
        "Quantiles by nearest rank",
        arguments: [
            ([], 0.0, 0.0, 0.0), ([5], 5, 5, 5), ([4, 1, 3, 2], 2, 4, 4),
            ((1...100).map(Double.init), 50, 95, 99),
        ] as [([Double], Double, Double, Double)])
    func quantiles(_ values: [Double], _ p50: Double, _ p95: Double, _ p99: Double) {
        let quantiles = Quantiles(values)
        #expect(quantiles.p50 == p50)
        #expect(quantiles.p95 == p95)
        #expect(quantiles.p99 == p99)
        #expect(quantiles.count == values.count)
    }

    @Test("Guests of a request match the rooms of the quote")
    func guests() throws {
        var quote = HistorySamples.quote
        quote.occupancies = ["2-9,4", "1"]
        let text = HoldRequestText.make(quote, percent: 5, wait: 500)
        let value = try JSONValue(parsing: Array(text.utf8))
        let guests = value["guests"]?.elements ?? []
        #expect(guests.count { $0["room"]?.number == "0" } == 4)
        #expect(guests.compactMap { $0["age"]?.number } == ["9", "4"])
        #expect(guests.count { $0["room"]?.number == "1" } == 1)
        #expect(guests.count { $0["lead"]?.bool == true } == 1)
        #expect(value["maxIncrease"]?["percent"]?.number == "5")
    }

    @Test("The report says in JSON what it says on the terminal")
    func report() throws {
        var history = HistorySamples.sound
        history.gatewayExit = 9
        let report = ChaosReport(history, ChaosSettings())
        let value = try JSONValue(parsing: ReportJSON.bytes(report))
        #expect(value["sound"]?.bool == false)
        let verdicts = value["invariants"]?.elements ?? []
        #expect(verdicts.count == report.verdicts.count)
        let breach = verdicts.first { $0["id"]?.string == "ends-in-order" }
        #expect(breach?["examples"]?.elements?.first?.string == "status 9")
        let text = ReportTable.text(report)
        #expect(text.contains("BROKEN  ends-in-order"))
        #expect(text.contains("          - status 9"))
    }
}
