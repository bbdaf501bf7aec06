import WireFormat

/// A body made to hurt, how it is read, and the word it must end with.
struct HostileCase: Sendable {
    let name: String
    let body: [UInt8]
    let expected: String
    /// The most it may grow memory by; by default its own size, which makes two bodies.
    var mostGrownBytes: Int?
    let read: @Sendable ([UInt8]) -> String
}

/// The classes of JSON that are promised to be refused at once.
enum JSONCases {
    /// As a client's request is read: a tree, within the limits of its route.
    private static let request = JSONLimits(
        bytes: 65_536, depth: 16, string: 16_384, values: 4_096)

    /// A tree is paid by its values, of which a request has few.
    private static let treeBytes = 1 << 20

    static let all: [HostileCase] =
        [33, 1_000, 100_000, 1_000_000].flatMap { depth in
            ["[", "{\"a\":"].map { opening in
                pull("\(depth) levels of `\(opening)`", repeating(opening, depth), "tooDeep")
            }
        } + [
            HostileCase(
                name: "`1e400` where a Double is wanted", body: Array("1e400".utf8),
                expected: "numberOutOfRange"
            ) { readDouble($0) },
            pull("a million digits", repeating("9", 1_000_000), "numberTooLong"),
            pull(
                "an exponent of a million digits", repeating("1e", 1) + repeating("0", 1_000_000),
                "numberTooLong"),
            HostileCase(
                name: "a name twice, in the last of many objects",
                body: rates + Array(#"{"id":1,"id":2}]"#.utf8), expected: "duplicateKey"
            ) { readRates($0) },
            pull("a lone surrogate at the end", rates + Array(#""\ud800"]"#.utf8), "loneSurrogate"),
            pull("bad UTF-8 at the end", rates + [0x22, 0xC0, 0xAF, 0x22, 0x5D], "invalidUTF8"),
            pull("NUL at the end", rates + [0x22, 0x00, 0x22, 0x5D], "controlCharacter"),
            pull("cut at the end", rates, "endsTooSoon"),
            pull("100 MB", repeating(" ", 100_000_000), "bodyTooLong"),
            tree("request: 4,000 names, the last twice", names(4_000), "duplicateKey"),
            tree("request: 4,097 values", names(4_097), "tooManyValues"),
            tree("request: 17 levels", repeating("[", 17), "tooDeep"),
            tree(
                "request: a string of 16 KB that is cut",
                repeating("[\"", 1) + repeating("a", 16_000),
                "endsTooSoon"),
        ]

    /// Just under 8 MB of objects as suppliers send them, the array still open.
    private static let rates: [UInt8] = {
        let object = Array(#"{"id":1234567,"room":"Double \u0041 Room","price":"123.45"},"#.utf8)
        let count = (8 << 20) / object.count - 1
        return [0x5B] + [[UInt8]](repeating: object, count: count).joined()
    }()

    private static func names(_ count: Int) -> [UInt8] {
        let members = (0..<count).map { #""m\#($0)":0"# } + [#""m\#(count - 1)":0"#]
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    private static func repeating(_ text: String, _ count: Int) -> [UInt8] {
        Array([[UInt8]](repeating: Array(text.utf8), count: count).joined())
    }

    private static func pull(_ name: String, _ body: [UInt8], _ expected: String) -> HostileCase {
        HostileCase(name: name, body: body, expected: expected) { body in
            word { () throws(JSONFault) in
                var reader = try JSONReader(body)
                try reader.skip()
                try reader.finish()
            }
        }
    }

    private static func tree(_ name: String, _ body: [UInt8], _ expected: String) -> HostileCase {
        HostileCase(
            name: name, body: body, expected: expected, mostGrownBytes: treeBytes
        ) { body in
            word { () throws(JSONFault) in _ = try JSONValue(parsing: body, limits: request) }
        }
    }

    private static func readDouble(_ body: [UInt8]) -> String {
        word { () throws(JSONFault) in
            var reader = try JSONReader(body)
            _ = try reader.double()
        }
    }

    /// As an adapter reads: what it knows once, the rest skipped.
    private static func readRates(_ body: [UInt8]) -> String {
        word { () throws(JSONFault) in
            var reader = try JSONReader(body)
            try reader.beginArray()
            while try reader.nextElement() {
                var seen = JSONSeen()
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    if key == "id" { try seen.once(0, key) }
                    try reader.skip()
                }
            }
            try reader.finish()
        }
    }

    private static func word(_ read: () throws(JSONFault) -> Void) -> String {
        do throws(JSONFault) {
            try read()
            return "accept"
        } catch {
            return "\(error.reason)"
        }
    }
}
