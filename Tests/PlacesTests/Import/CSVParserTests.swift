import Testing

@testable import Places

@Suite struct CSVParserTests {
    private func records(_ text: String) -> [CSVParser.Record] {
        var parser = CSVParser(Array(text.utf8))
        var records: [CSVParser.Record] = []
        while let record = parser.next() { records.append(record) }
        return records
    }

    @Test(arguments: [
        ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
        ("a,b\r\n1,2", [["a", "b"], ["1", "2"]]),
        ("\u{FEFF}a\n", [["a"]]),
        ("\"a,b\",\"say \"\"hi\"\"\"\n", [["a,b", "say \"hi\""]]),
        ("\"two\nlines\",x\n\n\ny,z\n", [["two\nlines", "x"], ["y", "z"]]),
        (",\n", [["", ""]]),
        ("\"\",\"\"\n", [["", ""]]),
        ("", []),
        ("\r\n\r\n", []),
        ("é,東京,\u{1F600}\n", [["é", "東京", "\u{1F600}"]]),
        ("a\rb,c\n", [["a\rb", "c"]]),
    ])
    func readsWhatTheRuleAllows(_ text: String, _ fields: [[String]]) {
        let found = records(text)
        #expect(found.map(\.fields) == fields)
        #expect(found.allSatisfy { $0.fault == nil })
    }

    @Test func countsLines() {
        #expect(records("a\n\n\"b\nc\"\nd\n").map(\.line) == [1, 3, 5])
        #expect(records("a\r\n\r\nb\r\n").map(\.line) == [1, 3])
    }

    /// The line after a faulty one is read as if nothing had been.
    @Test(arguments: [
        ("x,\"a\"b\nn,m\n", "text follows the closing quote", 1),
        ("a\"b,x\nn,m\n", "a quote within a field that does not begin with one", 0),
        ("x,\"never closed\nn,m\n", "a quote that is never closed", 1),
        (String(repeating: "x", count: 5_000) + ",y\nn,m\n", "longer than 4096 bytes", 0),
        (String(repeating: ",", count: 70) + "\nn,m\n", "more than 64 fields", 64),
    ])
    func tellsAFaultAndGoesOn(_ text: String, _ fault: String, _ field: Int) throws {
        let found = records(text)
        let first = try #require(found.first)
        #expect(first.fault == fault)
        #expect(first.faultyField == field)
        #expect(found.count == 2)
        #expect(found.last?.fields == ["n", "m"])
        #expect(found.last?.line == 2)
    }

    @Test func refusesBytesThatAreNotText() throws {
        var parser = CSVParser([0x61, 0x2C, 0xC3, 0x28, 0x0A, 0x62])
        let record = parser.next()
        let first = try #require(record)
        #expect(first.fault == "not UTF-8")
        #expect(first.faultyField == 1)
        #expect(parser.next()?.fields == ["b"])
    }

    /// Any bytes end, and no line is lost behind them.
    @Test(arguments: 0..<64)
    func endsOnAnyBytes(_ seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        let alphabet = Array("\"\",,\n\r a\u{E9}".utf8)
        let bytes = (0..<400).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return alphabet[Int(state >> 33) % alphabet.count]
        }
        var parser = CSVParser(bytes)
        var lines: [Int] = []
        while let record = parser.next() { lines.append(record.line) }
        #expect(lines == lines.sorted())
        #expect(Set(lines).count == lines.count)
    }
}
