internal import CXML2
import WireFormat

/// Document type declarations wherever they may stand, and a valid document.
enum XMLCases {
    static let doctypes: [HostileCase] = [
        read("first of all", Array("<!DOCTYPE a><a/>".utf8)),
        read("behind 200 KB of comments", comments + Array("<!DOCTYPE a><a/>".utf8)),
        read("with entities that grow to 3 GB", Array(laughs.utf8)),
        read("with a file outside", Array("<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>".utf8)),
        read("of 2 MB that is never closed", Array("<!DOCTYPE a [".utf8) + spaces(2 << 20)),
        read(
            "in UTF-16, before 2 MB",
            [0xFF, 0xFE] + "<!DOCTYPE a><a>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
                + [UInt8](repeating: 0x20, count: 2 << 20)),
    ]

    /// 2 MB as a supplier of rates sends them.
    static let valid: [UInt8] = {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Rates xmlns=\"urn:example:rates\">"
        var number = 0
        while text.utf8.count < 2 << 20 {
            text += """
                <Rate id="r\(number)" hotel="H\(number % 977)"><Room>Double &amp; Twin, café</Room>\
                <Total amount="\(number % 900).50" currency="EUR"/><Meal>BB</Meal></Rate>

                """
            number += 1
        }
        return Array((text + "</Rates>").utf8)
    }()

    /// Counts what it is told, as the least a decoder does.
    struct Counter: XMLHandler {
        var elements = 0
        var textBytes = 0
        mutating func start(_ tag: borrowing XMLTag) throws(XMLFault) { elements += 1 }
        mutating func text(_ text: borrowing XMLText) throws(XMLFault) { textBytes += text.count }
        mutating func end(_ name: XMLName) throws(XMLFault) {}
    }

    static func readInPieces(_ body: [UInt8]) -> String {
        do throws(XMLFault) {
            let reader = XMLReader(handler: Counter())
            for start in stride(from: 0, to: body.count, by: 64 << 10) {
                try reader.feed(Array(body[start..<min(start + 64 << 10, body.count)]))
            }
            let counter = try reader.finish()
            return counter.elements > 1_000 && counter.textBytes > 1_000 ? "accept" : "empty"
        } catch {
            return "\(error.reason)"
        }
    }

    static func readAsTree(_ body: [UInt8]) -> String {
        do throws(XMLFault) {
            return try XMLDocument(parsing: body).root.name == "Rates" ? "accept" : "another root"
        } catch {
            return "\(error.reason)"
        }
    }

    /// libxml2's own tree, as `xmllint` builds it: guarded by nothing.
    static func readByPeer(_ body: [UInt8]) -> String {
        let document = body.withUnsafeBytes { bytes in
            xmlReadMemory(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil,
                nil, Int32(XML_PARSE_NONET.rawValue))
        }
        guard let document else { return "refused" }
        defer { xmlFreeDoc(document) }
        return xmlDocGetRootElement(document) == nil ? "no root" : "accept"
    }

    private static func read(_ name: String, _ body: [UInt8]) -> HostileCase {
        HostileCase(name: "DOCTYPE " + name, body: body, expected: "doctype") { readAsTree($0) }
    }

    private static let comments = Array(
        [[UInt8]](repeating: Array("<!-- nothing -->\n".utf8), count: 12_000).joined())

    private static let laughs: String = {
        var text = "<!DOCTYPE a [<!ENTITY l0 \"lol\">"
        for level in 1...9 {
            let inner = String(repeating: "&l\(level - 1);", count: 10)
            text += "<!ENTITY l\(level) \"\(inner)\">"
        }
        return text + "]><a>&l9;</a>"
    }()

    private static func spaces(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: count) }
}
