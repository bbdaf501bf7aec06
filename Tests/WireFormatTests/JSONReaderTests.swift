import Testing
import WireFormat

@Suite struct JSONReaderTests {
    private func reader(_ text: String) throws -> JSONReader { try JSONReader(Array(text.utf8)) }

    @Test func readsMembersInPlace() throws {
        let text = #"{"id":"a\u00e9","n":-12,"p":"10.50","q":10.5,"x":[{}, null],"b":true}"#
        var reader = try reader(text)
        var seen = JSONSeen()
        var id = ""
        var n: Int8 = 0
        var amounts: [String] = []
        var flag = false
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id":
                try seen.once(0, key)
                id = try reader.string()
            case "n": n = try reader.integer()
            case "p", "q": amounts.append(try reader.textOrNumber().string)
            case "b": flag = try reader.bool()
            default: try reader.skip()
            }
        }
        try reader.finish()
        #expect(id == "aé")
        #expect(n == -12)
        #expect(amounts == ["10.50", "10.5"])
        #expect(flag)
        #expect(seen.contains(0))
        #expect(!seen.contains(1))
    }

    @Test func goesOnLaterFromACopy() throws {
        var first = try reader("[1,[2],3]")
        try first.beginArray()
        #expect(try first.nextElement())
        #expect(try first.integer() == 1)
        var later = first
        #expect(try later.nextElement())
        try later.skip()
        #expect(try later.nextElement())
        #expect(try later.integer() == 3)
        #expect(try !later.nextElement())
        try later.finish()
    }

    @Test(arguments: [
        ("a", true), (#"\u0061"#, true), ("A", false), ("", false), ("aa", false),
        (#"\u0061a"#, false), (#"\n"#, false),
    ])
    func comparesKeysAsTheyAreMeant(_ written: String, _ isSame: Bool) throws {
        var reader = try reader("{\"\(written)\":0}")
        try reader.beginObject()
        let key = try #require(try reader.nextKey())
        #expect((key == "a" as StaticString) == isSame)
        #expect(("a" ~= key) == isSame)
        #expect((key == String("a")) == isSame)
    }

    /// Comparing goes eight bytes at a time; a difference in any place must count.
    @Test(arguments: 0..<17)
    func comparesEveryByteOfAKey(_ place: Int) throws {
        var name = Array("seventeen-letters".utf8)
        name[place] ^= 1
        var same = try reader(#"{"seventeen-letters":0}"#)
        var other = try JSONReader(Array("{\"".utf8) + name + Array("\":0}".utf8))
        try same.beginObject()
        try other.beginObject()
        let sameKey = try #require(try same.nextKey())
        let otherKey = try #require(try other.nextKey())
        #expect(sameKey == "seventeen-letters")
        #expect(!(otherKey == "seventeen-letters"))
    }

    @Test func takesAmountsInEveryDress() throws {
        var reader = try reader(#"["12.30", 12.30, null, "\u0031", 1e2, ""]"#)
        var amounts: [String?] = []
        try reader.beginArray()
        while try reader.nextElement() { amounts.append(try reader.textOrNumberOrNull()?.string) }
        #expect(amounts == ["12.30", "12.30", nil, "1", "1e2", ""])
    }

    @Test(arguments: ["true", "[]", "{}"])
    func refusesAnAmountOfAnotherKind(_ text: String) throws {
        var reader = try reader(text)
        let fault = #expect(throws: JSONFault.self) { try reader.textOrNumberOrNull() }
        #expect(fault == JSONFault(.wrongKind, at: 0, expected: .number))
    }

    @Test(arguments: JSONKind.allCases)
    func namesTheKindItWanted(_ kind: JSONKind) throws {
        let samples: [JSONKind: String] = [
            .object: "{}", .array: "[]", .string: #""""#, .number: "0", .bool: "false",
            .null: "null",
        ]
        for (other, text) in samples {
            var reader = try reader(" " + text)
            #expect(try reader.peek() == other)
            guard other != kind, kind != .null else { continue }
            let fault = #expect(throws: JSONFault.self) {
                switch kind {
                case .object: try reader.beginObject()
                case .array: try reader.beginArray()
                case .string: _ = try reader.text()
                case .number: _ = try reader.number()
                case .bool: _ = try reader.bool()
                case .null: _ = try reader.takeNull()
                }
            }
            #expect(fault == JSONFault(.wrongKind, at: 1, expected: kind))
        }
    }

    @Test func readsIntegersToTheirEdges() throws {
        var reader = try reader("[-128,127,0,255,-9223372036854775808,18446744073709551615]")
        try reader.beginArray()
        _ = try reader.nextElement()
        #expect(try reader.integer(as: Int8.self) == -128)
        _ = try reader.nextElement()
        #expect(try reader.integer(as: Int8.self) == 127)
        _ = try reader.nextElement()
        #expect(try reader.integer(as: UInt8.self) == 0)
        _ = try reader.nextElement()
        #expect(try reader.integer(as: UInt8.self) == 255)
        _ = try reader.nextElement()
        #expect(try reader.integer(as: Int64.self) == .min)
        _ = try reader.nextElement()
        #expect(try reader.integer(as: UInt64.self) == .max)
    }

    @Test(arguments: ["-129", "128", "1.0", "1e0", "99999999999999999999999999"])
    func refusesIntegersThatDoNotFit(_ text: String) throws {
        var reader = try reader(text)
        let fault = #expect(throws: JSONFault.self) { try reader.integer(as: Int8.self) }
        #expect(fault == JSONFault(.integerOutOfRange, at: 0))
    }

    @Test(arguments: [("51.499817", 51.499817), ("-0.160167", -0.160167), ("1e2", 100), ("0", 0)])
    func readsCoordinates(_ text: String, _ value: Double) throws {
        var reader = try reader(text)
        #expect(try reader.double() == value)
    }

    @Test(arguments: ["1e400", "-1e400"])
    func refusesNumbersBeyondADouble(_ text: String) throws {
        var reader = try reader(text)
        let fault = #expect(throws: JSONFault.self) { try reader.double() }
        #expect(fault?.reason == .numberOutOfRange)
    }

    @Test(arguments: ["0x1p3", "inf", "nan", "1", " 1", "1_0"])
    func takesNoDoubleFromAStringThatIsNoJSONNumber(_ text: String) throws {
        var reader = try reader("\"\(text)\"")
        #expect(try reader.textOrNumber().double == (text == "1" ? 1 : nil))
    }

    @Test func refusesADuplicateMember() throws {
        var reader = try reader(#"{"a":1,"\u0061":2}"#)
        var seen = JSONSeen()
        try reader.beginObject()
        let fault = #expect(throws: JSONFault.self) {
            while let key = try reader.nextKey() {
                if key == "a" { try seen.once(63, key) }
                try reader.skip()
            }
        }
        #expect(fault == JSONFault(.duplicateKey, at: 8))
    }

    @Test func doesNotFinishInsideAContainer() throws {
        var reader = try reader("[")
        try reader.beginArray()
        let fault = #expect(throws: JSONFault.self) { try reader.finish() }
        #expect(fault?.reason == .endsTooSoon)
    }

    @Test func callsOutOfOrderAreFaultsAtMost() throws {
        var empty = try reader("}]")
        _ = try empty.nextKey()
        _ = try empty.nextElement()
        #expect(throws: JSONFault.self) { try empty.finish() }
        var object = try reader(#"{"a":1}"#)
        try object.beginObject()
        #expect(try object.nextElement())
        _ = try object.string()
        #expect(throws: JSONFault.self) { try object.nextElement() }
    }

    @Test func placesAFaultAsPeopleCount() throws {
        var reader = try reader("{\n  \"é\": x}")
        try reader.beginObject()
        _ = try reader.nextKey()
        let fault = #expect(throws: JSONFault.self) { try reader.skip() }
        let place = try reader.place(of: #require(fault))
        #expect(place.description == "2:8")
    }

    @Test(arguments: JSONFault.Reason.allCases)
    func aFaultSaysNothingOfTheBody(_ reason: JSONFault.Reason) {
        let fault = JSONFault(reason, at: 7, expected: .array)
        #expect(fault.description == "\(reason.rawValue) (expected array) at byte 7")
    }
}
