import Foundation
import HTTPServer
import Testing

/// One conversation on the wire, kept as a file in `Fixtures/<class>/<name>.http`.
///
/// Its lines, by their first character:
///
///     # the case in a few words, then why the answer is what it is
///     ! a limit other than the default, such as `bodyBytes 8`
///     > bytes the client sends, with the escapes \r \n \t \\ \xHH and \{3:text} for text thrice
///     < an answer: `200` and what the handler saw (method, target, body), a refusal's status and
///       name, or `100`
///     = how it ends: `open` for the next request, `closed`, or `waits` for the rest of one
struct WireCase: Sendable {
    enum Step: Sendable {
        case sends([UInt8])
        case hears(Answer)

        /// Empty for an answer.
        var bytes: [UInt8] { if case .sends(let bytes) = self { bytes } else { [] } }
    }

    enum Answer: Sendable, Equatable {
        case interim
        /// What the handler saw: `POST /a?b body`.
        case served(String)
        case refused(status: Int, name: String)

        /// Whether it has no body because HEAD was asked.
        var isOfHead: Bool {
            if case .served(let seen) = self { seen.hasPrefix("HEAD ") } else { false }
        }
    }

    enum End: String, Sendable {
        case open, closed, waits
    }

    struct Fault: Error {
        var file: String
        var line: String
    }

    let group: String
    let name: String
    private(set) var title = ""
    private(set) var limits = HTTPLimits()
    private(set) var steps: [Step] = []
    private(set) var end = End.open

    /// All answers, in order.
    var answers: [Answer] {
        steps.compactMap { if case .hears(let answer) = $0 { answer } else { nil } }
    }

    /// Whether the client sends on only when it has heard something.
    var takesTurns: Bool {
        steps.dropLast().contains { if case .hears(.interim) = $0 { true } else { false } }
    }

    init(group: String, name: String, text: String) throws(Fault) {
        (self.group, self.name) = (group, name)
        var hasEnded = false
        for line in text.split(separator: "\n") {
            let fault = Fault(file: "\(group)/\(name)", line: String(line))
            guard !hasEnded, line.dropFirst().first == " " else { throw fault }
            let rest = line.dropFirst(2)
            switch line.first {
            case "#": if title.isEmpty { title = String(rest) }
            case "!": guard setLimit(rest) else { throw fault }
            case ">":
                guard let bytes = Self.unescape(rest) else { throw fault }
                send(bytes)
            case "<":
                guard let answer = Self.answer(rest) else { throw fault }
                steps.append(.hears(answer))
            case "=":
                guard let end = End(rawValue: String(rest)) else { throw fault }
                self.end = end
                hasEnded = true
            default: throw fault
            }
        }
        guard hasEnded, !title.isEmpty, !steps.isEmpty else {
            throw Fault(file: "\(group)/\(name)", line: "(a part is missing)")
        }
    }

    private mutating func send(_ bytes: [UInt8]) {
        if case .sends(let earlier)? = steps.last {
            steps[steps.count - 1] = .sends(earlier + bytes)
        } else {
            steps.append(.sends(bytes))
        }
    }

    private mutating func setLimit(_ text: Substring) -> Bool {
        let words = text.split(separator: " ")
        guard words.count == 2, let value = Int(words[1]) else { return false }
        switch words[0] {
        case "bodyBytes": limits.bodyBytes = value
        case "fields": limits.fields = value
        case "headBytes": limits.headBytes = value
        case "targetBytes": limits.targetBytes = value
        default: return false
        }
        return true
    }

    private static func answer(_ text: Substring) -> Answer? {
        let words = text.split(separator: " ", maxSplits: 1)
        switch (words.first.flatMap { Int($0) }, words.dropFirst().first) {
        case (100, nil): return .interim
        case (200, let seen?):
            return unescape(seen).map { .served(String(decoding: $0, as: UTF8.self)) }
        case (let status?, let name?): return .refused(status: status, name: String(name))
        default: return nil
        }
    }

    private static func unescape(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text
        while let character = rest.popFirst() {
            guard character == "\\" else {
                bytes += Array(String(character).utf8)
                continue
            }
            switch rest.popFirst() {
            case "r": bytes.append(0x0d)
            case "n": bytes.append(0x0a)
            case "t": bytes.append(0x09)
            case "\\": bytes.append(0x5c)
            case "x":
                guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
                bytes.append(byte)
                rest = rest.dropFirst(2)
            case "{":
                guard let close = rest.firstIndex(of: "}"), let colon = rest.firstIndex(of: ":"),
                    let count = Int(rest[..<colon]),
                    let repeated = unescape(rest[rest.index(after: colon)..<close])
                else { return nil }
                for _ in 0..<count { bytes += repeated }
                rest = rest[rest.index(after: close)...]
            default: return nil
            }
        }
        return bytes
    }
}

extension WireCase: CustomTestStringConvertible {
    var testDescription: String { "\(group)/\(name)" }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// Every case, ordered by class and name.
    static func all() throws -> [WireCase] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(".http") }
            .map { path in
                let parts = path.dropLast(".http".count).split(separator: "/").map(String.init)
                guard parts.count == 2 else { throw Fault(file: path, line: "(wrong folder)") }
                let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                return try WireCase(group: parts[0], name: parts[1], text: text)
            }
    }
}
