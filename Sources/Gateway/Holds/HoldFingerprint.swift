import Codec
import Digest

/// Tells whether two requests under one key mean the same, whatever their spelling on the wire.
enum HoldFingerprint {
    /// SHA-256 over the request's members in one order; how long the client waits is not one of them.
    static func of(_ request: HoldRequest) throws(StorageFault) -> [UInt8] {
        var writer = BinaryWriter(capacity: 512)
        writer.text(request.quote.text)
        writer.optional(request.offer) { $0.text($1.text) }
        writer.people(request.guests, request.contact)
        writer.maxIncrease(request.maxIncrease)
        writer.optional(request.clientReference) { $0.text($1) }
        writer.optional(request.buyer) { $0.text($1) }
        writer.optional(request.metadata) { $0.bytes($1) }
        do throws(DigestFault) {
            return try HashAlgorithm.sha256.hash(writer.bytes)
        } catch {
            // Without a digest no request can be told from another: better none than a wrong one.
            throw .unavailable
        }
    }
}
