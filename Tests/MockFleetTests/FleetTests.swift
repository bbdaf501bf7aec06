import MockKit
import MockLinkrest
import MockOtaxml
import MockStreamrates
import Testing
import WireFormat

/// The whole fleet over live sockets.
@Suite(.serialized) struct FleetTests {
    static let root: String = {
        // This file is Tests/MockFleetTests/FleetTests.swift of the repository.
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    }()

    static func configuration() -> MockFleetConfiguration {
        var chosen = MockFleetConfiguration(
            suppliers: [LinkrestMock(), OtaxmlMock(), StreamratesMock()],
            catalogueFolder: root + "/mocks/catalogue", scenarioFolder: root + "/mocks/scenarios")
        chosen.epoch = Moment(milliseconds: 1_796_000_000_000)
        return chosen
    }

    /// Runs `work` against a fleet that is stopped whatever happens.
    private func withFleet(
        _ work: (MockFleetAddresses) async throws -> Void
    ) async throws {
        let fleet = try MockFleet(FleetTests.configuration())
        let addresses = try await fleet.start()
        do {
            try await work(addresses)
        } catch {
            await fleet.stop()
            throw error
        }
        await fleet.stop()
    }

    private static let rates = """
        {"hotelIds":["nowhere"],"occupancies":[{"adults":2}],"currency":"EUR",\
        "guestNationality":"DE","checkin":"2027-01-11","checkout":"2027-01-13"}
        """
    private static let key = ["X-API-Key: streamrates-demo-key"]

    @Test(arguments: ["calm", "typical", "storm"])
    func scenariosRead(name: String) throws {
        var configuration = FleetTests.configuration()
        configuration.scenario = name
        #expect(throws: Never.self) { try MockFleet(configuration) }
    }

    @Test func eachOnItsOwnPortAndAllOnTheSharedOne() async throws {
        try await withFleet { addresses in
            let port = try #require(addresses.port(of: "streamrates"))
            let own = PlainClient.send(
                "POST", "/v3.0/hotels/rates", port: port, fields: FleetTests.key,
                body: FleetTests.rates)
            #expect(own.status == 400 && own.text.contains("4000"))
            let shared = PlainClient.send(
                "POST", "/streamrates/v3.0/hotels/rates", port: addresses.control,
                fields: FleetTests.key, body: FleetTests.rates)
            #expect(shared.status == 400 && shared.text == own.text)
            let calls = PlainClient.send(
                "GET", "/__mock/calls?supplier=streamrates&since=1", port: addresses.control)
            let log = try JSONValue(parsing: calls.body)["calls"]?.elements ?? []
            #expect(log.count == 1)
            #expect(log.first?["sequence"]?.integer(as: Int.self) == 2)
            #expect(log.first?["step"]?.string == "rates")
        }
    }

    @Test func plansReachTheSocket() async throws {
        try await withFleet { addresses in
            let port = try #require(addresses.port(of: "streamrates"))
            let planned = PlainClient.send(
                "PUT", "/__mock/plan", port: addresses.control,
                body: """
                    {"supplier":"streamrates","step":"rates","outcomes":["reset","html",\
                    {"kind":"status","status":503},"resetMidBody","hangMidBody","ok"]}
                    """)
            #expect(planned.text == "{\"planned\":6}")
            func call() -> PlainClient.Answer {
                PlainClient.send(
                    "POST", "/v3.0/hotels/rates", port: port, fields: FleetTests.key,
                    body: FleetTests.rates)
            }
            let reset = call()
            #expect(reset.status == 0 && reset.wasReset)
            #expect(call().text.contains("<html>"))
            #expect(call().status == 503)
            let cut = call()
            let hanging = call()
            let whole = call()
            #expect(cut.wasReset && cut.body.count == whole.body.count / 2)
            #expect(!hanging.wasReset && hanging.body.count == whole.body.count / 2)
            #expect(hanging.head.contains("Content-Length: \(whole.body.count)"))
            #expect(whole.status == 400)
        }
    }

    @Test func badPlansAreRefused() async throws {
        try await withFleet { addresses in
            let bodies = [
                "{", "{}", "{\"supplier\":\"linkrest\",\"step\":\"shp\",\"outcomes\":[]}",
                "{\"supplier\":\"linkrest\",\"step\":\"shop\",\"outcomes\":[\"rset\"]}",
                "{\"supplier\":\"none\",\"step\":\"shop\",\"outcomes\":[]}",
            ]
            for body in bodies {
                let answer = PlainClient.send(
                    "PUT", "/__mock/plan", port: addresses.control, body: body)
                #expect(answer.status == 400 && answer.text.contains("faults"))
            }
        }
    }

    @Test func theClockMovesOnlyByItsRoute() async throws {
        try await withFleet { addresses in
            func now() throws -> String? {
                let answer = PlainClient.send("GET", "/__mock", port: addresses.control)
                return try JSONValue(parsing: answer.body)["now"]?.string
            }
            let first = try now()
            #expect(try now() == first)
            let moved = PlainClient.send(
                "POST", "/__mock/clock", port: addresses.control, body: "{\"advanceMs\":90000}")
            #expect(moved.status == 200)
            #expect(try now() != first)
            let back = PlainClient.send(
                "POST", "/__mock/clock", port: addresses.control, body: "{\"advanceMs\":-1}")
            #expect(back.status == 400)
        }
    }

    @Test func aScenarioClosesAndOpensPorts() async throws {
        try await withFleet { addresses in
            let port = try #require(addresses.port(of: "linkrest"))
            func adopt(_ isDown: Bool) -> PlainClient.Answer {
                PlainClient.send(
                    "PUT", "/__mock/scenario", port: addresses.control,
                    body: "{\"name\":\"d\",\"suppliers\":{\"linkrest\":{\"down\":\(isDown)}}}")
            }
            #expect(PlainClient.send("GET", "/v3/x", port: port).isConnected)
            #expect(adopt(true).status == 200)
            #expect(!PlainClient.send("GET", "/v3/x", port: port).isConnected)
            #expect(adopt(false).status == 200)
            #expect(PlainClient.send("GET", "/v3/x", port: port).isConnected)
            let byName = PlainClient.send(
                "PUT", "/__mock/scenario?name=storm", port: addresses.control)
            #expect(byName.text.contains("\"scenario\":\"storm\""))
            let wrong = PlainClient.send(
                "PUT", "/__mock/scenario", port: addresses.control,
                body: "{\"name\":\"d\",\n\"suplliers\":{}}")
            #expect(wrong.status == 400 && wrong.text.contains("scenario:2:1"))
        }
    }

    @Test func theBooksStartEmpty() async throws {
        try await withFleet { addresses in
            let answer = PlainClient.send("GET", "/__mock/inventory", port: addresses.control)
            let suppliers = try JSONValue(parsing: answer.body)["suppliers"]?.elements ?? []
            #expect(
                suppliers.map { $0["supplier"]?.string } == ["linkrest", "otaxml", "streamrates"])
            #expect(suppliers.allSatisfy { $0["movements"]?.elements?.isEmpty == true })
        }
    }
}
