import Codec
import Digest
import TravelModel

/// Tells whether two requests under one key mean the same, whatever their spelling on the wire.
struct HoldFingerprint: Sendable {
    /// SHA-256 over the request's members in one order; how long the client waits is not one of them.
    ///
    /// It is kept with the guests' data and sealed with it, or names could be tried until one fits.
    let bytes: [UInt8]
    private let quote: QuoteID
    private let maxIncrease: MaxIncrease

    init(of request: HoldRequest) throws(StorageFault) {
        quote = request.quote
        maxIncrease = request.maxIncrease
        var writer = BinaryWriter(capacity: 512)
        writer.text(request.quote.text)
        writer.optional(request.offer) { $0.text($1.text) }
        writer.people(request.guests, request.contact)
        writer.maxIncrease(request.maxIncrease)
        writer.optional(request.clientReference) { $0.text($1) }
        writer.optional(request.buyer) { $0.text($1) }
        writer.optional(request.metadata) { $0.bytes($1) }
        do throws(DigestFault) {
            bytes = try HashAlgorithm.sha256.hash(writer.bytes)
        } catch {
            // Without a digest no request can be told from another: better none than a wrong one.
            throw .unavailable
        }
    }

    /// Whether the record was made by such a request.
    ///
    /// Where its guests' data cannot be opened any more, the quote and the price accepted decide: a client
    /// that repeats its request then still finds its hold.
    func fits(_ record: HoldRecord) -> Bool {
        if record.personalDataFault != nil, record.fingerprint.isEmpty {
            return record.quote.id == quote && record.maxIncrease == maxIncrease
        }
        return record.fingerprint == bytes
    }
}
