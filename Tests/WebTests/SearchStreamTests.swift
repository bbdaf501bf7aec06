import Gateway
import GatewayTesting
import HTTPServer
import Telemetry
import Testing
import WireFormat

@testable import Web

/// A search told as it happens.
@Suite struct SearchStreamTests {
    private static let two: WebScene.Director = { name, _, _ in
        name == "acme"
            ? .answer("acme-0 R1 Room RO non EUR 90.00\n", after: .milliseconds(100))
            : .answer("bravo-0 R1 Room RO non EUR 80.00\n", after: .milliseconds(200))
    }

    /// Asks for a stream and takes it.
    private func stream(
        _ scene: WebScene, _ client: StreamClient, _ query: String = "",
        accept: String = "text/event-stream", drain: DrainSignal = DrainSignal()
    ) throws -> HTTPResponse {
        try scene.run { scene in
            let request = try HTTPRequest(
                target: WebScene.placeSearch + query, fields: [("Accept", accept)], drain: drain)
            let response = await scene.application.answer(request)
            do {
                try await client.take(response)
            } catch HTTPEnding.clientLeft {
                // As the test wanted.
            }
            return response
        }
    }

    @Test func serverSentEventsComeInTheirOrder() throws {
        let scene = try WebScene(suppliers: ["acme", "bravo"], Self.two)
        let client = StreamClient(scene.gateway.simulation)
        let response = try stream(scene, client)
        let fields = Dictionary(response.fields.map { ($0.name, $0.value) }) { a, _ in a }
        #expect(response.status == .ok)
        #expect(fields["Content-Type"] == "text/event-stream")
        #expect(fields["Cache-Control"] == "no-store")
        #expect(fields["X-Accel-Buffering"] == "no")
        #expect(fields["Server-Timing"]?.hasPrefix("plan;dur=") == true)
        let events = try client.frames.map { try #require(ServerSentEvent($0.text)) }
        #expect(
            events.map(\.name) == ["search", "offers", "supplier", "offers", "supplier", "done"])
        #expect(client.frames.map(\.at) == [0, 100, 100, 200, 200, 200].map { .milliseconds($0) })
        #expect(Set(events.map(\.id)).count == events.count)
        let data = try events.map { try JSONValue(parsing: Array($0.data.utf8)) }
        let id = try #require(data[0]["searchId"]?.string)
        #expect(events.allSatisfy { $0.id.hasPrefix(id + ".") })
        #expect(data[0]["timeoutMs"]?.integer(as: Int.self) == 4000)
        #expect(
            data[0]["suppliers"]?.canonicalText
                == #"[{"status":"pending","supplier":"acme"},{"status":"pending","supplier":"bravo"}]"#
        )
        #expect(data[1]["seq"]?.integer(as: Int.self) == 1)
        #expect(data[3]["seq"]?.integer(as: Int.self) == 2)
        #expect(data[1]["hotels"]?[0]?["from"]?["amount"]?.string == "90.00")
        #expect(data[3]["hotels"]?[0]?["from"]?["amount"]?.string == "80.00")
        #expect(data[3]["hotels"]?[0]?["offers"]?[0]?["alternates"]?.elements?.count == 1)
        #expect(data[5]["outcome"]?.string == "complete")
        #expect(data[5]["searchId"]?.string == id)
    }

    @Test func linesCarryTheirEventFirst() throws {
        let scene = try WebScene(suppliers: ["acme", "bravo"], Self.two)
        let client = StreamClient(scene.gateway.simulation)
        let response = try stream(scene, client, accept: "application/x-ndjson")
        #expect(response.fields.contains { $0.value == "application/x-ndjson" })
        let lines = client.frames.map(\.text)
        #expect(lines.allSatisfy { $0.hasSuffix("}\n") && $0.dropLast().allSatisfy { $0 != "\n" } })
        let names = try lines.map {
            try JSONValue(parsing: Array($0.utf8)).members?.first?.value.string
        }
        #expect(names == ["search", "offers", "supplier", "offers", "supplier", "done"])
    }

    @Test func doneComesAtTheDeadlineWhoeverHangs() throws {
        let scene = try WebScene(suppliers: ["acme", "bravo"]) { name, _, _ in
            name == "acme" ? .answer("acme-0 R1 Room RO non EUR 90.00\n") : .hang
        }
        let client = StreamClient(scene.gateway.simulation)
        _ = try stream(scene, client, "&timeoutMs=600")
        let last = try #require(client.frames.last)
        #expect(last.at >= .milliseconds(600) && last.at <= .milliseconds(650))
        let done = try #require(ServerSentEvent(last.text))
        #expect(done.name == "done")
        #expect(try JSONValue(parsing: Array(done.data.utf8))["outcome"]?.string == "partial")
    }

    @Test func nobodyAnsweringIsSaidByDone() throws {
        let scene = try WebScene { _, _, _ in .refused }
        let client = StreamClient(scene.gateway.simulation)
        let response = try stream(scene, client)
        #expect(response.status == .ok)
        let done = try #require(client.frames.last.flatMap { ServerSentEvent($0.text) })
        #expect(
            try JSONValue(parsing: Array(done.data.utf8))["outcome"]?.string == "none_answered")
    }

    @Test(arguments: ["text/event-stream", "application/x-ndjson"])
    func silenceIsFilledEveryTenSeconds(accept: String) throws {
        let scene = try WebScene { _, _, _ in .hang }
        let client = StreamClient(scene.gateway.simulation)
        _ = try stream(scene, client, "&timeoutMs=15000", accept: accept)
        let beats = client.frames.filter { $0.text.contains("heartbeat") }
        #expect(beats.map(\.at) == [.seconds(10)])
        let times = [.zero] + client.frames.map(\.at)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 <= .seconds(10) })
    }

    @Test(arguments: [1, 2, 3])
    func aClientThatLeavesEndsTheSearch(frames: Int) throws {
        let scene = try WebScene(suppliers: ["acme", "bravo"]) { name, _, _ in
            name == "acme" ? .answer("acme-0 R1 Room RO non EUR 90.00\n") : .hang
        }
        let client = StreamClient(scene.gateway.simulation, leavesAfter: frames)
        _ = try stream(scene, client)
        let left = try #require(client.frames.last).at
        #expect(client.frames.count == frames)
        let (after, running) = try scene.run { scene in
            try await scene.pass(.milliseconds(1))
            return (scene.gateway.simulation.uptime(), scene.gateway.transport.running)
        }
        #expect(running == 0)
        #expect(Uptime(nanoseconds: 0).duration(to: after) - left < .milliseconds(100))
        #expect(
            String(decoding: scene.metrics.page(), as: UTF8.self)
                .contains("tributary_searches_abandoned_total 1\n"))
    }

    @Test func aResponseNobodyReadsEndsTheSearch() throws {
        let scene = try WebScene { _, _, _ in .hang }
        try scene.run { scene in
            let request = try HTTPRequest(
                target: WebScene.search, fields: [("Accept", "text/event-stream")])
            _ = await scene.application.answer(request)
            try await scene.pass(.milliseconds(1))
        }
        #expect(scene.gateway.transport.running == 0)
        #expect(scene.gateway.transport.urls.count == 1)
    }

    @Test func aSlowReaderHoldsTheSearchBack() throws {
        let scene = try WebScene(hotels: 40) { _, _, _ in
            .drip(
                (0..<40).map { "acme-\($0) R Room RO non EUR 50.00\n" }, every: .milliseconds(10))
        }
        let client = StreamClient(scene.gateway.simulation, pace: .milliseconds(150))
        _ = try stream(scene, client)
        // Forty arrivals, told in far fewer events: what came meanwhile was not queued.
        let offers = client.frames.compactMap { ServerSentEvent($0.text) }.filter {
            $0.name == "offers"
        }
        #expect(offers.count < 10)
        let told = try offers.flatMap { event in
            try JSONValue(parsing: Array(event.data.utf8))["hotels"]?.elements ?? []
        }
        #expect(Set(told.compactMap { $0["hotelId"]?.string }).count == 40)
    }

    @Test func drainingEndsAStreamInOrder() throws {
        let scene = try WebScene(suppliers: ["acme", "bravo"]) { name, _, _ in
            name == "acme" ? .answer("acme-0 R1 Room RO non EUR 90.00\n") : .hang
        }
        let (client, drain) = (StreamClient(scene.gateway.simulation), DrainSignal())
        try scene.run { scene in
            let request = try HTTPRequest(
                target: WebScene.search, fields: [("Accept", "text/event-stream")], drain: drain)
            let response = await scene.application.answer(request)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await client.take(response) }
                group.addTask {
                    try await scene.pass(.milliseconds(300))
                    drain.begin()
                }
                try await group.waitForAll()
            }
        }
        let last = try #require(client.frames.last)
        #expect(last.at == .milliseconds(300))
        let events = client.frames.compactMap { ServerSentEvent($0.text) }
        #expect(events.map(\.name) == ["search", "offers", "supplier", "supplier", "done"])
        let cut = try JSONValue(parsing: Array(events[3].data.utf8))
        #expect(cut["status"]?.string == "overloaded")
        #expect(cut["code"]?.string == "SHUTTING_DOWN")
    }

    @Test func eventsAreSplitAt64Kilobytes() throws {
        let name = String(repeating: "Suite_", count: 30)
        let scene = try WebScene(hotels: 25) { _, _, _ in
            .answer(
                (0..<25).flatMap { hotel in
                    (0..<8).map { "acme-\(hotel) R\($0) \(name)\($0) RO free EUR \(50 + $0).00" }
                }.joined(separator: "\n"))
        }
        let client = StreamClient(scene.gateway.simulation)
        _ = try stream(scene, client)
        let offers = client.frames.filter { $0.text.hasPrefix("event: offers") }
        #expect(offers.allSatisfy { $0.text.utf8.count <= 65_536 })
        #expect(offers.contains { $0.text.utf8.count > 32_768 })
        var numbers: [Int] = []
        let ids = try offers.flatMap { frame in
            let event = try #require(ServerSentEvent(frame.text))
            let json = try JSONValue(parsing: Array(event.data.utf8))
            numbers.append(try #require(json["seq"]?.integer(as: Int.self)))
            return try #require(json["hotels"]?.elements).map { $0["hotelId"]?.string }
        }
        // Parts of one event share its number; the numbers have no gaps.
        #expect(numbers == numbers.sorted())
        #expect(Set(numbers).count < numbers.count)
        #expect(Set(numbers) == Set(1...(numbers.last ?? 1)))
        #expect(ids.count == 25)
        #expect(Set(ids).count == 25)
    }

    @Test(arguments: [
        ([3, 3, 3], 8, [2, 1]), ([9, 1, 1], 8, [1, 2]), ([], 8, []), ([4, 20, 4], 10, [1, 1, 1]),
        ([1, 1, 1, 1], 8, [4]),
    ])
    func groupsAreAsFullAsTheyMayBe(sizes: [Int], most: Int, groups: [Int]) {
        let pieces = sizes.map { [UInt8](repeating: 32, count: $0) }
        #expect(EventFraming.groups(pieces, most: most).map(\.count) == groups)
    }
}
