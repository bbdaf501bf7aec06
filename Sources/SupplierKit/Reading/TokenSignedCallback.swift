internal import TravelModel
internal import WireFormat

/// Callbacks in the manner of ETG's booking webhook: a reference with a status, signed over time and
/// token.
///
/// `{"data":{"partner_order_id","status":"completed"|"failed"},"signature":{"signature","timestamp",
/// "token"}}`: the signature is the hexadecimal HMAC-SHA-256 of timestamp and token written one after
/// the other. It does not cover `data`, so whoever sees one could name another reference in it.
public struct TokenSignedCallback: CallbackReader {
    private static let limits = JSONLimits(bytes: 16_384, depth: 8, string: 512, values: 256)
    private static let mostTokenBytes = 128

    private let credential: String

    /// Signed with the credential of that name.
    public init(credential: String) { self.credential = credential }

    /// Members that are not named above are passed over.
    public func read(_ callback: SupplierCallback) throws(CallbackFault) -> ClaimedEvent {
        let root: JSONValue
        do throws(JSONFault) {
            root = try JSONValue(parsing: callback.body, limits: Self.limits)
        } catch {
            throw CallbackFault("not JSON, or too large")
        }
        guard let order = root["data"]?["partner_order_id"]?.string,
            let reference = HoldReference(order)
        else { throw CallbackFault("data.partner_order_id is no reference of ours") }
        let signature = root["signature"]
        guard let token = signature?["token"]?.string,
            (1...Self.mostTokenBytes).contains(token.utf8.count)
        else { throw CallbackFault("signature.token is missing or too long") }
        guard let code = signature?["signature"]?.string.flatMap(Self.bytes) else {
            throw CallbackFault("signature.signature is no 64 hexadecimal digits")
        }
        // A number or a text: what is signed is how it is written.
        let time = signature?["timestamp"]
        guard let digits = time?.string ?? time?.number, digits.utf8.count <= 12,
            digits.utf8.allSatisfy({ (48...57).contains($0) }), let seconds = Int64(digits)
        else { throw CallbackFault("signature.timestamp is no number of seconds") }
        let hint: ClaimedEvent.Hint =
            switch root["data"]?["status"]?.string {
            case "completed": .kept
            case "failed": .ended
            default: .unclear
            }
        return ClaimedEvent(
            reference: reference, hint: hint,
            proof: CallbackProof(
                credential: credential, message: Array((digits + token).utf8), code: code,
                madeAt: Instant(millisecondsSinceEpoch: seconds * 1000), token: token))
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap {
            UInt8(Character(UnicodeScalar($0)).hexDigitValue ?? 16)
        }
        guard digits.count == 64, digits.allSatisfy({ $0 < 16 }) else { return nil }
        return stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
