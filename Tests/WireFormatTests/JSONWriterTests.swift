import Testing
import WireFormat

@Suite struct JSONWriterTests {
    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func putsCommasWhereTheyBelong() {
        let written = text { writer in
            writer.beginObject()
            writer.key("empty")
            writer.beginArray()
            writer.endArray()
            writer.key("list")
            writer.beginArray()
            writer.integer(1)
            writer.null()
            writer.beginObject()
            writer.endObject()
            writer.bool(false)
            writer.json("[2]".utf8)
            writer.endArray()
            writer.member("name", "x")
            writer.member("none", ifPresent: nil)
            writer.member("some", ifPresent: "y")
            writer.member("count", 3 as UInt8)
            writer.member("flag", true)
            writer.endObject()
        }
        #expect(
            written
                == #"{"empty":[],"list":[1,null,{},false,[2]],"name":"x","some":"y","count":3,"flag":true}"#
        )
    }

    @Test func appendsToWhatIsThere() {
        var writer = JSONWriter(appendingTo: Array("data: ".utf8))
        writer.string("x")
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"data: "x""#)
    }

    /// A thousand characters a string, as a value and as a name.
    @Test(arguments: (0...16).map { $0 << 16 })
    func everyCodePointComesBack(_ plane: Int) throws {
        for start in stride(from: plane, to: plane + 0x1_0000, by: 1000) {
            let scalars = (start..<min(start + 1000, plane + 0x1_0000)).compactMap {
                Unicode.Scalar(UInt32($0))
            }
            var original = String.UnicodeScalarView()
            original.append(contentsOf: scalars)
            var writer = JSONWriter()
            writer.beginObject()
            writer.key(String(original))
            writer.string(String(original))
            writer.endObject()
            let member = try #require(try JSONValue(parsing: writer.bytes).members?.first)
            #expect(Array(member.name.unicodeScalars) == scalars)
            #expect(Array((member.value.string ?? "").unicodeScalars) == scalars)
        }
    }

    @Test func escapesAsShortAsItCan() {
        let written = text { $0.string("\u{0}\u{8}\t\n\u{B}\u{C}\r\u{1F}\"\\/\u{7F}é") }
        #expect(written == #""\u0000\b\t\n\u000b\f\r\u001f\"\\/"# + "\u{7F}é\"")
    }

    @Test(arguments: [0, 1, -1, 9, 10, 99, 100, .max, .min] as [Int64])
    func writesIntegers(_ value: Int64) {
        #expect(text { $0.integer(value) } == String(value))
    }

    @Test func writesIntegersBeyondSixtyFourBits() {
        #expect(text { $0.integer(UInt64.max) } == "18446744073709551615")
        #expect(text { $0.integer(Int128.min) } == "-170141183460469231731687303715884105728")
    }

    @Test(arguments: ["0", "-0", "10.50", "1e400", "123456789012345678901234567890.10"])
    func writesDecimalsDigitByDigit(_ digits: String) {
        #expect(text { $0.number(digits) } == digits)
    }

    @Test(arguments: ["", "1.", ".5", "NaN", "01", "1,5", "1 ", "0x1", "\"", "1\n"])
    func writesWhatIsNoNumberAsAString(_ digits: String) throws {
        let written = text { $0.number(digits) }
        #expect(try JSONValue(parsing: Array(written.utf8)).string == digits)
    }

    @Test(
        arguments: [
            (51.499817, "51.499817"), (-0.1, "-0.1"), (0, "0"), (-0.0, "-0"), (100, "100"),
            (1e21, "1e+21"), (1e-7, "1e-07"), (.nan, "null"), (.infinity, "null"),
            (-.infinity, "null"),
        ] as [(Double, String)])
    func writesDoublesShortestOrNull(_ value: Double, _ expected: String) {
        #expect(text { $0.double(value) } == expected)
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func everyDoubleComesBack(_ seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let value = Double(bitPattern: chance.next())
            guard value.isFinite else { continue }
            var reader = try JSONReader(Array(text { $0.double(value) }.utf8))
            #expect(try reader.double().bitPattern == value.bitPattern)
        }
    }
}
