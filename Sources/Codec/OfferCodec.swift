public import TravelModel

/// One offer as bytes, with everything in it, for ledger rows and stored answers.
///
/// The first byte is the format's version. Changing what is written means a new version here, a new
/// golden file in the tests, and reading the old one for as long as rows of it can exist.
public enum OfferCodec {
    /// What ``encode(_:)`` writes.
    public static let version: UInt8 = 1

    /// The bytes of an offer, the same ones every time.
    public static func encode(_ offer: Offer) -> [UInt8] {
        var writer = BinaryWriter(capacity: 512)
        writer.byte(version)
        let currencies = CurrencyList(offer)
        currencies.write(to: &writer)
        OfferWriter(currencies: currencies).write(offer, to: &writer)
        return writer.bytes
    }

    /// The offer again, exactly; every byte must belong to it.
    public static func decode(_ bytes: [UInt8]) throws(CodecFault) -> Offer {
        try decode(bytes[...])
    }

    /// As ``decode(_:)-([UInt8])``, from a part of a larger whole.
    public static func decode(_ bytes: ArraySlice<UInt8>) throws(CodecFault) -> Offer {
        var reader = BinaryReader(bytes)
        let version = try reader.byte()
        guard version == Self.version else { throw .unknownVersion(version) }
        let offerReader = OfferReader(currencies: try CurrencyList(from: &reader))
        let offer = try offerReader.offer(&reader)
        try reader.finish()
        return offer
    }
}
