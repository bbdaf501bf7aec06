import Testing
import WireFormat

/// What is XML to us and what is not: one file a case.
@Suite struct XMLGrammarTests {
    @Test(arguments: Fixture.all("XML/accept"))
    func acceptsInPiecesOfEverySize(_ fixture: Fixture) throws {
        let whole = try XMLRecorder.events(of: fixture.bytes)
        #expect(whole.first?.hasPrefix("<") == true)
        for size in [1, 2, 3, 4, 5, 7, 16, 61] {
            let pieces = try XMLRecorder.events(of: fixture.bytes, piece: size)
            #expect(pieces == whole, "pieces of \(size)")
        }
        _ = try XMLDocument(parsing: fixture.bytes)
    }

    @Test(arguments: Fixture.all("XML/accept"))
    func acceptsCutInTwoAnywhere(_ fixture: Fixture) throws {
        let whole = try XMLRecorder.events(of: fixture.bytes)
        for cut in 0...fixture.bytes.count {
            let reader = XMLReader(handler: XMLRecorder())
            try reader.feed(Array(fixture.bytes[..<cut]))
            try reader.feed(Array(fixture.bytes[cut...]))
            #expect(try reader.finish().events == whole, "cut at \(cut)")
        }
    }

    @Test(arguments: Fixture.all("XML/accept"))
    func everyBeginningEndsTooSoonOrIsADocument(_ fixture: Fixture) throws {
        for length in 0..<fixture.bytes.count {
            let fault = XMLRecorder.fault(of: Array(fixture.bytes.prefix(length)))
            #expect(
                fault == nil || fault?.reason == .endsTooSoon, "\(length) bytes: \(fault as Any)")
        }
    }

    @Test(arguments: Fixture.all("XML/reject"), [Int.max, 1, 3])
    func rejects(_ fixture: Fixture, _ piece: Int) throws {
        let reason = try #require(XMLFault.Reason(rawValue: fixture.folder))
        let fault = XMLRecorder.fault(of: fixture.bytes, piece: piece)
        #expect(fault?.reason == reason)
        #expect(fault?.line ?? 0 > 0)
    }

    /// The reason does not depend on where the bytes were cut.
    @Test(arguments: Fixture.all("XML/reject"))
    func rejectsCutInTwoAnywhere(_ fixture: Fixture) {
        let cuts = stride(from: 0, through: fixture.bytes.count, by: fixture.bytes.count / 500 + 1)
        for cut in cuts {
            let fault = #expect(throws: XMLFault.self) {
                let reader = XMLReader(handler: XMLRecorder())
                try reader.feed(Array(fixture.bytes[..<cut]))
                try reader.feed(Array(fixture.bytes[cut...]))
                try reader.finish()
            }
            #expect(fault?.reason.rawValue == fixture.folder, "cut at \(cut)")
        }
    }

    @Test(arguments: Fixture.all("XML/reject"))
    func rejectsAsATreeToo(_ fixture: Fixture) {
        let fault = #expect(throws: XMLFault.self) { try XMLDocument(parsing: fixture.bytes) }
        #expect(fault?.reason.rawValue == fixture.folder)
    }

    @Test func thereIsAFixtureForEveryReasonOfTheGrammar() {
        let others: Set<XMLFault.Reason> = [
            .bodyTooLong, .tooManyElements, .textTooLong, .markupTooLong, .missingPart,
            .unusableValue,
        ]
        let expected = XMLFault.Reason.allCases.filter { !others.contains($0) }
        #expect(Set(Fixture.all("XML/reject").map(\.folder)) == Set(expected.map(\.rawValue)))
    }

    @Test(arguments: [
        ("latin1", ["<a b=[é]", "[é]", ">a"]), ("latin9", ["<a", "[€]", ">a"]),
        ("windows-1252", ["<a", "[€–]", ">a"]), ("ascii", ["<a", "[xé]", ">a"]),
        ("byte-order-mark", ["<a", "[é]", ">a"]), ("declared-utf8", ["<a", "[é€𝄞]", ">a"]),
        ("utf16-little-endian", ["<a b=[\u{A3C}]", "[é€𝄞\u{3C3E}]", ">a"]),
        ("utf16-big-endian", ["<a b=[\u{A3C}]", "[é€𝄞\u{3C3E}]", ">a"]),
        ("utf16-undeclared", ["<a", "[é]", ">a"]),
        ("cdata", ["<a", "[<b c=\"]]> & ]] ]>]", ">a"]),
        ("predefined-entities", ["<a b=[<>&\"']", "[<>&\"']", ">a"]),
        ("character-references", ["<a b=[&&\n]", "[&😀\r]", ">a"]),
        ("ampersand-looking-like-a-reference", ["<a b=[&#38;amp;]", "[&#38;]", ">a"]),
        (
            "namespaces",
            [
                "<{urn:one}a", "<{urn:two}b {urn:one}c=[1] c=[2]", ">{urn:two}b", "<b", ">b",
                ">{urn:one}a",
            ]
        ),
        (
            "namespace-default-undone",
            ["<{urn:one}a", "<b", "<c", ">c", ">b", "<{urn:one}d", ">{urn:one}d", ">{urn:one}a"]
        ),
        (
            "namespace-rebound",
            [
                "<{urn:one}a", "<{urn:two}b", "<{urn:two}c", ">{urn:two}c", ">{urn:two}b",
                "<{urn:one}d", ">{urn:one}d", ">{urn:one}a",
            ]
        ),
        (
            "namespace-default-not-for-attributes",
            ["<{urn:one}a b=[1] {urn:one}b=[2]", ">{urn:one}a"]
        ),
        (
            "xml-prefix-needs-no-declaration",
            [
                "<a {http://www.w3.org/XML/1998/namespace}lang=[pt] {http://www.w3.org/XML/1998/namespace}space=[preserve]",
                "[ ]", ">a",
            ]
        ),
        ("utf16-little-endian-unmarked", ["<a b=[\u{A3C}]", "[é€𝄞]", ">a"]),
        ("utf16-big-endian-unmarked", ["<a b=[\u{A3C}]", "[é€𝄞]", ">a"]),
        ("line-ends", ["<a b=[x y]", "[1\n2\n3]", ">a"]),
        ("comments-and-instructions", ["<a", "[t]", ">a"]),
    ])
    func readsWhatIsMeant(_ name: String, _ events: [String]) throws {
        let fixture = try #require(
            Fixture.all("XML/accept").first { $0.name == name + ".xml" })
        #expect(try XMLRecorder.events(of: fixture.bytes) == events)
    }
}
