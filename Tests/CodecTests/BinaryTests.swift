import Codec
import Testing

@Suite struct BinaryTests {
    @Test(
        arguments: zip(
            [0, 1, 127, 128, 300, 16_383, 16_384, .max] as [UInt64], [1, 1, 1, 2, 2, 2, 3, 10]))
    func unsignedNumbersTakeTheBytesTheyNeed(value: UInt64, length: Int) throws {
        var writer = BinaryWriter()
        writer.unsigned(value)
        #expect(writer.bytes.count == length)
        var reader = BinaryReader(writer.bytes)
        #expect(try reader.unsigned() == value)
        try reader.finish()
    }

    @Test(
        arguments: zip(
            [0, -1, 1, -64, 64, .max, .min] as [Int64], [1, 1, 1, 1, 2, 10, 10]))
    func signedNumbersAreShortNearZero(value: Int64, length: Int) throws {
        var writer = BinaryWriter()
        writer.signed(value)
        #expect(writer.bytes.count == length)
        var reader = BinaryReader(writer.bytes)
        #expect(try reader.signed() == value)
    }

    @Test(
        arguments: [
            [0x80, 0x00],  // Zero in two bytes.
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],  // 65 bits.
            [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],  // Eleven bytes.
        ] as [[UInt8]])
    func oddSpellingsOfNumbersAreRefused(bytes: [UInt8]) {
        var reader = BinaryReader(bytes)
        #expect(throws: CodecFault.badNumber) { try reader.unsigned() }
    }

    @Test(arguments: [[1, 0xFF], [2, 0xC3, 0x28], [3, 0xED, 0xA0, 0x80]] as [[UInt8]])
    func textMustBeUTF8(bytes: [UInt8]) {
        var reader = BinaryReader(bytes)
        #expect(throws: CodecFault.badText) { try reader.text() }
    }

    @Test func aLengthBeyondTheEndIsTruncation() {
        var reader = BinaryReader([5, 65, 66])
        #expect(throws: CodecFault.truncated) { try reader.text() }
        var list = BinaryReader([0xFF, 0xFF, 0xFF, 0xFF, 0x0F])
        #expect(throws: CodecFault.truncated) {
            try list.list { r throws(CodecFault) in try r.byte() }
        }
        #expect(throws: CodecFault.truncated) { try list.raw(-1) }
    }

    @Test(arguments: [(-1, 0), (0, 0), (0x01020304, 0x01020304), (1 << 40, 0xFFFF_FFFF)])
    func fixedNumbersStayInTheirFourBytes(value: Int, read: Int) throws {
        var writer = BinaryWriter()
        writer.fixed32(value)
        #expect(writer.bytes.count == 4)
        var reader = BinaryReader(writer.bytes)
        #expect(try reader.fixed32() == read)
    }

    @Test func aPresenceOtherThanZeroOrOneIsRefused() {
        var reader = BinaryReader([2, 0])
        #expect(throws: CodecFault.badValue("presence")) {
            try reader.optional { r throws(CodecFault) in try r.byte() }
        }
    }
}
