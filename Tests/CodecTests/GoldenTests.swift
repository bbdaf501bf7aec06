import Codec
import Foundation
import Testing
import TravelModel

/// The files in `Golden` are rows as they lie in ledgers out there: a format may be added to, with
/// a new version and a new file, but what these hold must stay readable.
@Suite struct GoldenTests {
    static func golden(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let text = try String(
            contentsOf: folder.appending(path: "Golden/\(name).hex"), encoding: .utf8)
        let digits = text.filter { !$0.isWhitespace }
        var bytes: [UInt8] = []
        var rest = digits[...]
        while !rest.isEmpty {
            bytes.append(try #require(UInt8(rest.prefix(2), radix: 16)))
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    @Test func theFullOfferIsWrittenAsEver() throws {
        let golden = try Self.golden("offer-full-v1")
        #expect(Self.hex(OfferCodec.encode(try Exemplary.full())) == Self.hex(golden))
        #expect(try OfferCodec.decode(golden) == Exemplary.full())
    }

    @Test func theBareOfferIsWrittenAsEver() throws {
        let golden = try Self.golden("offer-bare-v1")
        #expect(Self.hex(OfferCodec.encode(try Exemplary.bare())) == Self.hex(golden))
        #expect(try OfferCodec.decode(golden) == Exemplary.bare())
    }

    @Test func theAnswerIsWrittenAsEver() throws {
        let golden = try Self.golden("answer-v1")
        let answer = try Exemplary.answer()
        #expect(Self.hex(AnswerCodec.encode(answer)) == Self.hex(golden))
        let read = try AnswerCodec.decode(golden)
        #expect(read.map(\.0) == answer.map(\.0))
        #expect(read.map(\.1) == answer.map(\.1))
    }
}
