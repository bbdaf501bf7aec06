import Gateway
import GatewayTesting
import HTTPServer
import SupplierKit
import Telemetry
import Testing
import TravelModel
import WireFormat

@testable import Web

/// Life, readiness, metrics, the journal, and the server's own refusals.
@Suite struct OperationTests {
    private let scene: WebScene

    init() throws {
        scene = try WebScene { _, step, _ in
            step == "search" ? .answer("acme-0 R1 Room RO non EUR 90.00\n") : .answer("gone")
        }
    }

    @Test func healthLooksAtNothing() throws {
        scene.find([ReadinessCheck("ledger", fault: "disk full")])
        let answer = try scene.ask(.get, "/healthz")
        #expect(answer.status == 200)
        #expect(answer.text == #"{"status":"ok"}"#)
    }

    @Test func readinessNamesWhatIsWrong() throws {
        scene.find([
            ReadinessCheck("places", fault: nil), ReadinessCheck("ledger", fault: "disk full"),
        ])
        let answer = try scene.ask(.get, "/readyz")
        #expect(answer.status == 503)
        #expect(answer.code == "NOT_READY")
        #expect(answer.field("retry-after") == "5")
        #expect(
            try answer.json["checks"]?.canonicalText
                == #"[{"name":"places","ok":true},{"name":"ledger","ok":false,"reason":"disk full"},"#
                + #"{"name":"draining","ok":true}]"#)
        scene.find([ReadinessCheck("ledger", fault: nil)])
        #expect(try scene.ask(.get, "/readyz").status == 200)
    }

    @Test func aDrainingServerIsNotReady() throws {
        let drain = DrainSignal()
        drain.begin()
        let answer = try scene.run { try await $0.send(.get, "/readyz", drain: drain) }
        #expect(answer.status == 503)
        #expect(answer.text.contains("shutting down"))
    }

    @Test func theDocumentIsServedAsItIs() throws {
        let answer = try scene.ask(.get, "/openapi.json")
        #expect(answer.text == #"{"openapi":"3.1.0"}"#)
        #expect(answer.field("etag") != nil)
    }

    @Test func operatorsHaveAListenerOfTheirOwn() throws {
        let admin = try AdminApplication(
            environment: scene.services.environment, metrics: scene.metrics,
            log: scene.services.log, clients: scene.services.clients,
            holds: scene.services.holds.support, health: scene.gateway.health,
            readiness: { [] })
        let (scene, paths) = (scene, ["/metrics", "/healthz", "/readyz", "/v1/offers"])
        let answers = try scene.gateway.simulation.run {
            var answers: [HTTPResponse] = []
            for path in paths {
                if let request = try? HTTPRequest(target: path) {
                    answers.append(await admin.answer(request))
                }
            }
            return answers
        }
        #expect(answers.map(\.status.rawValue) == [200, 200, 200, 404])
        #expect(answers[0].fields.contains { $0.value == MetricsRegistry.contentType })
    }

    @Test func aSecondApplicationInOneRegistryIsRefused() {
        #expect(throws: MetricFault.nameTaken("tributary_hold_requests_total")) {
            try WebApplication(scene.services)
        }
    }

    @Test func searchesAreCounted() throws {
        _ = try scene.ask(.get, WebScene.search)
        _ = try scene.ask(.get, WebScene.search + "&suppliers=acme")
        let page = String(decoding: scene.metrics.page(), as: UTF8.self)
        for line in [
            "tributary_searches_started_total 2",
            "tributary_search_duration_seconds_count{outcome=\"complete\"} 2",
            "tributary_supplier_answer_seconds_count{supplier=\"acme\",status=\"ok\"} 2",
            "tributary_supplier_calls_running{supplier=\"acme\",step=\"search\"} 0",
            "tributary_supplier_call_seconds_count{supplier=\"acme\",step=\"search\",code=\"OK\"} 1",
            "tributary_hotels_looked_up_total{supplier=\"acme\",way=\"asked\"} 1",
            "tributary_hotels_looked_up_total{supplier=\"acme\",way=\"cached\"} 1",
        ] {
            #expect(page.contains(line + "\n"), "\(line)")
        }
    }

    @Test func labelsStayWithinTheirVocabulary() throws {
        let metrics = MetricsRegistry()
        let observer = try GatewayMetrics(in: metrics, suppliers: [])
        for number in 0..<50 {
            let supplier = try #require(SupplierID("s\(number)"))
            observer.note(.supplierEnded(supplier, .ok, after: .zero))
            for step in SupplierStep.allCases {
                observer.note(.callStarted(supplier, step))
                observer.note(.callEnded(supplier, step, .circuitOpen, after: .zero))
            }
        }
        let page = String(decoding: metrics.page(), as: UTF8.self)
        #expect(!page.contains("\"s1\""))
        #expect(page.contains("code=\"CIRCUIT_OPEN\""))
    }

    @Test(arguments: HTTPRefusal.allCases)
    func theServersRefusalsAreProblems(refusal: HTTPRefusal) throws {
        var configuration = HTTPServerConfiguration(addresses: [])
        scene.application.configure(&configuration)
        let response = configuration.refusalResponse(refusal)
        guard case .bytes(let bytes) = response.body else {
            Issue.record("not whole")
            return
        }
        let json = try JSONValue(parsing: bytes)
        #expect(response.status == refusal.status)
        #expect(json["status"]?.integer(as: Int.self) == refusal.status.rawValue)
        #expect(json["requestId"]?.string == response.tag)
        #expect(response.fields.contains { $0 == ("Content-Type", "application/problem+json") })
        #expect(response.fields.contains { $0 == ("X-Request-Id", response.tag ?? "") })
    }
}
