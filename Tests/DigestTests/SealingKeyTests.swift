import Digest
import Testing

@Suite struct SealingKeyTests {
    @Test(arguments: try Vectors.rows("aes-256-gcm.txt"))
    func publishedVector(row: [String]) throws {
        let parts = row.map(Vectors.bytes(hex:))
        let key = try SealingKey(parts[0])
        let sealed = try key.seal(parts[3], nonce: parts[1], context: parts[2])
        #expect(Hexadecimal.lowercase(sealed) == row[4] + row[5])
        #expect(try key.open(sealed, nonce: parts[1], context: parts[2]) == parts[3])
    }

    @Test func anyChangedBitIsRefused() throws {
        let key = try SealingKey(Array(repeating: 7, count: 32))
        let nonce: [UInt8] = Array(0..<12)
        let context: [UInt8] = Array("demo/hold".utf8)
        let sealed = try key.seal(Array("Zoë Ábel".utf8), nonce: nonce, context: context)
        for bit in 0..<(sealed.count * 8) {
            var changed = sealed
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try key.open(changed, nonce: nonce, context: context) == nil)
        }
        for count in 0..<sealed.count {
            let cut = Array(sealed.prefix(count))
            #expect(try key.open(cut, nonce: nonce, context: context) == nil)
        }
        var otherNonce = nonce
        otherNonce[11] ^= 1
        #expect(try key.open(sealed, nonce: otherNonce, context: context) == nil)
        #expect(try key.open(sealed, nonce: nonce, context: Array("demo/hole".utf8)) == nil)
        #expect(try key.open(sealed, nonce: nonce, context: []) == nil)
        let other = try SealingKey(Array(repeating: 8, count: 32))
        #expect(try other.open(sealed, nonce: nonce, context: context) == nil)
    }

    @Test(arguments: [0, 16, 31, 33])
    func otherKeyLengthsAreRefused(count: Int) {
        #expect(throws: DigestFault.sealingUnavailable) {
            try SealingKey(Array(repeating: 0, count: count))
        }
    }

    @Test(arguments: [0, 11, 13])
    func otherNonceLengthsAreRefused(count: Int) throws {
        let key = try SealingKey(Array(repeating: 0, count: 32))
        let nonce = [UInt8](repeating: 0, count: count)
        #expect(throws: DigestFault.sealingUnavailable) {
            try key.seal([1], nonce: nonce, context: [])
        }
        #expect(throws: DigestFault.sealingUnavailable) {
            try key.open(Array(repeating: 1, count: 17), nonce: nonce, context: [])
        }
    }

    @Test func nothingPrintedTellsTheKey() throws {
        let key = try SealingKey(Array(repeating: 123, count: 32))
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] { #expect(!text.contains("123")) }
    }
}
