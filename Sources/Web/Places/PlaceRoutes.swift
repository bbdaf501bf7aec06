internal import Gateway
internal import HTTPServer
internal import Places
internal import TravelModel
internal import WireFormat

/// `GET /v1/places/...`: suggestions while typing, what to fetch beforehand, one place whole, and what has
/// changed.
struct PlaceRoutes: Sendable {
    static let suggestParameters = ["q", "limit", "lang", "kinds", "near"]
    static let popularParameters = ["limit", "lang", "kinds"]
    static let changesParameters = ["since", "after", "limit", "lang"]
    static let placeParameters = ["lang"]
    /// How long anybody may keep an answer; the index changes with a build.
    static let maxAge: Duration = .seconds(300)

    let places: any PlaceSuggester
    let clock: any GatewayClock
    let memo = SuggestionMemo()

    func suggest(_ call: Call) async throws(Problem) -> HTTPResponse {
        let query = try Self.query(call)
        // Asked and answered on the loop, when somebody has asked alike before.
        var key = SuggestionMemo.key(query, version: places.version)
        if let key, let kept = memo[key] { return answer(call, query, kept) }
        let found = try await suggestions(query)
        let list = Self.list(found)
        key?.version = found.version
        if let key { memo.keep(list, for: key) }
        return answer(call, query, list)
    }

    func popular(_ call: Call) async throws(Problem) -> HTTPResponse {
        var reader = QueryReader(call.request.query, known: Self.popularParameters)
        let limit = reader.integer("limit", in: 1...SuggestQuery.mostPopular)
        let kinds = reader.choices("kinds", PlaceKind.self)
        let language = reader.language("lang")
        guard reader.faults.isEmpty else { throw Problem(faults: reader.faults) }
        let query = SuggestQuery(
            popular: limit ?? SuggestQuery.mostPopular / 2, kinds: Set(kinds), language: language)
        let list = Self.list(try await suggestions(query))
        return timed(EntityTag.response(to: call.request, list, maxAge: Self.maxAge), call)
    }

    func changes(_ call: Call) async throws(Problem) -> HTTPResponse {
        var reader = QueryReader(call.request.query, known: Self.changesParameters)
        let since = reader.one("since")
        if since == nil { reader.report("since", "missing: the version that the client has") }
        let after = reader.value("after", otherwise: "the `after` of the page before") {
            PlaceID($0)
        }
        let limit = reader.integer("limit", in: 1...PlaceChanges.mostEntries)
        let language = reader.language("lang")
        guard let since, reader.faults.isEmpty else { throw Problem(faults: reader.faults) }
        let found: PlaceChanges?
        do throws(PlaceFault) {
            found = try await places.changes(
                since: since, after: after, limit: limit ?? PlaceChanges.mostEntries,
                language: language)
        } catch {
            throw Self.problem(error)
        }
        guard let found else {
            throw Problem(
                .changesUnknown,
                "What has changed since this version is not known any more: fetch all anew.")
        }
        var writer = JSONWriter(capacity: 16_384)
        writer.changes(found, since: since)
        return timed(
            EntityTag.response(to: call.request, writer.bytes, maxAge: Self.maxAge), call)
    }

    private func suggestions(_ query: SuggestQuery) async throws(Problem) -> PlaceSuggestions {
        do throws(PlaceFault) {
            return try await places.suggest(query)
        } catch {
            throw Self.problem(error)
        }
    }

    private static func list(_ found: PlaceSuggestions) -> [UInt8] {
        var writer = JSONWriter(capacity: 4096)
        writer.beginObject()
        writer.list("items", found.items) { $0.suggestion($1) }
        writer.member("version", found.version)
        writer.endObject()
        return writer.bytes
    }

    /// The list with the query before its first member, whose text is each asker's own.
    private func answer(_ call: Call, _ query: SuggestQuery, _ list: [UInt8]) -> HTTPResponse {
        var writer = JSONWriter(capacity: list.count + query.text.utf8.count + 32)
        writer.beginObject()
        writer.member("query", query.text)
        var body = writer.bytes
        body.append(UInt8(ascii: ","))
        body += list.dropFirst()
        return timed(EntityTag.response(to: call.request, body, maxAge: Self.maxAge), call)
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
        // A tenth of a degree: near enough, and one answer serves a whole town.
        let near = reader.point("near")?.rounded(toPartsOfDegree: 10)
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
