internal import Gateway
internal import HTTPServer
internal import TravelModel
internal import WireFormat

/// `/v1/quotes/{quoteId}`: shows a quote, and asks its supplier whether it stands.
struct QuoteRoutes: Sendable {
    let desk: QuoteDesk
    let refresher: QuoteRefresher
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
            return Self.answer(writer.bytes)
        }
    }

    /// Ends with its client: nothing is held, so nothing has to be finished.
    func refresh(_ call: Call) async throws(Problem) -> HTTPResponse {
        var faults = QueryReader(call.request.query, known: []).faults
        var shopper = ShopperTrace()
        faults += ShopperFields.read(call.request.fields, into: &shopper)
        if !call.request.body.isEmpty {
            faults.append(InputFault(place: .pointer(""), detail: "a refresh has no body"))
        }
        guard faults.isEmpty else { throw Problem(faults: faults) }
        let id = QuoteID(text: call.parameters["quoteId"])
        switch await refresher.refresh(id, for: call.tenant, as: shopper) {
        case .quoteUnknown: throw Problem.quoteUnknown
        case .quoteExpired(let quote): throw Problem.quoteExpired(quote)
        case .refused(let refusal): throw StoredRefusals.problem(of: refusal)
        case .supplierUnavailable(let wait): throw Problem.supplierUnavailable(retryAfter: wait)
        case .storage(let fault): throw Problem(fault)
        case .overloaded:
            var problem = Problem(.overloaded, "Too much is under way here; nothing was done.")
            problem.retryAfter = .seconds(1)
            throw problem
        case .current(let quote, let shown, let change):
            var writer = JSONWriter(capacity: 4096)
            writer.beginObject()
            writer.key("quote")
            writer.quote(quote, shown, at: clock.now())
            if let change {
                writer.key("change")
                writer.beginObject()
                writer.change(change)
                writer.endObject()
            }
            writer.endObject()
            return Self.answer(writer.bytes)
        }
    }

    private static func answer(_ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            fields: [("Content-Type", MediaType.json.rawValue), ("Cache-Control", "no-store")],
            body: .bytes(body))
    }
}

/// Routes that take no query say so, or a typo would pass for a wish.
enum NoParameters {
    static func check(_ call: Call) throws(Problem) {
        let reader = QueryReader(call.request.query, known: [])
        guard reader.faults.isEmpty else { throw Problem(faults: reader.faults) }
    }
}
