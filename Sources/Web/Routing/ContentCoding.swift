internal import HTTPServer

/// What a request says its body is packed in (RFC 9110 section 8.4).
enum ContentCoding {
    /// Whether the body is what it looks like: no field, an empty one, or `identity` alone.
    ///
    /// Nobody here unpacks a body: it would be read as nonsense, or past the limits of bodies.
    static func isPlain(_ request: HTTPRequest) -> Bool {
        request.fields.all("content-encoding").allSatisfy { line in
            line.lowercased().split(separator: ",").map(AcceptField.trim)
                .allSatisfy { $0.isEmpty || $0 == "identity" }
        }
    }

    /// Says what would have been accepted (RFC 9110 section 15.5.16).
    static var refusal: Problem {
        var problem = Problem(
            .unsupportedMediaType, "The body must come as it is, without a Content-Encoding.")
        problem.fields = [("Accept-Encoding", "identity")]
        return problem
    }
}
