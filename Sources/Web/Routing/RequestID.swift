internal import Gateway
internal import HTTPServer
internal import WireFormat

/// The names of requests, for people who compare a client's log with ours.
enum RequestID {
    static let field = "X-Request-Id"

    /// The client's own if it is sane, else a new one of 128 random bits.
    static func of(_ request: HTTPRequest, _ random: any RandomSource) -> String {
        if let given = request.fields.first(field), isSane(given) { return given }
        return fresh(random)
    }

    static func fresh(_ random: any RandomSource) -> String {
        Base64.encode(random.bytes(16), alphabet: .urlSafe)
    }

    /// 1 to 128 letters, digits and `-_.:+/=@`, so that it can stand in any log.
    static func isSane(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_.:+/=@".utf8.contains(byte)
                }
            }
    }
}

/// The W3C Trace Context field.
enum TraceParent {
    static let field = "traceparent"

    /// The trace's 32 hexadecimal digits, if the field is whole and of a version we can read.
    static func trace(of request: HTTPRequest) -> String? {
        guard let text = request.fields.first(field) else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0] != "ff", parts[0] != "00" || parts.count == 4,
            zip(parts, [2, 32, 16, 2]).allSatisfy({ isHex($0, $1) }),
            parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
        else { return nil }
        return String(parts[1])
    }

    private static func isHex(_ text: Substring, _ count: Int) -> Bool {
        text.utf8.count == count
            && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}
