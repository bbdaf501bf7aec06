internal import Gateway
internal import HTTPServer
internal import SupplierKit
internal import TravelModel
internal import WireFormat

/// `/admin/searches`: searches of the last while, and why each one came out as it did.
struct AdminSearchRoutes: Sendable {
    private static let parameters = ["status", "supplier", "tenant", "cause", "limit"]

    let recorder: SearchRecorder?

    /// Newest first.
    func list(_ call: Call) throws(Problem) -> HTTPResponse {
        var query = QueryReader(call.request.query, known: Self.parameters)
        var filter = SearchRecorder.Filter()
        filter.status = query.choice("status", SupplierState.self)
        filter.cause = query.choice("cause", RecordCause.self)
        filter.supplier = query.value("supplier", otherwise: "a supplier's id") { SupplierID($0) }
        filter.tenant = query.value("tenant", otherwise: "a tenant's id") { TenantID($0) }
        filter.limit = query.integer("limit", in: 1...500) ?? filter.limit
        guard query.faults.isEmpty else { throw Problem(faults: query.faults) }
        var writer = JSONWriter(capacity: 4096)
        writer.beginObject()
        writer.list("searches", recorder?.list(filter) ?? []) { writer, brief in
            writer.beginObject()
            writer.brief(brief)
            writer.endObject()
        }
        if let stock = recorder?.stock { Self.write(stock, to: &writer) }
        writer.endObject()
        return Self.answer(writer.bytes, .json)
    }

    /// One, as JSON or as text.
    func show(_ call: Call) async throws(Problem) -> HTTPResponse {
        try NoParameters.check(call)
        guard let found = await recorder?.explanation(of: call.parameters["searchId"]) else {
            throw unknown
        }
        if call.form == .plain {
            return Self.answer(Array(SearchReport.text(of: found).utf8), .plain)
        }
        var writer = JSONWriter(capacity: 16_384)
        writer.beginObject()
        writer.explanation(found)
        writer.endObject()
        return Self.answer(writer.bytes, .json)
    }

    private var unknown: Problem {
        guard let recorder, recorder.isRecording else {
            return Problem(
                .searchUnknown,
                "No search is recorded: explain.mostSearches is 0 in the configuration.")
        }
        let every = recorder.settings.sampleEvery
        let drawn = every > 0 ? "one in \(every)" : "none by chance"
        let stock = recorder.stock
        var detail =
            "No search of this id is kept. Recorded are \(drawn), each that ended oddly, and each "
            + "that is asked for with \(ExplainField.name): 1."
        if stock.forgotten > 0, let oldest = stock.oldest {
            detail += " \(stock.forgotten) had to make room; the oldest kept began \(oldest)."
        }
        return Problem(.searchUnknown, detail)
    }

    private static func write(_ stock: SearchRecorder.Stock, to writer: inout JSONWriter) {
        writer.key("kept")
        writer.beginObject()
        writer.member("searches", stock.searches)
        writer.member("bytes", stock.bytes)
        writer.member("forgotten", stock.forgotten)
        if let oldest = stock.oldest { writer.member("oldest", oldest) }
        writer.endObject()
    }

    static func answer(_ body: [UInt8], _ form: MediaType) -> HTTPResponse {
        let type = form == .plain ? "text/plain; charset=utf-8" : form.rawValue
        return HTTPResponse(
            fields: [
                ("Content-Type", type), ("Cache-Control", "no-store"), ("Vary", "Accept"),
                ("X-Content-Type-Options", "nosniff"),
            ], body: .bytes(body))
    }
}
