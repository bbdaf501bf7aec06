/// What a request must be before anything of it is sent.
enum RequestCheck {
    static let urlBytes = 16 << 10
    static let headerFields = 100
    static let headerBytes = 32 << 10

    private static let reserved = [
        "host", "content-length", "transfer-encoding", "connection", "expect", "accept-encoding",
        "te", "upgrade", "proxy-connection", "keep-alive",
    ]

    /// Why the request is refused, or nil.
    static func refusal(_ request: ClientRequest) -> String? {
        if let refusal = refusal(url: request.url) { return refusal }
        if request.method == .get, !request.body.isEmpty { return "a GET with a body" }
        guard request.headers.count <= headerFields else { return "too many fields" }
        var bytes = 0
        for (name, value) in request.headers {
            bytes += name.utf8.count + value.utf8.count
            guard bytes <= headerBytes else { return "fields too long" }
            guard isToken(name.utf8) else { return "a field's name is no token" }
            guard isFieldText(value.utf8) else { return "control characters in a field" }
            guard !reserved.contains(where: { ClientHeaders.same($0, name) }) else {
                return "a field that belongs to the client"
            }
        }
        return nil
    }

    private static func refusal(url: String) -> String? {
        guard url.utf8.count <= urlBytes else { return "address too long" }
        guard url.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }) else {
            return "characters in the address that must be encoded"
        }
        let rest: Substring
        if url.hasPrefix("http://") {
            rest = url.dropFirst(7)
        } else if url.hasPrefix("https://") {
            rest = url.dropFirst(8)
        } else {
            return "neither http nor https"
        }
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.isEmpty, authority.first != ":" else { return "no host in the address" }
        guard !authority.contains("@") else { return "user info in the address" }
        return nil
    }

    /// RFC 9110, 5.6.2.
    static func isToken(_ text: some Collection<UInt8>) -> Bool {
        !text.isEmpty
            && text.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// RFC 9110, 5.5: everything but control characters, the tab allowed.
    static func isFieldText(_ text: some Collection<UInt8>) -> Bool {
        text.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
    }
}
