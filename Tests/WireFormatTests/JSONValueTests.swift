import Testing
import WireFormat

@Suite struct JSONValueTests {
    private func value(_ text: String) throws -> JSONValue {
        try JSONValue(parsing: Array(text.utf8))
    }

    @Test func keepsOrderAndPlaces() throws {
        let text = #" {"b": [1, "x"], "a": {"\n": null}}"#
        let root = try value(text)
        let members = try #require(root.members)
        #expect(root.offset == 1)
        #expect(members.map(\.name) == ["b", "a"])
        #expect(members.map(\.offset) == [2, 17])
        #expect(members.map(\.value.offset) == [7, 22])
        #expect(root["b"]?.elements?.map(\.offset) == [8, 11])
        #expect(root["a"]?["\n"]?.isNull == true)
        #expect(root["c"] == nil)
        #expect(root["b"]?["x"] == nil)
    }

    @Test func givesOnlyWhatItHolds() throws {
        let number = try value("12")
        #expect(number.integer(as: Int.self) == 12)
        #expect(number.double == 12)
        #expect(number.number == "12")
        #expect(number.string == nil)
        #expect(number.bool == nil)
        #expect(number.members == nil)
        #expect(number.elements == nil)
        #expect(try value("300").integer(as: UInt8.self) == nil)
        #expect(try value("1e400").double == nil)
        #expect(try value("true").bool == true)
        #expect(try value(#""true""#).bool == nil)
        #expect(try value(#""12""#).integer(as: Int.self) == nil)
    }

    @Test(arguments: [
        (#"{"a":1,"a":2}"#, 7), (#"{"a":1,"\u0061":2}"#, 7), (#"{"x":{"a":1,"b":0,"a":2}}"#, 18),
    ])
    func refusesADuplicateMember(_ text: String, _ offset: Int) {
        let fault = #expect(throws: JSONFault.self) { try value(text) }
        #expect(fault == JSONFault(.duplicateKey, at: offset))
    }

    /// Two spellings that Unicode holds equal are two names to JSON.
    @Test func composedAndDecomposedNamesDiffer() throws {
        let root = try value(#"{"\u00e9":1,"e\u0301":2}"#)
        #expect(root["\u{E9}"]?.number == "1")
        #expect(root["e\u{301}"]?.number == "2")
    }

    @Test(arguments: [
        (#"{"b":1,"a":[{"d":1,"c":2}]}"#, #" { "a" : [ {"\u0063":2, "d":1} ], "b" : 1 } "#),
        (#""\u00e9\/""#, "\"é/\""),
    ])
    func canonicalFormForgetsOrderSpaceAndEscapes(_ one: String, _ other: String) throws {
        #expect(try written(value(one).canonical) == written(value(other).canonical))
    }

    @Test(arguments: [("[1,2]", "[2,1]"), (#"{"a":1}"#, #"{"a":"1"}"#), ("1", "1.0")])
    func canonicalFormKeepsWhatMatters(_ one: String, _ other: String) throws {
        #expect(try written(value(one).canonical) != written(value(other).canonical))
    }

    @Test func takesASubtreeFromAReader() throws {
        var reader = try JSONReader(Array(#"[{"a":1},2]"#.utf8))
        try reader.beginArray()
        _ = try reader.nextElement()
        #expect(try JSONValue(from: &reader)["a"]?.number == "1")
        _ = try reader.nextElement()
        #expect(try reader.integer() == 2)
    }
}
