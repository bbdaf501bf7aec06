import Codec
import Digest
import Gateway
import TravelModel

/// Seals and opens the personal data of rows.
///
/// A sealed row is one byte of format, the key's id, a fresh random nonce, and what AES-256-GCM makes
/// of the data. Tenant and hold are covered by its tag, so a sealed text moved to another row does
/// not open there. Random nonces of 96 bits serve about 2^32 rows of one key.
public struct PersonalKeys: Sendable {
    /// First byte of a sealed row; one that is not sealed begins with a small version number.
    private static let format: UInt8 = 0xA1

    /// What new rows are sealed with.
    private let current: PersonalKey
    /// What rows may have been sealed with before.
    private let earlier: [PersonalKey]

    /// Seals with `current`, and opens what any of them sealed.
    public init(current: PersonalKey, earlier: [PersonalKey] = []) {
        self.current = current
        self.earlier = earlier
    }

    /// Names the key new rows are sealed with.
    var currentID: [UInt8] { current.id }

    /// The row's bytes for `plain`; empty for none.
    ///
    /// Throws `unavailable` when the machine has no randomness or no cipher: nothing is stored then.
    func seal(_ plain: [UInt8], _ tenant: String, _ hold: String) throws(StorageFault) -> [UInt8] {
        if plain.isEmpty { return [] }
        do throws(DigestFault) {
            let nonce = try SecureRandom.bytes(SealingKey.nonceByteCount)
            let sealed = try current.cipher.seal(
                plain, nonce: nonce, context: Self.context(tenant, hold))
            return [Self.format] + current.id + nonce + sealed
        } catch {
            throw .unavailable
        }
    }

    /// What was sealed for this hold of this tenant; rows written before there were keys are taken as
    /// they are.
    func open(
        _ bytes: [UInt8], _ tenant: String, _ hold: String
    ) -> Result<[UInt8], PersonalDataFault> {
        guard let first = bytes.first, first == Self.format else { return .success(bytes) }
        let nonceStart = 1 + PersonalKey.idByteCount
        let sealedStart = nonceStart + SealingKey.nonceByteCount
        guard let id = Self.keyID(of: bytes), bytes.count >= sealedStart else {
            return .failure(.damaged)
        }
        guard let key = ([current] + earlier).first(where: { $0.id == id }) else {
            return .failure(.keyUnknown)
        }
        let plain = try? key.cipher.open(
            Array(bytes[sealedStart...]), nonce: Array(bytes[nonceStart..<sealedStart]),
            context: Self.context(tenant, hold))
        return plain.map { .success($0) } ?? .failure(.damaged)
    }

    /// What open holds of one buyer of a tenant have in common; another one under another key.
    ///
    /// An HMAC, since the buyer's name stands nowhere in the clear and must not be found by trying.
    func mark(buyer: String, _ tenant: String) throws(StorageFault) -> [UInt8] {
        do throws(DigestFault) {
            return Array(try current.marks.code(for: Self.context(tenant, buyer)).prefix(16))
        } catch {
            throw .unavailable
        }
    }

    /// Whether the row's bytes are better sealed anew: not sealed yet, or by an earlier key.
    func isOutdated(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first else { return false }
        return first != Self.format || Self.keyID(of: bytes) != currentID
    }

    /// The id of the key a row is sealed with; `nil` for one that is not sealed, or too short.
    static func keyID(of bytes: [UInt8]) -> [UInt8]? {
        guard bytes.first == format, bytes.count > PersonalKey.idByteCount else { return nil }
        return Array(bytes[1...PersonalKey.idByteCount])
    }

    /// Lengths first, so that no two pairs have one text.
    private static func context(_ tenant: String, _ hold: String) -> [UInt8] {
        var writer = BinaryWriter(capacity: 64)
        writer.text(tenant)
        writer.text(hold)
        return writer.bytes
    }
}
