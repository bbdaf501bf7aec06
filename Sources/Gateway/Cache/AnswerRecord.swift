internal import Codec
internal import SupplierKit
internal import TravelModel

/// A stored answer as bytes: who was asked what and when, then the answer itself.
///
/// Another version is not read: an answer is kept for a few hours at most, and a quote into one that
/// cannot be read has expired.
enum AnswerRecord {
    private static let version: UInt8 = 2

    /// What a quote needs to know beside its offer.
    struct Head: Sendable, Hashable {
        var supplier: SupplierID
        var terms: AskedTerms
        var quotedAt: Instant
    }

    static func encode(_ answer: Answer) -> [UInt8] {
        let head = answer.head
        var writer = BinaryWriter()
        writer.byte(version)
        writer.text(head.supplier.text)
        writer.instant(head.quotedAt)
        writer.stay(head.terms.stay)
        writer.rooms(head.terms.rooms)
        writer.shopper(head.terms.shopper)
        writer.raw(AnswerCodec.encode(answer.hotels.map { ($0.code, $0.offers) }))
        return writer.bytes
    }

    /// The head and every offer, in the order of their indexes.
    static func decode(_ bytes: [UInt8]) throws(CodecFault) -> (head: Head, offers: [Offer]) {
        var reader = BinaryReader(bytes)
        let version = try reader.byte()
        guard version == Self.version else { throw .unknownVersion(version) }
        let head = try head(&reader)
        let rest = try reader.raw(reader.remaining)
        return (head, try AnswerCodec.decode(Array(rest)).flatMap(\.1))
    }

    /// The head and one offer; the others are not read.
    static func decode(
        _ bytes: [UInt8], offerAt index: Int
    ) throws(CodecFault) -> (head: Head, offer: Offer) {
        var reader = BinaryReader(bytes)
        let version = try reader.byte()
        guard version == Self.version else { throw .unknownVersion(version) }
        let head = try head(&reader)
        let rest = try reader.raw(reader.remaining)
        return (head, try AnswerCodec.offer(at: index, in: Array(rest)))
    }

    /// The offers beside one, without it: at most `most` before and `most` after.
    static func neighbours(
        _ bytes: [UInt8], of index: Int, most: Int
    ) throws(CodecFault) -> [Offer] {
        var reader = BinaryReader(bytes)
        let version = try reader.byte()
        guard version == Self.version else { throw .unknownVersion(version) }
        _ = try head(&reader)
        let rest = Array(try reader.raw(reader.remaining))
        // An offer is at least a byte.
        guard (0..<rest.count).contains(index) else { return [] }
        var offers: [Offer] = []
        for place in max(0, index - most)...(index + most) where place != index {
            do throws(CodecFault) {
                offers.append(try AnswerCodec.offer(at: place, in: rest))
            } catch .noSuchOffer {
                // The answer ends here.
                break
            }
        }
        return offers
    }

    private static func head(_ reader: inout BinaryReader) throws(CodecFault) -> Head {
        guard let supplier = SupplierID(try reader.text()) else { throw .badValue("supplier") }
        let quotedAt = try reader.instant()
        let (stay, rooms) = (try reader.stay(), try reader.rooms())
        let terms = AskedTerms(
            stay: stay, rooms: rooms, shopper: try reader.shopper(), contract: nil)
        return Head(supplier: supplier, terms: terms, quotedAt: quotedAt)
    }
}
