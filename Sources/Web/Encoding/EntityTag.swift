internal import Digest
internal import HTTPServer
internal import WireFormat

/// Answers that many clients may share and keep (RFC 9111), named by all their bytes.
enum EntityTag {
    /// A strong tag: equal tags, equal bytes; `nil` only where the machine cannot hash.
    static func of(_ body: [UInt8]) -> String? {
        guard let hash = try? HashAlgorithm.sha256.hash(body) else { return nil }
        return "\"" + Base64.encode(hash.prefix(16), alphabet: .urlSafe) + "\""
    }

    /// The JSON body, or 304 when the client has it already.
    static func response(
        to request: HTTPRequest, _ body: [UInt8], maxAge: Duration
    ) -> HTTPResponse {
        var fields: [(name: String, value: String)] = [
            ("Cache-Control", "public, max-age=\(maxAge.wholeSecondsUp)")
        ]
        if let tag = of(body) {
            fields.append(("ETag", tag))
            if isHeld(tag, by: request) {
                return HTTPResponse(status: .notModified, fields: fields)
            }
        }
        fields.append(("Content-Type", MediaType.json.rawValue))
        return HTTPResponse(fields: fields, body: .bytes(body))
    }

    /// Weak comparison, as `If-None-Match` wants it (RFC 9110 section 13.1.2).
    private static func isHeld(_ tag: String, by request: HTTPRequest) -> Bool {
        request.fields.all("if-none-match").contains { line in
            line.split(separator: ",").contains { part in
                var part = part
                while part.first == " " || part.first == "\t" { part.removeFirst() }
                while part.last == " " || part.last == "\t" { part.removeLast() }
                if part.hasPrefix("W/") { part.removeFirst(2) }
                return part == tag || part == "*"
            }
        }
    }
}
