internal import Gateway
internal import HTTPServer
internal import TravelModel
internal import WireFormat

/// `GET /v1/quotes/{quoteId}`.
struct QuoteRoutes: Sendable {
    let desk: QuoteDesk
    let clock: any GatewayClock

    func show(_ call: Call) async throws(Problem) -> HTTPResponse {
        try NoParameters.check(call)
        let id = QuoteID(text: call.parameters["quoteId"])
        let resolution: QuoteResolution
        do throws(StorageFault) {
            resolution = try await desk.resolve(id, for: call.tenant)
        } catch {
            throw Problem(error)
        }
        switch resolution {
        case .unknown: throw Problem.quoteUnknown
        case .expired(let quote): throw Problem.quoteExpired(quote)
        case .live(let quote):
            // Without the rates that made it nobody can say what the quote costs.
            guard let shown = desk.shown(quote) else { throw Problem.quoteExpired(quote) }
            var writer = JSONWriter(capacity: 4096)
            writer.quote(quote, shown, at: clock.now())
            return HTTPResponse(
                fields: [
                    ("Content-Type", MediaType.json.rawValue), ("Cache-Control", "no-store"),
                ], body: .bytes(writer.bytes))
        }
    }
}

/// Routes that take no query say so, or a typo would pass for a wish.
enum NoParameters {
    static func check(_ call: Call) throws(Problem) {
        let reader = QueryReader(call.request.query, known: [])
        guard reader.faults.isEmpty else { throw Problem(faults: reader.faults) }
    }
}
