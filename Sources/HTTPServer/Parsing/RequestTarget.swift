/// Where path, query and authority are in a request target (RFC 9112 section 3.2).
struct RequestTarget {
    var path: Range<Int>
    var query: Range<Int>?
    var authority: Range<Int>?

    /// Takes a non-empty target; `*` only for OPTIONS, no authority-form (that is CONNECT's).
    init(_ target: Span<UInt8>, method: HTTPMethod) throws(HTTPRefusal) {
        if target.count == 1, target[0] == UInt8(ascii: "*"), method == .options {
            path = 0..<1
            return
        }
        var start = 0
        if target[0] != UInt8(ascii: "/") {
            let range = try Self.authority(target)
            authority = range
            start = range.upperBound
        }
        var end = start
        while end < target.count, target[end] != UInt8(ascii: "?") { end += 1 }
        path = start..<end
        if end < target.count { query = end + 1..<target.count }
        if path.isEmpty {
            // `http://host` and `http://host?q` ask for `/`: the second slash of the scheme
            // stands for it, so that the path stays a part of the bytes that came.
            path = Self.schemeLength(target) - 1..<Self.schemeLength(target)
        }
    }

    /// The authority after `http://` or `https://`; user information is refused.
    private static func authority(_ target: Span<UInt8>) throws(HTTPRefusal) -> Range<Int> {
        let start = schemeLength(target)
        guard start > 0 else { throw .malformedTarget }
        var end = start
        while end < target.count, target[end] != UInt8(ascii: "/"),
            target[end] != UInt8(ascii: "?")
        {
            end += 1
        }
        guard HostSyntax.isAuthority(target.extracting(start..<end)) else {
            throw .malformedTarget
        }
        return start..<end
    }

    private static func schemeLength(_ target: Span<UInt8>) -> Int {
        for scheme: StaticString in ["http://", "https://"] {
            let length = scheme.utf8CodeUnitCount
            guard target.count >= length else { continue }
            let matches = (0..<length).allSatisfy {
                ByteClass.lowercased(target[$0]) == scheme.utf8Start[$0]
            }
            if matches { return length }
        }
        return 0
    }
}
