import Testing
import WireFormat

/// Documents made to hurt: each ends in a fault, at once.
@Suite struct XMLHostileTests {
    private func element(_ content: String) -> [UInt8] { Array("<a>\(content)</a>".utf8) }

    @Test(arguments: [33, 1000, 200_000])
    func refusesDepth(_ depth: Int) {
        let body = Array(String(repeating: "<a>", count: depth).utf8)
        #expect(XMLRecorder.fault(of: body) == XMLFault(.tooDeep, line: 1))
    }

    /// The declaration itself, not its end, is the offence: what follows is never looked at.
    @Test func refusesADoctypeAtItsFirstLetter() throws {
        let reader = XMLReader(handler: XMLRecorder())
        try reader.feed(Array("<?xml version=\"1.0\"?>\n<!".utf8))
        let fault = #expect(throws: XMLFault.self) { try reader.feed(Array("D".utf8)) }
        #expect(fault == XMLFault(.doctype, line: 2))
    }

    @Test(arguments: [1, 2, 7, Int.max])
    func namesTheLineOfABadByteHoweverCut(_ piece: Int) {
        let body = Array("<a>\n\n<b/>".utf8) + [0xFF] + Array("\n\n\n</a>".utf8)
        #expect(XMLRecorder.fault(of: body, piece: piece) == XMLFault(.invalidEncoding, line: 3))
    }

    @Test func staysRefused() throws {
        let reader = XMLReader(handler: XMLRecorder())
        #expect(throws: XMLFault(.malformed, line: 1)) { try reader.feed(Array("<a></b>".utf8)) }
        #expect(throws: XMLFault(.malformed, line: 1)) { try reader.feed(Array("<a/>".utf8)) }
        #expect(throws: XMLFault(.malformed, line: 1)) { try reader.finish() }
    }

    @Test func refusesABodyOverTheLimitWhereverItIsCut() {
        let body = element(String(repeating: "x", count: 93))
        for size in [1, 50, 100] {
            #expect(throws: XMLFault(.bodyTooLong, line: 1)) {
                try XMLRecorder.events(of: body, piece: size, limits: XMLLimits(bytes: 99))
            }
            #expect(throws: Never.self) {
                try XMLRecorder.events(of: body, piece: size, limits: XMLLimits(bytes: 100))
            }
        }
    }

    @Test(arguments: ["x", "<![CDATA[x]]>", "&#120;"])
    func refusesALongRunOfText(_ piece: String) throws {
        let body = element(String(repeating: piece, count: 1001))
        #expect(throws: XMLFault(.textTooLong, line: 1)) {
            try XMLRecorder.events(of: body, limits: XMLLimits(text: 1000))
        }
        #expect(throws: Never.self) {
            try XMLRecorder.events(of: body, limits: XMLLimits(text: 1001))
        }
    }

    @Test(arguments: [
        "<a b='\(String(repeating: "x", count: 2000))'/>",
        "<a><!--\(String(repeating: "x", count: 2000))--></a>",
        "<a><?p \(String(repeating: "x", count: 2000))?></a>",
        "<!--\(String(repeating: "x", count: 2000))--><a/>",
        "\(String(repeating: " ", count: 2000))<a/>",
        "<\(String(repeating: "a", count: 2000))/>",
        "<a \(String(repeating: " ", count: 2000))/>",
    ])
    func refusesLongMarkup(_ text: String) {
        for size in [1, 100, .max] where !(size == .max && text.hasPrefix(" ")) {
            #expect(throws: XMLFault(.markupTooLong, line: 1)) {
                try XMLRecorder.events(
                    of: Array(text.utf8), piece: size, limits: XMLLimits(markup: 1000))
            }
        }
    }

    @Test func refusesATreeOfTooManyElements() {
        let body = element("<b/><b/>\n<b/>")
        #expect(throws: Never.self) {
            try XMLDocument(parsing: body, limits: XMLLimits(elements: 4))
        }
        #expect(throws: XMLFault(.tooManyElements, line: 2)) {
            try XMLDocument(parsing: body, limits: XMLLimits(elements: 3))
        }
    }

    @Test func countsNamespacesInForceNotInAll() throws {
        let body = element(String(repeating: "<b xmlns:x='u' xmlns:y='v'/>", count: 500))
        #expect(try XMLRecorder.events(of: body, limits: XMLLimits(namespaces: 2)).count == 1002)
        #expect(throws: XMLFault(.tooManyNamespaces, line: 1)) {
            try XMLRecorder.events(of: body, limits: XMLLimits(namespaces: 1))
        }
    }

    @Test func readsALargeDocument() throws {
        let stay = "<RoomStay RPH=\"1\"><Total Amount=\"12\"/>text é &amp; more</RoomStay>\n"
        let body = element(String(repeating: stay, count: 30_000))
        #expect(body.count > 2_000_000)
        let document = try XMLDocument(parsing: body)
        #expect(document.root.children("RoomStay").reduce(0) { count, _ in count + 1 } == 30_000)
        #expect(try XMLRecorder.events(of: body, piece: 1000).count == 180_002)
    }

    /// Whether a mutated sample is still a document must not depend on how it arrives.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func mutatedSamplesEndTheSameHoweverCut(_ seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let samples = Fixture.all("XML/accept")
        for _ in 0..<100 {
            let sample = try #require(samples.randomElement(using: &chance))
            let body = chance.mutate(sample.bytes)
            let whole = XMLRecorder.fault(of: body)
            let pieces = XMLRecorder.fault(of: body, piece: Int.random(in: 1...9, using: &chance))
            #expect((whole == nil) == (pieces == nil), "seed \(seed) \(sample.name): \(body)")
            guard whole == nil else { continue }
            #expect(try XMLRecorder.events(of: body, piece: 1) == XMLRecorder.events(of: body))
        }
    }

    @Test func manyReadersWorkAtOnce() async throws {
        let samples =
            Fixture.all("XML/accept").map(\.bytes) + Fixture.all("XML/reject").map(\.bytes)
        let alone = samples.map { XMLRecorder.fault(of: $0, piece: 7) }
        await withTaskGroup(of: [XMLFault?].self) { group in
            for _ in 0..<8 {
                group.addTask { samples.map { XMLRecorder.fault(of: $0, piece: 7) } }
            }
            for await together in group { #expect(together == alone) }
        }
    }

    @Test func aHandlersFaultEndsTheReading() throws {
        struct Refusing: XMLHandler {
            var met = 0
            mutating func start(_ tag: borrowing XMLTag) throws(XMLFault) {
                met += 1
                if tag.attribute("bad") != nil { throw tag.fault(.unusableValue) }
            }
            mutating func text(_ text: borrowing XMLText) throws(XMLFault) {}
            mutating func end(_ name: XMLName) throws(XMLFault) {}
        }
        let reader = XMLReader(handler: Refusing())
        let body = Array("<a>\n<b/><c bad=''/><d/></a>".utf8)
        #expect(throws: XMLFault(.unusableValue, line: 2)) { try reader.feed(body) }
        #expect(throws: XMLFault(.unusableValue, line: 2)) { try reader.finish() }
        #expect(reader.handler.met == 3)
    }
}
