internal import HTTPServer
internal import Telemetry
internal import WireFormat

/// Life, readiness, metrics and the published document.
struct OperationRoutes: Sendable {
    let readiness: @Sendable () async -> [ReadinessCheck]
    let metrics: MetricsRegistry
    let document: [UInt8]
    /// Levels that are read off for each page.
    var levels: HealthMetrics?

    /// The process runs and its loops turn; nothing else is looked at.
    func health() -> HTTPResponse {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("status", "ok")
        writer.endObject()
        return Self.uncached(.json, writer.bytes)
    }

    /// Whether traffic may come; if not, what stands in the way.
    func ready(_ call: Call) async throws(Problem) -> HTTPResponse {
        let isDraining = call.request.drain.isDraining
        let draining = ReadinessCheck("draining", fault: isDraining ? "shutting down" : nil)
        let checks = await readiness().filter { $0.name != draining.name } + [draining]
        guard checks.allSatisfy({ $0.fault == nil }) else {
            var problem = Problem(.notReady, "Traffic should go elsewhere for now.")
            problem.retryAfter = .seconds(5)
            problem.more = { Self.write(checks, to: &$0) }
            throw problem
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("status", "ready")
        Self.write(checks, to: &writer)
        writer.endObject()
        return Self.uncached(.json, writer.bytes)
    }

    func metricsPage() -> HTTPResponse {
        levels?.read()
        return HTTPResponse(
            fields: [
                ("Content-Type", MetricsRegistry.contentType), ("Cache-Control", "no-store"),
            ], body: .bytes(metrics.page()))
    }

    /// The contract as it is kept in `docs/openapi.json`.
    func publishedDocument(_ call: Call) -> HTTPResponse {
        EntityTag.response(to: call.request, document, maxAge: .seconds(300))
    }

    private static func write(_ checks: [ReadinessCheck], to writer: inout JSONWriter) {
        writer.list("checks", checks) { writer, check in
            writer.beginObject()
            writer.member("name", check.name)
            writer.member("ok", check.fault == nil)
            writer.member("reason", ifPresent: check.fault)
            writer.endObject()
        }
    }

    private static func uncached(_ form: MediaType, _ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            fields: [("Content-Type", form.rawValue), ("Cache-Control", "no-store")],
            body: .bytes(body))
    }
}
