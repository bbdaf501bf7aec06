public import TravelModel

/// A supplier's parsed answer as bytes: every hotel asked for, with its offers or with none.
///
/// A quote names one offer by its index, counted through all hotels in order, and that one can be
/// read without reading the others.
///
/// | part | bytes |
/// |---|---|
/// | version | 1 |
/// | number of offers, length of the directory | 4 + 4 |
/// | end of each offer, counted from the end of the directory | 4 each |
/// | directory: number of hotels; of each its code and number of offers | varies |
/// | the offers, each as ``OfferCodec`` writes it | varies |
public enum AnswerCodec {
    /// What ``encode(_:)`` writes.
    public static let version: UInt8 = 1

    /// The bytes of an answer of at most 4 GB; a hotel without offers is a negative entry.
    public static func encode(_ hotels: [(SupplierHotelCode, [Offer])]) -> [UInt8] {
        var directory = BinaryWriter()
        var ends: [Int] = []
        var offers = BinaryWriter()
        directory.list(hotels) { directory, hotel in
            directory.text(hotel.0.text)
            directory.count(hotel.1.count)
        }
        for offer in hotels.lazy.flatMap(\.1) {
            offers.raw(OfferCodec.encode(offer))
            ends.append(offers.bytes.count)
        }
        var writer = BinaryWriter(
            capacity: 9 + 4 * ends.count + directory.bytes.count + offers.bytes.count)
        writer.byte(version)
        writer.fixed32(ends.count)
        writer.fixed32(directory.bytes.count)
        for end in ends { writer.fixed32(end) }
        writer.raw(directory.bytes)
        writer.raw(offers.bytes)
        return writer.bytes
    }

    /// Every hotel and offer, in the order they were written.
    public static func decode(
        _ bytes: [UInt8]
    ) throws(CodecFault) -> [(SupplierHotelCode, [Offer])] {
        let layout = try AnswerLayout(bytes)
        var next = 0
        var hotels: [(SupplierHotelCode, [Offer])] = []
        for (code, count) in try layout.directory() {
            var offers: [Offer] = []
            for index in next..<(next + count) {
                offers.append(try OfferCodec.decode(try layout.offer(at: index)))
            }
            next += count
            hotels.append((code, offers))
        }
        return hotels
    }

    /// One offer by its index through all hotels; ``CodecFault/noSuchOffer(_:)`` beyond the last.
    public static func offer(at index: Int, in bytes: [UInt8]) throws(CodecFault) -> Offer {
        try OfferCodec.decode(try AnswerLayout(bytes).offer(at: index))
    }
}
