import Testing
import WireFormat

@Suite struct XMLDocumentTests {
    private func soap() throws -> XMLElement {
        let fixture = try #require(Fixture.all("XML/accept").first { $0.name == "soap-answer.xml" })
        return try XMLDocument(parsing: fixture.bytes).root
    }

    @Test func readsASoapAnswerByLocalName() throws {
        let root = try soap()
        let answer = try #require(root.descendant("Body", "OTA_HotelAvailRS"))
        let stay = try #require(answer.descendant("RoomStays", "RoomStay"))
        let total = try #require(stay.descendant("RoomRates", "RoomRate", "Total"))
        #expect(root.namespace == "http://schemas.xmlsoap.org/soap/envelope/")
        #expect(answer.namespace == "http://www.opentravel.org/OTA/2003/05")
        #expect(answer.child("Success") != nil)
        #expect(answer.child("Errors") == nil)
        #expect(answer.descendant("Warnings", "Warning")?.text == "Some & few")
        #expect(total.attribute("AmountAfterTax") == "12050")
        #expect(total.attribute("AmountBeforeTax") == nil)
        #expect(total.attributes.map(\.value) == ["12050", "2", "EUR"])
        #expect(stay.child("BasicPropertyInfo")?.attribute("HotelName") == "Mar <y> Sol")
        #expect(stay.child("BasicPropertyInfo")?.text(of: "Comment") == "Pool <closed>")
        #expect(stay.line == 9)
        #expect(root.text == "")
    }

    @Test func givesChildrenInOrder() throws {
        let text = "<a><b i='1'/><c/><b i='2'><b i='x'/></b><d/></a>"
        let root = try XMLDocument(parsing: Array(text.utf8)).root
        #expect(root.children.map(\.name) == ["b", "c", "b", "d"])
        #expect(root.children("b").map { $0.attribute("i") } == ["1", "2"])
        #expect(root.children("e").map(\.name) == [])
        #expect(root.child("b")?.attribute("i") == "1")
        #expect(root.child("c")?.children.map(\.name) == [])
    }

    @Test func keepsOwnTextApart() throws {
        let text = "<a>one <b>\n two </b>three<c> </c><d>\n<e/>\n</d></a>"
        let root = try XMLDocument(parsing: Array(text.utf8)).root
        #expect(root.text == "one three")
        #expect(root.child("b")?.text == "\n two ")
        #expect(root.text(of: "b") == "two")
        #expect(root.child("c")?.text == " ")
        #expect(root.child("d")?.text == "")
        #expect(root.text(of: "missing") == nil)
    }

    @Test func findsAttributesByWholeLocalName() throws {
        let text = "<a Code='1' CodeContext='2' xmlns:x='u' x:Co='3' x:id='4'/>"
        let root = try XMLDocument(parsing: Array(text.utf8)).root
        #expect(root.attribute("Code") == "1")
        #expect(root.attribute("CodeContext") == "2")
        #expect(root.attribute("Co") == "3")
        #expect(root.attribute("id") == "4")
        #expect(root.attribute("x") == nil)
        #expect(root.attribute("") == nil)
        #expect(root.attributes[2].name == XMLName("Co", namespace: "u"))
        #expect(root.fault(.missingPart) == XMLFault(.missingPart, line: 1))
    }

    @Test func aTagFindsAttributesByWholeLocalName() throws {
        struct Looking: XMLHandler {
            var found: [String?] = []
            mutating func start(_ tag: borrowing XMLTag) throws(XMLFault) {
                for name in ["Code", "Co", "CodeContext", "", "Cod", "Code\0"] {
                    found.append(tag.attribute(name))
                }
            }
            mutating func text(_ text: borrowing XMLText) throws(XMLFault) {}
            mutating func end(_ name: XMLName) throws(XMLFault) {}
        }
        let reader = XMLReader(handler: Looking())
        try reader.feed(Array("<a CodeContext='2' Code='&amp;1'/>".utf8))
        #expect(try reader.finish().found == ["&1", nil, "2", nil, nil, nil])
    }

    @Test func buildsInPieces() throws {
        let fixture = try #require(Fixture.all("XML/accept").first { $0.name == "soap-answer.xml" })
        let reader = XMLReader(handler: XMLTreeHandler())
        for byte in fixture.bytes { try reader.feed([byte]) }
        let document = try reader.finish().document()
        #expect(document.root.child("Body")?.children.map(\.name) == ["OTA_HotelAvailRS"])
        #expect(throws: XMLFault(.endsTooSoon, line: 1)) { try XMLTreeHandler().document() }
    }
}
