import Foundation
import Gateway
import GatewayTesting
import HTTPServer
import SupplierKit
import Telemetry
import Testing
import TravelModel
import WireFormat

@testable import Web

/// A scene whose searches are recorded, and the operators' side of it.
struct ExplainScene {
    static let ask = (ExplainField.name, "1")

    let scene: WebScene
    let admin: AdminApplication

    /// Nothing is drawn unless `settings` say so.
    init(
        suppliers: [String] = ["acme"], hotels: Int = 2, settings: ExplainSettings? = nil,
        desk: (any GatewayClock) throws -> ClientDesk = WebScene.openDesk,
        account: (inout SimulatedGateway.Account) -> Void = { _ in },
        _ director: @escaping WebScene.Director
    ) throws {
        var chosen = ExplainSettings()
        chosen.sampleEvery = 0
        let recorder = SearchRecorder(settings ?? chosen)
        scene = try WebScene(
            suppliers: suppliers, hotels: hotels, desk: desk,
            change: { $0.recorder = recorder }, account: account, director)
        admin = try AdminApplication(
            environment: scene.services.environment, metrics: scene.metrics,
            log: scene.services.log, clients: scene.services.clients,
            holds: scene.services.holds.support, health: scene.gateway.health, recorder: recorder,
            readiness: { [] })
    }

    /// What operators get.
    func see(_ target: String, accept: String = "application/json") async throws -> Answer {
        let request = try HTTPRequest(
            method: .get, target: target, fields: [("Accept", accept)], body: [])
        let response = await admin.answer(request)
        return Answer(
            status: response.status.rawValue, fields: response.fields, tag: response.tag,
            bytes: try await response.collectedBody())
    }

    /// The text and the JSON of a search that was answered.
    func explained(_ answer: Answer) async throws -> (text: String, json: String) {
        let id = try #require(try answer.json["searchId"]?.string)
        let text = try await see("/admin/searches/\(id)", accept: "text/plain")
        let json = try await see("/admin/searches/\(id)")
        #expect([text, json].map(\.status) == [200, 200])
        #expect(text.field("content-type") == "text/plain; charset=utf-8")
        #expect(throws: Never.self) { try json.json }
        return (text.text, json.text)
    }
}

extension Script {
    /// A whole answer with a head of its own.
    static func answer(
        _ text: String, fields: [(name: String, value: String)], after wait: Duration = .zero
    ) -> Script {
        Script([
            .wait(wait), .answerHead(ResponseHead(status: 200, headers: fields)),
            .bytes(Array(text.utf8)),
        ])
    }
}
