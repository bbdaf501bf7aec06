import SupplierKit
import Testing
import WireFormat

@Suite struct ArrayCutterTests {
    private static let text = Array(
        #" [ {"a":[1,2,{"b":"],[\"\\"}]} ,"x,]\"" , 7,[[],[ ]], null] "#.utf8)
    private static let elements = [
        #"{"a":[1,2,{"b":"],[\"\\"}]} "#, #""x,]\"" "#, "7", "[[],[ ]]", "null",
    ]

    private func cut(_ bytes: [UInt8], pieces size: Int) throws -> [String] {
        var cutter = ArrayCutter()
        var found: [String] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(start + size, bytes.count)])
            try cutter.feed(piece) { found.append(String(decoding: $0, as: UTF8.self)) }
        }
        try cutter.finish()
        return found
    }

    @Test(arguments: 1...text.count)
    func everyPieceSizeGivesTheSameElements(size: Int) throws {
        #expect(try cut(Self.text, pieces: size) == Self.elements)
    }

    @Test func aByteOrderMarkAndAnEmptyArray() throws {
        #expect(try cut([0xEF, 0xBB, 0xBF] + Array("[ ]\n".utf8), pieces: 1) == [])
    }

    @Test(
        "what is no array is refused",
        arguments: [
            ("", JSONFault.Reason.endsTooSoon), ("[", .endsTooSoon), ("[1", .endsTooSoon),
            ("[1,", .endsTooSoon), ("[\"]", .endsTooSoon), ("{}", .wrongKind), ("1", .wrongKind),
            ("[,1]", .unexpectedByte), ("[1,]", .unexpectedByte), ("[1,,2]", .unexpectedByte),
            ("[}]", .unexpectedByte), ("[1] x", .trailingBytes), ("[][]", .trailingBytes),
            ("\u{FEFF}\u{FEFF}[]", .wrongKind),
        ])
    func refused(text: String, reason: JSONFault.Reason) throws {
        for size in [1, 2, 64] {
            let fault = #expect(throws: JSONFault.self) { try cut(Array(text.utf8), pieces: size) }
            #expect(fault?.reason == reason)
        }
    }

    @Test(
        "what is not the whole of a byte order mark is refused",
        arguments: [
            [0xEF], [0xEF, 0xBB], [0xBB, 0xBF], [0xBF], [0xEF, 0xBF], [0x20, 0xBB, 0xBF],
            [0x20, 0xEF, 0xBB, 0xBF], [0xEF, 0x20], [0xEF, 0xBB, 0x20],
        ] as [[UInt8]])
    func partOfAMark(start: [UInt8]) {
        for size in [1, 2, 64] {
            let fault = #expect(throws: JSONFault.self) {
                try cut(start + Array("[]".utf8), pieces: size)
            }
            #expect(fault?.reason == .wrongKind)
        }
    }

    @Test func aTextOverTheLimitIsRefused() throws {
        var cutter = ArrayCutter(limit: 8)
        try cutter.feed(Array("[1,2".utf8)) { _ in }
        let fault = #expect(throws: JSONFault.self) {
            try cutter.feed(Array(",3,4]".utf8)) { _ in }
        }
        #expect(fault?.reason == .bodyTooLong)
    }
}
