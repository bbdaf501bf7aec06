import Codec
import Digest
import TravelModel

/// Tells whether two requests under one key mean the same, whatever their spelling on the wire.
enum HoldFingerprint {
    /// SHA-256 over the request's members in one order; how long the client waits is not one of them.
    static func of(_ request: HoldRequest) throws(StorageFault) -> [UInt8] {
        var writer = BinaryWriter(capacity: 512)
        writer.text(request.quote.text)
        writer.optional(request.offer) { $0.text($1.text) }
        writer.list(request.guests) { writer, guest in
            writer.count(guest.room)
            writer.text(guest.firstName)
            writer.text(guest.lastName)
            writer.optional(guest.age) { $0.count($1) }
            writer.byte(guest.lead ? 1 : 0)
        }
        writer.optional(request.contact) { writer, contact in
            writer.text(contact.email)
            writer.optional(contact.phone) { $0.text($1) }
        }
        switch request.maxIncrease {
        case .basisPoints(let points):
            writer.byte(1)
            writer.count(points)
        case .amount(let amount):
            writer.byte(2)
            writer.money(amount)
        }
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
