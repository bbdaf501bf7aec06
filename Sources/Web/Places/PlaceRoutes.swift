internal import Gateway
internal import HTTPServer
internal import Places
internal import TravelModel
internal import WireFormat

/// `GET /v1/places/...`: suggestions while typing, and one place whole.
struct PlaceRoutes: Sendable {
    static let suggestParameters = ["q", "limit", "lang", "kinds", "near"]
    static let placeParameters = ["lang"]
    /// How long anybody may keep an answer; the index changes with a build.
    static let maxAge: Duration = .seconds(300)

    let places: any PlaceSuggester
    let clock: any GatewayClock

    func suggest(_ call: Call) async throws(Problem) -> HTTPResponse {
        let query = try Self.query(call)
        let found: PlaceSuggestions
        do throws(PlaceFault) {
            found = try await places.suggest(query)
        } catch {
            throw Self.problem(error)
        }
        var writer = JSONWriter(capacity: 4096)
        writer.beginObject()
        writer.member("query", found.query)
        writer.list("items", found.items) { $0.suggestion($1) }
        writer.member("version", found.version)
        writer.endObject()
        return timed(
            EntityTag.response(to: call.request, writer.bytes, maxAge: Self.maxAge), call)
    }

    func show(_ call: Call) async throws(Problem) -> HTTPResponse {
        var reader = QueryReader(call.request.query, known: Self.placeParameters)
        let language = reader.language("lang")
        guard reader.faults.isEmpty else { throw Problem(faults: reader.faults) }
        let found: Place?
        do throws(PlaceFault) {
            let id = PlaceID(call.parameters["placeId"])
            found = if let id { try await places.place(id, language: language) } else { nil }
        } catch {
            throw Self.problem(error)
        }
        guard let found else { throw Problem(.placeUnknown, "No place has this id.") }
        var writer = JSONWriter(capacity: 4096)
        writer.place(found)
        return timed(
            EntityTag.response(to: call.request, writer.bytes, maxAge: Self.maxAge), call)
    }

    private func timed(_ response: HTTPResponse, _ call: Call) -> HTTPResponse {
        var response = response
        let taken = call.started.duration(to: clock.uptime())
        response.fields.append(("Server-Timing", "places;dur=\(taken.timingText)"))
        return response
    }

    private static func query(_ call: Call) throws(Problem) -> SuggestQuery {
        var reader = QueryReader(call.request.query, known: suggestParameters)
        let text = reader.one("q") ?? ""
        let limit = reader.integer("limit", in: 1...SuggestQuery.mostSuggestions)
        let kinds = reader.choices("kinds", PlaceKind.self)
        let language = reader.language("lang")
        let near = reader.point("near")
        do throws(PlaceFault) {
            let query = try SuggestQuery(
                text, limit: limit ?? 10, kinds: Set(kinds), language: language, near: near)
            if reader.faults.isEmpty { return query }
        } catch {
            reader.report("q", "at most \(SuggestQuery.longestText) characters")
        }
        throw Problem(faults: reader.faults)
    }

    private static func problem(_ fault: PlaceFault) -> Problem {
        switch fault {
        case .busy:
            var problem = Problem(.overloaded, "Too many place queries wait.")
            problem.retryAfter = .seconds(1)
            return problem
        case .cancelled: return Problem(.requestTimeout, "The client has left.")
        default:
            var problem = Problem(.storageUnavailable, "The place index cannot be read.")
            problem.retryAfter = .seconds(5)
            return problem
        }
    }
}
