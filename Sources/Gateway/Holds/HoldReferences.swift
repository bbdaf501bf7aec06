public import Digest
import TravelModel

/// Makes our references at suppliers, the same ones again for the same attempt.
///
/// The reference follows from tenant, quote, key and a number under a secret of the data directory. So a
/// client that repeats its attempt after an older copy of the ledger was restored asks the supplier
/// under the reference the lost hold has there; and nobody can guess another's.
public struct HoldReferences: Sendable {
    private let key: AuthenticationKey

    /// Derives a key of its own from the secret, which may serve other purposes as well.
    public init(secret: AuthenticationKey) throws(DigestFault) {
        key = try AuthenticationKey(secret.code(for: Array("tributary hold references 1".utf8)))
    }

    /// Twenty base32 characters: the first 100 bits of the code; `number` counts those that were spent.
    func reference(
        tenant: TenantID, quote: QuoteID, key attempt: IdempotencyKey, number: Int
    ) throws(StorageFault) -> HoldReference {
        // No separator can stand inside: each part is preceded by its length.
        var message: [UInt8] = []
        for part in [tenant.text, quote.text, attempt.text, "\(number)"] {
            message += "\(part.utf8.count):".utf8
            message += part.utf8
        }
        let code: [UInt8]
        do throws(DigestFault) {
            code = try key.code(for: message)
        } catch {
            throw .unavailable
        }
        var bits = FiveBits(code)
        return HoldReference(randomBits: { bits.next() })
    }
}

/// Bytes read five bits at a time, highest first (RFC 4648 section 6).
private struct FiveBits {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next five bits; zeros after the last.
    mutating func next() -> UInt8 {
        var value: UInt8 = 0
        for _ in 0..<5 {
            let index = position / 8
            let bit = index < bytes.count ? bytes[index] >> UInt8(7 - position % 8) & 1 : 0
            value = value << 1 | bit
            position += 1
        }
        return value
    }
}
