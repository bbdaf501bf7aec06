import Compression
import Testing

@Suite struct LimitTests {
    /// Zeros, the most compressible body there is: about 1,000 to 1.
    static func bomb(_ bytes: Int) throws -> [UInt8] {
        try GzipWriter.compress([UInt8](repeating: 0, count: bytes), level: 9)
    }

    @Test func aBombIsCutByItsRatioEarly() throws {
        let bomb = try Self.bomb(64 << 20)
        let inflater = try Inflater(.gzip)
        var rest = bomb[...]
        #expect(throws: CompressionFault.ratioExceeded(limit: 100)) {
            while try !inflater.inflate(&rest).isEmpty {}
        }
        #expect(inflater.outputCount <= 256 << 10)
    }

    @Test func aBombOfManyMembersIsCutByItsRatio() throws {
        let member = try Self.bomb(32 << 10)
        let many = Array(repeating: member, count: 100).flatMap(\.self)
        #expect(throws: CompressionFault.ratioExceeded(limit: 100)) { try inflateAll([many]) }
    }

    @Test func aSmallBodyMayBeAsRepetitiveAsItLikes() throws {
        let body = [UInt8](repeating: 0, count: 64 << 10)
        #expect(try inflateAll([GzipWriter.compress(body)]) == body)
    }

    @Test(arguments: [1, 1_000, 65_535, 65_536, 65_537, 200_000])
    func theCapIsExact(cap: Int) throws {
        let body = (0..<cap).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
        let limits = InflateLimits(maximumOutput: cap, maximumRatio: 10_000)
        #expect(try inflateAll([GzipWriter.compress(body)], limits: limits) == body)
        let over = try GzipWriter.compress(body + [1])
        #expect(throws: CompressionFault.tooLarge(limit: cap)) {
            try inflateAll([over], limits: limits)
        }
        #expect(throws: CompressionFault.tooLarge(limit: cap)) {
            try inflateAll(over.map { [$0] }, limits: limits, upTo: 1_000)
        }
    }

    @Test func noAnswerIsLongerThanAsked() throws {
        let inflater = try Inflater(.gzip, limits: InflateLimits(maximumRatio: 10_000))
        var rest = try Self.bomb(1 << 20)[...]
        var total = 0
        while case let output = try inflater.inflate(&rest, upTo: 1_234), !output.isEmpty {
            #expect(output.count <= 1_234)
            total += output.count
        }
        try inflater.finish()
        #expect(total == 1 << 20)
        #expect(inflater.outputCount == total)
    }
}

@Suite struct GzipWriterTests {
    @Test(arguments: [0, 1, 100, 65_536, 1_000_000])
    func roundTrip(size: Int) throws {
        let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 40_503 >> 7) }
        let limits = InflateLimits(maximumRatio: 10_000)
        for level in [1, 6, 9] {
            let packed = try GzipWriter.compress(body, level: level)
            #expect(try inflateAll([packed], limits: limits) == body)
        }
    }

    @Test func equalInputGivesEqualOutput() throws {
        let body = Array("the same twice".utf8)
        #expect(try GzipWriter.compress(body) == GzipWriter.compress(body))
    }

    @Test func aFlushedPieceCanBeReadAtOnce() throws {
        let writer = try GzipWriter()
        let inflater = try Inflater(.gzip)
        for line in ["first\n", "second\n"] {
            var packed = try writer.write(Array(line.utf8), flush: true)[...]
            #expect(try inflater.inflate(&packed) == Array(line.utf8))
        }
        var last = try writer.finish()[...]
        #expect(try inflater.inflate(&last).isEmpty)
        try inflater.finish()
    }

    @Test func nothingAfterTheEnd() throws {
        let writer = try GzipWriter()
        _ = try writer.finish()
        #expect(throws: CompressionFault.unavailable) { try writer.write([1]) }
        #expect(throws: CompressionFault.unavailable) { try writer.finish() }
    }
}
