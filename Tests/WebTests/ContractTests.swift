import Foundation
import Gateway
import GatewayTesting
import HTTPServer
import Testing
import WireFormat

@testable import Web

/// `docs/openapi.json` held against the code: nothing is promised that is not there, nothing is
/// there that is not promised.
@Suite struct ContractTests {
    private let document: JSONValue

    init() throws {
        let file = Golden.folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/openapi.json")
        document = try JSONValue(parsing: Array(try Data(contentsOf: file)))
    }

    private struct Operation {
        let path: String
        let method: String
        let value: JSONValue

        var name: String { "\(method.uppercased()) \(path)" }
        var responses: [(status: String, value: JSONValue)] {
            (value["responses"]?.members ?? []).map { ($0.name, $0.value) }
        }
        func parameters(in place: String) -> [String] {
            (value["parameters"]?.elements ?? []).filter { $0["in"]?.string == place }
                .compactMap { $0["name"]?.string }
        }
    }

    private var operations: [Operation] {
        (document["paths"]?.members ?? []).flatMap { path in
            (path.value.members ?? []).map {
                Operation(path: path.name, method: $0.name, value: $0.value)
            }
        }
    }

    @Test func everyRouteIsInBoth() {
        let built = PublicRoute.allCases.map { "\($0.method.rawValue) \($0.pattern)" }
        #expect(Set(operations.map(\.name)) == Set(built))
        #expect(operations.count == built.count)
    }

    @Test func everyProblemCodeIsInBoth() throws {
        let listed = document["components"]?["schemas"]?["ProblemCode"]?["enum"]?.elements ?? []
        #expect(listed.compactMap(\.string) == ProblemCode.allCases.map(\.rawValue))
    }

