import Codec
import Testing
import TravelModel

@Suite struct OfferCodecTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func seededOffersComeBackWhole(seed: UInt64) throws {
        var source = SeededOffers(seed: seed)
        for _ in 0..<100 {
            let offer = try source.offer()
            let bytes = OfferCodec.encode(offer)
            let read = try OfferCodec.decode(bytes)
            #expect(read == offer)
            #expect(OfferCodec.encode(read) == bytes, "canonically equal text is not enough")
        }
    }

    @Test func everyTruncationIsRefused() throws {
        for offer in [try Exemplary.full(), try Exemplary.bare()] {
            let bytes = OfferCodec.encode(offer)
            for length in bytes.indices {
                #expect(throws: CodecFault.truncated) {
                    try OfferCodec.decode(bytes[..<length])
                }
            }
        }
    }

    @Test func aByteTooManyIsRefused() throws {
        let bytes = OfferCodec.encode(try Exemplary.full()) + [0]
        #expect(throws: CodecFault.trailingBytes) { try OfferCodec.decode(bytes) }
    }

    @Test(arguments: [0, 2, 255] as [UInt8])
    func anotherVersionIsRefusedByName(version: UInt8) throws {
        var bytes = OfferCodec.encode(try Exemplary.full())
        bytes[0] = version
        #expect(throws: CodecFault.unknownVersion(version)) { try OfferCodec.decode(bytes) }
    }

    /// Whatever happens to a row, reading it gives an offer or a fault; an offer that is read can be
    /// written and read again.
    @Test func mutatedBytesNeverTrap() throws {
        var chance = SplitMix(seed: 7)
        let original = OfferCodec.encode(try Exemplary.full())
        var refused = 0
        for _ in 0..<2_000 {
            let bytes = original.mutated(&chance)
            do {
                let offer = try OfferCodec.decode(bytes)
                #expect((try? OfferCodec.decode(OfferCodec.encode(offer))) == offer)
            } catch {
                refused += 1
            }
        }
        #expect((200..<1_990).contains(refused), "\(refused) refused: the mutations are too mild")
    }

    @Test(arguments: [
        ("currency", 2, 0x21), ("board", 9, 8), ("presence", 10, 2), ("currency", 11, 1),
        ("completeness", 15, 0), ("cancellation", 16, 5), ("cancellation", 16, 1),
        ("timing", 20, 9), ("keeper", 23, 4), ("hotel", 6, 0x20),
    ])
    func aWordThatNobodyKnowsIsNamed(member: String, place: Int, value: UInt8) throws {
        var bytes = OfferCodec.encode(try Exemplary.bare())
        try #require(bytes.indices.contains(place))
        bytes[place] = value
        #expect(throws: CodecFault.badValue(member)) { try OfferCodec.decode(bytes) }
    }

    @Test func aPriceThatNoLongerAddsUpIsRefused() throws {
        let eur = try #require(CurrencyCode("EUR"))
        var offer = try Exemplary.bare()
        offer.price = try OfferPrice(
            charge: Money(minorUnits: 40, currency: eur),
            components: [
                PriceComponent(
                    kind: .base, amount: Money(minorUnits: 40, currency: eur), payable: .now)
            ])
        let bytes = OfferCodec.encode(offer)
        let places = bytes.indices.filter { bytes[$0] == 80 }  // 40, folded.
        try #require(places.count == 2)
        for place in places {
            var changed = bytes
            changed[place] = 20
            #expect(throws: CodecFault.badValue("price")) { try OfferCodec.decode(changed) }
        }
    }
}

extension [UInt8] {
    /// One to three small accidents: a flipped bit, a byte replaced, removed, or doubled.
    func mutated(_ chance: inout SplitMix) -> [UInt8] {
        var bytes = self
        for _ in 0..<Int.random(in: 1...3, using: &chance) {
            guard let place = bytes.indices.randomElement(using: &chance) else { break }
            switch chance.next() % 4 {
            case 0: bytes[place] ^= 1 << UInt8(chance.next() % 8)
            case 1: bytes[place] = UInt8(truncatingIfNeeded: chance.next())
            case 2: bytes.remove(at: place)
            default: bytes.insert(bytes[place], at: place)
            }
        }
        return bytes
    }
}
