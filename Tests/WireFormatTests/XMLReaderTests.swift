import Testing
import WireFormat

@Suite struct XMLDocumentTests {
    @Test func readsByLocalName() throws {
        let text = """
            <?xml version="1.0"?><s:Envelope xmlns:s="urn:s"><s:Body>
            <Rate Code="a&amp;b&#38;&lt;" xml:lang="en">1&amp;2<![CDATA[<x>]]> </Rate>
            </s:Body></s:Envelope>
            """
        let document = try XMLDocument(parsing: Array(text.utf8))
        let rate = try #require(document.root.descendant("Body", "Rate"))
        #expect(document.root.namespace == "urn:s")
        #expect(rate.attribute("Code") == "a&b&<")
        #expect(rate.attribute("lang") == "en")
        #expect(rate.text == "1&2<x> ")
        #expect(rate.trimmedText == "1&2<x>")
        #expect(rate.line == 2)
        #expect(document.root.child("Body")?.text == "")
    }

    @Test func refusesADoctype() {
        let body = Array("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>".utf8)
        #expect(throws: XMLFault(.doctype, line: 1)) { try XMLDocument(parsing: body) }
    }
}
