import Testing
import TravelModel

@testable import Gateway

/// Keys: their form, what is stored of them, and when they are good.
@Suite struct ClientKeyTests {
    private struct Counted: RandomSource {
        var first: UInt8 = 0

        func bytes(_ count: Int) -> [UInt8] {
            (0..<count).map { first &+ UInt8(truncatingIfNeeded: $0) }
        }
    }

    private let key = ClientKey(random: Counted())
    private let now = Instant(millisecondsSinceEpoch: 1_800_000_000_000)

    private func record(of key: ClientKey) throws -> ClientKeyRecord {
        ClientKeyRecord(
            id: key.id, tenant: try #require(TenantID("acme")), hash: try #require(key.hash),
            createdAt: now)
    }

    @Test func aKeyIsRecognised() throws {
        #expect(
            key.text
                == "trib_0001020304050607_000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
        )
        #expect(ClientKey(key.text)?.id == "0001020304050607")
        #expect(ClientKey(key.text)?.hash == key.hash)
        let stored = "\(try record(of: key))"
        #expect(!stored.contains("101112"), "nothing of the secret is in what is stored")
    }

    @Test func onlyItsOneFormIsRead() {
        let text = key.text
        var others = [
            "", "trib_", text + "0", String(text.dropLast()), text.uppercased(),
            "trub_" + text.dropFirst(5), text + " ", " " + text,
            text.replacing("_", with: "-"),
        ]
        // Every place, with a character that does not belong there.
        others += text.indices.map { text.replacingCharacters(in: $0, with: "x") }
        for other in others { #expect(ClientKey(other) == nil, "\(other)") }
    }

    @Test func aKeyIsGoodUntilItsEarliestEnd() throws {
        let good = try record(of: key)
        let ring = ClientKeyRing([good])
        #expect(!ring.isEmpty && ring.record(of: key.text, at: now)?.tenant.text == "acme")
        for (expires, revoked) in [(nil, 5), (5, nil), (5, 9), (9, 5)] as [(Int64?, Int64?)] {
            var ending = good
            ending.expiresAt = expires.map { now.advanced(by: .seconds($0)) }
            ending.revokedAt = revoked.map { now.advanced(by: .seconds($0)) }
            let ring = ClientKeyRing([ending])
            #expect(ring.record(of: key.text, at: now.advanced(by: .milliseconds(4_999))) != nil)
            #expect(ring.record(of: key.text, at: now.advanced(by: .seconds(5))) == nil)
        }
    }

    @Test func anotherSecretUnderTheIdIsNoKey() throws {
        let ring = ClientKeyRing([try record(of: key)])
        // Each digit of the secret counts.
        for place in key.text.indices.dropFirst(22) {
            let digit = key.text[place] == "0" ? "1" : "0"
            let other = key.text.replacingCharacters(in: place, with: digit)
            #expect(ClientKey(other) != nil)
            #expect(ring.record(of: other, at: now) == nil)
        }
        let stranger = ClientKey(random: Counted(first: 9))
        #expect(ring.record(of: stranger.text, at: now) == nil)
    }

    @Test func operatorsTokensAreLong() {
        #expect(AccessToken("short") == nil)
        let text = String(repeating: "ab", count: 16)
        #expect(AccessToken(text)?.matches(text) == true)
        #expect(AccessToken(text)?.matches(text + "a") == false)
        #expect(AccessToken(text)?.matches("") == false)
    }
}

extension String {
    fileprivate func replacingCharacters(in place: Index, with text: String) -> String {
        String(self[..<place]) + text + String(self[index(after: place)...])
    }
}