    @Test func everyCodeStandsUnderItsOwnStatus() throws {
        var used: Set<String> = []
        for operation in operations {
            for response in operation.responses {
                for code in (response.value["x-codes"]?.elements ?? []).compactMap(\.string) {
                    let known = try #require(ProblemCode(rawValue: code), "\(code)")
                    #expect(
                        "\(known.status.rawValue)" == response.status, "\(operation.name) \(code)")
                    used.insert(code)
                }
            }
        }
        let any = ["x-any", "x-operators"].flatMap { part in
            (document[part]?["codes"]?.elements ?? []).compactMap(\.string)
        }
        #expect(used.union(any) == Set(ProblemCode.allCases.map(\.rawValue)))
    }

    @Test func everyFormIsInBoth() throws {
        for route in PublicRoute.allCases {
            let name = "\(route.method.rawValue) \(route.pattern)"
            let operation = try #require(operations.first { $0.name == name })
            let forms = operation.responses.filter { $0.status.hasPrefix("2") }.flatMap {
                ($0.value["content"]?.members ?? []).map(\.name)
            }
            #expect(Set(forms) == Set(route.produces.map(\.rawValue)), "\(name)")
            // Each supplier has a form of its own; its reader judges it.
            let takesBody = route.takesJSON || route == .supplierCallback
            #expect((operation.value["requestBody"] != nil) == takesBody, "\(name)")
            #expect(operation.parameters(in: "path") == route.pattern.gaps, "\(name)")
        }
    }

    /// A coded body is refused wherever there is one.
    @Test func everyPostMayBeOfAnotherForm() {
        let posts = operations.filter { $0.method == "post" }
        #expect(posts.count == 4)
        for operation in posts {
            let codes = operation.responses.first { $0.status == "415" }?.value["x-codes"]
            #expect(codes?.elements?.first?.string == "UNSUPPORTED_MEDIA_TYPE", "\(operation.name)")
        }
    }

    @Test func whatNeedsAKeyIsInBoth() throws {
        let scheme = document["components"]?["securitySchemes"]?["clientKey"]
        #expect(scheme?["scheme"]?.string == "bearer")
        for route in PublicRoute.allCases {
            let name = "\(route.method.rawValue) \(route.pattern)"
            let operation = try #require(operations.first { $0.name == name })
            #expect(
                (operation.value["security"]?.elements?.isEmpty == true) == route.isOpen, "\(name)")
            let statuses = Set(operation.responses.map(\.status))
            #expect(statuses.isSuperset(of: ["401", "429"]) == !route.isOpen, "\(name)")
        }
    }

    @Test func whatMayBeDictatedIsInBoth() throws {
        let hold = try #require(operations.first { $0.name == "POST /v1/holds" })
        let field = hold.value["parameters"]?.elements?.first {
            $0["name"]?.string == HoldRoutes.testField
        }
        let words = (field?["schema"]?["enum"]?.elements ?? []).compactMap(\.string)
        #expect(words == HoldRehearsal.allCases.map { "hold=" + $0.rawValue })
    }

    @Test func whatIsSaidOfRecordsIsInBoth() throws {
        let search = try #require(operations.first { $0.name == "GET /v1/offers" })
        #expect(search.parameters(in: "header").contains(ExplainField.name))
        let field = search.responses.first { $0.status == "200" }?.value["headers"]?[
            ExplainField.name]
        let words = (field?["schema"]?["enum"]?.elements ?? []).compactMap(\.string)
        #expect(words == ExplainField.Answer.allCases.map(\.rawValue))
    }

    @Test(
        arguments: [
            ("GET /v1/offers", OffersQuery.known), ("GET /v1/holds", HoldRoutes.findParameters),
            ("GET /v1/places/suggest", PlaceRoutes.suggestParameters),
            ("GET /v1/places/{placeId}", PlaceRoutes.placeParameters),
            ("GET /v1/quotes/{quoteId}", []), ("POST /v1/quotes/{quoteId}/refresh", []),
            ("GET /v1/holds/{holdId}", []),
            ("POST /v1/holds", []), ("DELETE /v1/holds/{holdId}", []),
            ("POST /v1/holds/{holdId}/extend", []),
        ] as [(String, [String])])
    func everyParameterIsInBoth(name: String, known: [String]) throws {
        let operation = try #require(operations.first { $0.name == name })
        #expect(Set(operation.parameters(in: "query")) == Set(known))
    }

    @Test func everyMemberOfAHoldRequestIsInBoth() {
        let schema = document["components"]?["schemas"]?["HoldRequest"]
        let members = (schema?["properties"]?.members ?? []).map(\.name)
        #expect(Set(members) == Set(HoldBody.members))
    }

    @Test(arguments: ["GET /v1/offers", "POST /v1/holds", "POST /v1/quotes/{quoteId}/refresh"])
    func theShoppersFieldsAreThere(name: String) throws {
        let operation = try #require(operations.first { $0.name == name })
        let fields = Set(operation.parameters(in: "header"))
        #expect(
            fields.subtracting([HoldRoutes.keyField, HoldRoutes.testField, ExplainField.name])
                == Set(ShopperFields.all))
    }

    @Test func answersKeepToTheirSchemas() throws {
        let offer = "acme-0 R1 Room BB free USD 125.00 property=EUR:12.00"
        let scene = try WebScene(suppliers: ["acme", "bravo"]) { name, step, _ in
            switch (name, step) {
            case ("acme", "search"), ("acme", "revalidate"): .answer(offer)
            case ("bravo", "search"): .refused
            default: .answer("held H1")
            }
        }
        let schemas = Schemas(document)
        let (search, quote, hold, problem) = try scene.run { scene in
            let search = try await scene.send(.get, WebScene.search)
            let id = try #require(
                try search.json["hotels"]?[0]?["offers"]?[0]?["quoteId"]?.string)
            return (
                search, try await scene.send(.get, "/v1/quotes/\(id)"),
                try await scene.hold(#"{"quoteId":"\#(id)","metadata":{"a":1}}"#),
                try await scene.send(.get, "/v1/offers?x=1")
            )
        }
        try expectNone(schemas.faults(of: search.json, "Search"))
        try expectNone(schemas.faults(of: quote.json, "Quote"))
        try expectNone(schemas.faults(of: hold.json, "Hold"))
        try expectNone(schemas.faults(of: problem.json, "Problem"))
        let places = try scene.ask(.get, "/v1/places/suggest?q=lis")
        try expectNone(schemas.faults(of: places.json, "Suggestions"))
        let place = try scene.ask(.get, "/v1/places/geonames:2267057")
        try expectNone(schemas.faults(of: place.json, "Place"))
    }

    private func expectNone(_ faults: [String]) {
        #expect(faults.isEmpty, "\(faults)")
    }

    @Test func theSchemasWouldFindAFault() throws {
        let schemas = Schemas(document)
        let money = try JSONValue(parsing: Array(#"{"amount":1,"more":true}"#.utf8))
        #expect(
            schemas.faults(of: money, "Money") == [
                "/amount: not a string", "/currency: missing", "/more: not in the schema",
            ])
    }
}
