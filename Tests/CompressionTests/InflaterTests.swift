import Compression
import Testing

/// Inflates pieces to the end, as a body would be read.
func inflateAll(
    _ pieces: [[UInt8]], _ framing: Inflater.Framing = .gzip,
    limits: InflateLimits = InflateLimits(), upTo limit: Int = 64 << 10
) throws(CompressionFault) -> [UInt8] {
    let inflater = try Inflater(framing, limits: limits)
    var whole: [UInt8] = []
    for piece in pieces {
        var rest = piece[...]
        while true {
            let output = try inflater.inflate(&rest, upTo: limit)
            if output.isEmpty { break }
            whole += output
        }
    }
    try inflater.finish()
    return whole
}

@Suite struct InflaterTests {
    static let text = Array(
        (0..<400).map { "\"rate\":\"\($0 * 7919 % 1000).\($0 % 100)\"," }.joined().utf8)
    static let member = (try? GzipWriter.compress(text)) ?? []
    /// `zlib.compress(b"Zimmer mit Meerblick")` of CPython.
    static let zlibStream: [UInt8] = [
        0x78, 0x9c, 0x8b, 0xca, 0xcc, 0xcd, 0x4d, 0x2d, 0x52, 0xc8, 0xcd, 0x2c, 0x51, 0xf0, 0x4d,
        0x4d, 0x2d, 0x4a, 0xca, 0xc9, 0x4c, 0xce, 0x06, 0x00, 0x4e, 0x8f, 0x07, 0x8d,
    ]

    @Test(arguments: [1, 2, 7, 100, 5_000])
    func piecesOfAnySizeGiveTheSameBody(size: Int) throws {
        let pieces = stride(from: 0, to: Self.member.count, by: size).map {
            Array(Self.member[$0..<min($0 + size, Self.member.count)])
        }
        #expect(try inflateAll(pieces) == Self.text)
        #expect(try inflateAll(pieces, upTo: 3) == Self.text)
    }

    @Test func zlibFraming() throws {
        #expect(try inflateAll([Self.zlibStream], .zlib) == Array("Zimmer mit Meerblick".utf8))
    }

    @Test func membersFollowOneAnother() throws {
        let empty = try GzipWriter.compress([])
        let three = Self.member + empty + Self.member
        #expect(try inflateAll([three]) == Self.text + Self.text)
        #expect(try inflateAll(three.map { [$0] }) == Self.text + Self.text)
    }

    @Test func cutAtEveryByteIsTruncated() {
        for length in 0..<Self.member.count {
            #expect(throws: CompressionFault.truncated, "cut at \(length)") {
                try inflateAll([Array(Self.member.prefix(length))])
            }
        }
        for length in 0..<Self.zlibStream.count {
            #expect(throws: CompressionFault.truncated, "cut at \(length)") {
                try inflateAll([Array(Self.zlibStream.prefix(length))], .zlib)
            }
        }
    }

    @Test func secondMemberCutAtEveryByteIsTruncated() {
        for length in 1..<Self.member.count {
            #expect(throws: CompressionFault.truncated, "cut at \(length)") {
                try inflateAll([Self.member + Self.member.prefix(length)])
            }
        }
    }

    @Test func everyByteOfTheTrailerIsChecked() {
        for index in (Self.member.count - 8)..<Self.member.count {
            var wrong = Self.member
            wrong[index] ^= 0x01
            #expect(throws: CompressionFault.wrongChecksum, "byte \(index)") {
                try inflateAll([wrong])
            }
        }
    }

    @Test func aFlippedBitAnywhereNeverGivesAnotherBody() {
        for index in Self.member.indices {
            for bit in 0..<8 {
                var wrong = Self.member
                wrong[index] ^= 1 << UInt8(bit)
                // Some header bits (time, system, extra flags) carry nothing of the body.
                if let body = try? inflateAll([wrong]) { #expect(body == Self.text) }
            }
        }
    }

    @Test(
        arguments: [
            ([], Inflater.Framing.gzip), ([0], .gzip), (Array("<html>".utf8), .gzip),
            ([0x1f, 0x8b], .zlib),
        ] as [([UInt8], Inflater.Framing)])
    func garbageAfterTheEndOrInstead(garbage: [UInt8], framing: Inflater.Framing) throws {
        let whole = framing == .gzip ? Self.member : Self.zlibStream
        if garbage.isEmpty {
            #expect(throws: Never.self) { try inflateAll([whole + garbage], framing) }
        } else {
            let together = #expect(throws: CompressionFault.self) {
                try inflateAll([whole + garbage, [0]], framing)
            }
            let apart = #expect(throws: CompressionFault.self) {
                try inflateAll([whole] + (garbage + [0]).map { [$0] }, framing)
            }
            #expect(together == .trailingGarbage)
            #expect(apart == .trailingGarbage)
        }
    }

    @Test(arguments: ["<html>", "{\"a\":1}", "\u{1F}\u{8B}", "PK"])
    func plainBytesAreABadHeader(text: String) {
        #expect(throws: CompressionFault.badHeader) { try inflateAll([Array(text.utf8)]) }
    }

    @Test func aFaultStays() throws {
        let inflater = try Inflater(.gzip)
        var plain = Array("plain".utf8)[...]
        #expect(throws: CompressionFault.badHeader) { try inflater.inflate(&plain) }
        var good = Self.member[...]
        #expect(throws: CompressionFault.badHeader) { try inflater.inflate(&good) }
        #expect(throws: CompressionFault.badHeader) { try inflater.finish() }
    }
}
