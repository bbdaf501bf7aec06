/// What the fields say about the body's length and the connection (RFC 9112 sections 6 and 9).
///
/// Every doubt is refused rather than resolved: a proxy in front may resolve it otherwise, and
/// two readings of one request are how requests are smuggled.
struct RequestFraming: Sendable {
    private(set) var contentLength: Int?
    private(set) var isChunked = false
    private(set) var expectsContinue = false
    private(set) var asksToClose = false
    private(set) var asksToKeepAlive = false
    private var hosts = 0
    private var contentTypes = 0

    /// Whether the connection stays open after this request, as far as the client is concerned.
    func persists(_ version: HTTPVersion) -> Bool {
        !asksToClose && (version == .http11 || asksToKeepAlive)
    }

    /// Takes the next field line; a name the framing does not care for is nothing to it.
    mutating func add(name: Span<UInt8>, value: Span<UInt8>, version: HTTPVersion)
        throws(HTTPRefusal)
    {
        switch name.count {
        case 4 where Self.isEqual(name, "host"): try addHost(value)
        case 6 where Self.isEqual(name, "expect"): try addExpectation(value, version)
        case 10 where Self.isEqual(name, "connection"): addConnectionOptions(value)
        case 12 where Self.isEqual(name, "content-type"): try addContentType()
        case 14 where Self.isEqual(name, "content-length"): try addLength(value)
        case 17 where Self.isEqual(name, "transfer-encoding"): try addCoding(value)
        default: break
        }
    }

    /// Judges what only the whole head can tell.
    func checkWhole(version: HTTPVersion) throws(HTTPRefusal) {
        if isChunked, version == .http10 { throw .malformedTransferCoding }
        if isChunked, contentLength != nil { throw .malformedLength }
        if hosts == 0, version == .http11 { throw .malformedHost }
    }

    private mutating func addHost(_ value: Span<UInt8>) throws(HTTPRefusal) {
        hosts += 1
        // An empty one is right where the target has no authority (RFC 9112 section 3.2).
        guard hosts == 1, value.isEmpty || HostSyntax.isAuthority(value) else {
            throw .malformedHost
        }
    }

    /// One at most, since readers differ about which of two counts.
    private mutating func addContentType() throws(HTTPRefusal) {
        contentTypes += 1
        guard contentTypes == 1 else { throw .malformedField }
    }

    private mutating func addExpectation(_ value: Span<UInt8>, _ version: HTTPVersion)
        throws(HTTPRefusal)
    {
        // RFC 9110 section 10.1.1: 1.0 knows no expectations, so they are ignored there.
        guard version == .http11 else { return }
        guard Self.isEqual(value, "100-continue") else { throw .unknownExpectation }
        expectsContinue = true
    }

    private mutating func addConnectionOptions(_ value: Span<UInt8>) {
        var start = 0
        while start < value.count {
            var end = start
            while end < value.count, value[end] != UInt8(ascii: ",") { end += 1 }
            var first = start
            var last = end
            while first < last, ByteClass.isBlank(value[first]) { first += 1 }
            while last > first, ByteClass.isBlank(value[last - 1]) { last -= 1 }
            let option = value.extracting(first..<last)
            if Self.isEqual(option, "close") { asksToClose = true }
            if Self.isEqual(option, "keep-alive") { asksToKeepAlive = true }
            start = end + 1
        }
    }

    /// Digits only, 18 at most: no sign, no list, no second line, even an equal one.
    private mutating func addLength(_ value: Span<UInt8>) throws(HTTPRefusal) {
        guard contentLength == nil, (1...18).contains(value.count) else { throw .malformedLength }
        var length = 0
        for index in 0..<value.count {
            guard let digit = ByteClass.digit(value[index]), digit < 10 else {
                throw .malformedLength
            }
            length = length * 10 + digit
        }
        contentLength = length
    }

    private mutating func addCoding(_ value: Span<UInt8>) throws(HTTPRefusal) {
        guard !isChunked, value.count > 0 else { throw .malformedTransferCoding }
        if Self.isEqual(value, "chunked") {
            isChunked = true
        } else {
            throw Self.misusesChunked(value) ? .malformedTransferCoding : .unknownTransferCoding
        }
    }

    /// Whether `chunked` has parameters or is not the last coding (RFC 9112 sections 6.1 and 7.1).
    private static func misusesChunked(_ value: Span<UInt8>) -> Bool {
        value.count > 7 && isEqual(value.extracting(0..<7), "chunked")
            && !ByteClass.isToken(value[7])
    }

    /// Whether the bytes are `word`, which is in lower case, in any case.
    private static func isEqual(_ bytes: Span<UInt8>, _ word: StaticString) -> Bool {
        guard bytes.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<bytes.count
        where ByteClass.lowercased(bytes[index]) != word.utf8Start[index] {
            return false
        }
        return true
    }
}
