/// A head with what it says of the body that follows.
struct AnswerHead {
    let status: Int
    let headers: ClientHeaders
    /// Whether the body is gzip.
    let isGzip: Bool
    /// The length announced, if one is.
    let length: Int?

    /// Whether an empty body is whole even though it is said to be gzip.
    var mayBeEmpty: Bool { !hasBody || length == 0 }

    /// Whether bytes follow at all, whatever the length says (RFC 9112, 6.3).
    var hasBody: Bool { status != 204 && status != 304 }

    /// Refuses redirects, contradictory lengths (RFC 9112, 6.3) and encodings nobody asked for.
    static func judge(_ status: Int, _ headers: ClientHeaders) -> HeadReader.Step {
        if [301, 302, 303, 307, 308].contains(status) {
            return .refused(.redirectRefused, "status \(status)")
        }
        var length: Int?
        for text in headers.all("content-length") {
            guard let value = wholeNumber(text), length == nil || length == value else {
                return .refused(.badLength, "malformed or contradictory Content-Length")
            }
            length = value
        }
        let codings = headers.all("transfer-encoding")
        if length != nil, !codings.isEmpty {
            return .refused(.badLength, "Content-Length with Transfer-Encoding")
        }
        // libcurl would inflate others by itself, outside the caps.
        guard codings.isEmpty || codings.map({ $0.lowercased() }) == ["chunked"] else {
            return .refused(.badProtocol, "a transfer coding nobody asked for")
        }
        let encodings = headers.all("content-encoding").filter { !$0.isEmpty }
        guard encodings.count <= 1 else { return .refused(.badProtocol, "several encodings") }
        switch encodings.first?.lowercased() ?? "identity" {
        case "identity":
            return .head(
                AnswerHead(status: status, headers: headers, isGzip: false, length: length))
        case "gzip", "x-gzip":
            return .head(
                AnswerHead(status: status, headers: headers, isGzip: true, length: length))
        default:
            return .refused(.badProtocol, "an encoding nobody asked for")
        }
    }

    /// Digits only: no sign, no list, no overflow.
    private static func wholeNumber(_ text: String) -> Int? {
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(text)
    }
}
