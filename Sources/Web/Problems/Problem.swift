internal import HTTPServer
internal import WireFormat

/// A failed request as its client is told of it (RFC 9457).
struct Problem: Error, Sendable {
    static let contentType = "application/problem+json"

    let code: ProblemCode
    /// What happened this time, as a sentence.
    let detail: String
    /// Every fault of bad input.
    var faults: [InputFault] = []
    /// Tells the client when to come again.
    var retryAfter: Duration?
    /// More header fields.
    var fields: [(name: String, value: String)] = []
    /// Writes members of its own after the common ones.
    var more: @Sendable (inout JSONWriter) -> Void = { _ in }

    init(_ code: ProblemCode, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// Bad input; `faults` is not empty.
    init(faults: [InputFault]) {
        self.init(
            .invalidRequest,
            faults.count == 1 ? "One fault was found." : "\(faults.count) faults were found.")
        self.faults = faults
    }

    /// The body; a stored one belongs to no single request and has no `requestId`.
    func body(requestID: String?) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.member("type", "urn:tributary:problem:" + code.rawValue)
        writer.member("title", code.title)
        writer.member("status", code.status.rawValue)
        writer.member("detail", detail)
        writer.member("code", code.rawValue)
        writer.member("requestId", ifPresent: requestID)
        if !faults.isEmpty {
            writer.key("errors")
            writer.beginArray()
            for fault in faults { Self.write(fault, to: &writer) }
            writer.endArray()
        }
        more(&writer)
        writer.endObject()
        return writer.bytes
    }

    func response(requestID: String?) -> HTTPResponse {
        Self.response(code.status, body(requestID: requestID), retryAfter, fields)
    }

    /// An answer around a body that was written before.
    static func response(
        _ status: HTTPStatus, _ body: [UInt8], _ retryAfter: Duration? = nil,
        _ more: [(name: String, value: String)] = []
    ) -> HTTPResponse {
        var fields: [(name: String, value: String)] = [
            ("Content-Type", contentType), ("Cache-Control", "no-store"),
        ]
        if let retryAfter { fields.append(("Retry-After", "\(retryAfter.wholeSecondsUp)")) }
        return HTTPResponse(status: status, fields: fields + more, body: .bytes(body))
    }

    private static func write(_ fault: InputFault, to writer: inout JSONWriter) {
        writer.beginObject()
        switch fault.place {
        case .parameter(let name): writer.member("parameter", name)
        case .pointer(let pointer): writer.member("pointer", pointer)
        }
        writer.member("detail", fault.detail)
        writer.endObject()
    }
}
