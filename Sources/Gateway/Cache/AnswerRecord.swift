internal import Codec
internal import SupplierKit
internal import TravelModel

/// A stored answer as bytes: who was asked what and when, then the answer itself.
enum AnswerRecord {
    private static let version: UInt8 = 1

    /// What a quote needs to know beside its offer.
    struct Head: Sendable, Hashable {
        var supplier: SupplierID
        var terms: AskedTerms
        var quotedAt: Instant
    }

    static func encode(_ answer: Answer) -> [UInt8] {
        let head = answer.head
        let terms = head.terms
        var writer = BinaryWriter()
        writer.byte(version)
        writer.text(head.supplier.text)
        writer.signed(head.quotedAt.millisecondsSinceEpoch)
        writer.signed(Int64(terms.stay.checkIn.daysSinceEpoch))
        writer.signed(Int64(terms.stay.checkOut.daysSinceEpoch))
        writer.list(terms.rooms) { writer, room in writer.text(room.description) }
        writer.text(terms.residency.text)
        writer.text(terms.language)
        writer.text(terms.currency.text)
        writer.text(terms.channel.rawValue)
        writer.raw(AnswerCodec.encode(answer.hotels.map { ($0.code, $0.offers) }))
        return writer.bytes
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
        let quotedAt = Instant(millisecondsSinceEpoch: try reader.signed())
        let first = CivilDate(daysSinceEpoch: Int(try reader.signed()))
        let last = CivilDate(daysSinceEpoch: Int(try reader.signed()))
        guard let first, let last, let stay = StayDates(checkIn: first, checkOut: last) else {
            throw .badValue("stay")
        }
        let rooms = try reader.list { reader throws(CodecFault) -> Occupancy in
            guard let room = Occupancy(try reader.text()) else { throw .badValue("room") }
            return room
        }
        guard let residency = CountryCode(try reader.text()) else { throw .badValue("residency") }
        let language = try reader.text()
        guard let currency = CurrencyCode(try reader.text()) else { throw .badValue("currency") }
        guard let channel = ShopperContext.Channel(rawValue: try reader.text()) else {
            throw .badValue("channel")
        }
        var shopper = ShopperContext(residency: residency, language: language, currency: currency)
        shopper.channel = channel
        let terms = AskedTerms(stay: stay, rooms: rooms, shopper: shopper, contract: nil)
        return Head(supplier: supplier, terms: terms, quotedAt: quotedAt)
    }
}
