import Testing
import WireFormat

@Suite struct XMLWriterTests {
    private func text(_ write: (inout XMLWriter) -> Void) throws -> String {
        var writer = XMLWriter()
        write(&writer)
        return String(decoding: try writer.finish(), as: UTF8.self)
    }

    @Test func writesElementsAttributesAndText() throws {
        let written = try text { writer in
            writer.start("s:Envelope")
            writer.attribute("xmlns:s", "urn:s")
            writer.element("s:Body") { writer in
                writer.start("Rate")
                writer.attribute("Code", "a\"b<c>&'\t\n")
                writer.attribute("Count", 3)
                writer.attribute("None", ifPresent: nil)
                writer.attribute("Some", ifPresent: "x")
                writer.end()
                writer.element("Text", "<&>\"'\r\n")
                writer.element("Empty", "")
            }
            writer.end()
        }
        #expect(
            written
                == #"<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="urn:s"><s:Body>"#
                + #"<Rate Code="a&quot;b&lt;c&gt;&amp;'&#9;&#10;" Count="3" Some="x"/>"#
                + "<Text>&lt;&amp;&gt;\"'&#13;\n</Text><Empty></Empty></s:Body></s:Envelope>")
    }

    @Test(arguments: (0...16).map { $0 << 16 })
    func everyLegalCodePointComesBackAndNoOtherLeaves(_ plane: Int) throws {
        for start in stride(from: plane, to: plane + 0x1_0000, by: 4096) {
            var legal = String.UnicodeScalarView()
            for value in start..<start + 4096 {
                guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
                switch value {
                case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...: legal.append(scalar)
                default:
                    #expect(throws: XMLWriteFault.illegalCharacter) {
                        try text { $0.element("a", String(Character(scalar))) }
                    }
                }
            }
            let original = String(legal)
            let written = try text { writer in
                writer.start("a")
                writer.attribute("b", original)
                writer.text(original)
                writer.end()
            }
            let root = try XMLDocument(parsing: Array(written.utf8)).root
            #expect(Array(root.text.utf8) == Array(original.utf8))
            #expect(root.attribute("b").map { Array($0.utf8) } == Array(original.utf8))
        }
    }

    @Test func refusesCallsThatDoNotNest() {
        let wrongs: [@Sendable (inout XMLWriter) -> Void] = [
            { $0.start("a") },
            { $0.end() },
            { $0.text("x") },
            { $0.attribute("a", "x") },
            { writer in
                writer.start("a")
                writer.text("x")
                writer.attribute("b", "y")
                writer.end()
            },
            { writer in
                writer.element("a", "x")
                writer.element("b", "y")
            },
            { _ in },
        ]
        for wrong in wrongs {
            #expect(throws: XMLWriteFault.badNesting) { try text(wrong) }
        }
    }
}
