import Codec
import Testing
import TravelModel

@Suite struct AnswerCodecTests {
    @Test(arguments: [11, 12] as [UInt64])
    func seededAnswersComeBackWholeAndPiecewise(seed: UInt64) throws {
        var source = SeededOffers(seed: seed)
        for _ in 0..<20 {
            let answer = try source.list(0...6) { chance in
                (
                    try #require(SupplierHotelCode("H\(chance.number(0...999))")),
                    try chance.list(0...5) { try $0.offer() }
                )
            }
            let bytes = AnswerCodec.encode(answer)
            let read = try AnswerCodec.decode(bytes)
            #expect(read.map(\.0) == answer.map(\.0))
            #expect(read.map(\.1) == answer.map(\.1))
            let offers = answer.flatMap(\.1)
            for (index, offer) in offers.enumerated() {
                #expect(try AnswerCodec.offer(at: index, in: bytes) == offer)
            }
            for index in [-1, offers.count, Int.max, Int.min] {
                #expect(throws: CodecFault.noSuchOffer(index)) {
                    try AnswerCodec.offer(at: index, in: bytes)
                }
            }
        }
    }

    @Test func anEmptyAnswerIsAnAnswer() throws {
        #expect(try AnswerCodec.decode(AnswerCodec.encode([])).isEmpty)
    }

    @Test func everyTruncationIsRefused() throws {
        let bytes = AnswerCodec.encode(try Exemplary.answer())
        for length in bytes.indices {
            #expect(throws: CodecFault.truncated) {
                try AnswerCodec.decode(Array(bytes[..<length]))
            }
        }
        #expect(throws: CodecFault.trailingBytes) { try AnswerCodec.decode(bytes + [0]) }
    }

    @Test(arguments: [0, 2, 255] as [UInt8])
    func anotherVersionIsRefusedByName(version: UInt8) throws {
        var bytes = AnswerCodec.encode(try Exemplary.answer())
        bytes[0] = version
        #expect(throws: CodecFault.unknownVersion(version)) { try AnswerCodec.decode(bytes) }
        #expect(throws: CodecFault.unknownVersion(version)) {
            try AnswerCodec.offer(at: 0, in: bytes)
        }
    }

    @Test func mutatedBytesNeverTrap() throws {
        var chance = SplitMix(seed: 8)
        let original = AnswerCodec.encode(try Exemplary.answer())
        var refused = 0
        for _ in 0..<2_000 {
            let bytes = original.mutated(&chance)
            for index in 0..<3 { _ = try? AnswerCodec.offer(at: index, in: bytes) }
            do { _ = try AnswerCodec.decode(bytes) } catch { refused += 1 }
        }
        #expect((200..<1_990).contains(refused), "\(refused) refused: the mutations are too mild")
    }

    /// A head may promise four thousand million offers; nothing may be made before it is believed.
    @Test func anEnormousPromiseIsRefusedAtOnce() {
        let bytes: [UInt8] = [1] + [UInt8](repeating: 255, count: 8) + [0, 0, 0, 0]
        #expect(throws: CodecFault.truncated) { try AnswerCodec.decode(bytes) }
    }
}
