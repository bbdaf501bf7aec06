import Digest
import Testing

@Suite struct HashTests {
    @Test(arguments: try Vectors.rows("hashes.txt"))
    func publishedHash(row: [String]) throws {
        let algorithm = try #require(HashAlgorithm(rawValue: row[0]))
        let parts = row[1].split(separator: "*")
        let times = parts.count == 2 ? Int(parts[1]) ?? 0 : 1
        let message = Array(String(repeating: String(parts.first ?? ""), count: times).utf8)
        let hash = try algorithm.hash(message)
        #expect(Hexadecimal.lowercase(hash) == row[2])
        #expect(hash.count == algorithm.byteCount)
    }
}

@Suite struct AuthenticationKeyTests {
    @Test(arguments: try Vectors.rows("hmac-sha256.txt"))
    func publishedCode(row: [String]) throws {
        let key = try AuthenticationKey(Vectors.bytes(hex: row[0]))
        let code = try key.code(for: Vectors.bytes(hex: row[1]))
        #expect(code.count == AuthenticationKey.codeByteCount)
        #expect(Hexadecimal.lowercase(code).hasPrefix(row[2]))
    }

    @Test func oneKeyServesManyMessagesAndThreads() async throws {
        let key = try AuthenticationKey(Array("Jefe".utf8))
        let message = Array("what do ya want for nothing?".utf8)
        let first = try key.code(for: message)
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<64 {
                group.addTask { try key.code(for: message) }
                group.addTask {
                    _ = try key.code(for: [1, 2, 3]); return try key.code(for: message)
                }
            }
            for try await code in group { #expect(code == first) }
        }
    }

    @Test func descriptionHidesTheKey() throws {
        let key = try AuthenticationKey(Array("visible secret".utf8))
        #expect(!String(describing: key).contains("secret"))
        #expect(!String(reflecting: key).contains("visible"))
    }
}

@Suite struct ConstantTimeTests {
    @Test func equalOnlyForTheSameBytes() {
        let secret: [UInt8] = Array(0..<32)
        #expect(ConstantTime.equal(secret, Array(0..<32)))
        #expect(ConstantTime.equal([], []))
        #expect(!ConstantTime.equal(secret, Array(secret.dropLast())))
        for index in secret.indices {
            var other = secret
            other[index] ^= 0x80
            #expect(!ConstantTime.equal(secret, other))
        }
    }
}

@Suite struct SecureRandomTests {
    @Test(arguments: [0, 1, 32, 65_536])
    func drawsAsManyAsAsked(count: Int) throws {
        #expect(try SecureRandom.bytes(count).count == count)
    }

    @Test(arguments: [-1, 65_537, Int.max])
    func refusesOtherCounts(count: Int) {
        #expect(throws: DigestFault.randomnessUnavailable) { try SecureRandom.bytes(count) }
    }

    @Test func twoDrawsDiffer() throws {
        #expect(try SecureRandom.bytes(32) != SecureRandom.bytes(32))
    }
}

@Suite struct HexadecimalTests {
    @Test func everyByteHasTwoLowerCaseDigits() {
        let text = Hexadecimal.lowercase(Array(0...255))
        #expect(text.hasPrefix("000102"))
        #expect(text.hasSuffix("fdfeff"))
        #expect(Vectors.bytes(hex: text) == Array(0...255))
    }
}
