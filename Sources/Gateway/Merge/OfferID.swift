internal import Digest
internal import TravelModel

/// Names what is offered.
///
/// The same supplier, hotel, rate, stay and guests give the same id in every search, so that a
/// client can follow an offer through refreshes. It promises nothing: that is a quote's part.
public struct OfferID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// 22 characters of base64url.
    public let text: String

    /// The same text as it is written on the wire or in logs.
    public var description: String { text }

    /// Total order, so that lists never depend on chance.
    public static func < (a: OfferID, b: OfferID) -> Bool { a.text < b.text }

    /// Any text: as it was stored, or as a client sent it, to be compared.
    public init(text: String) { self.text = text }

    /// `nil` only where the machine cannot hash.
    init?(supplier: SupplierID, offer: Offer, terms: AskedTerms) {
        let rooms = terms.rooms.map(\.description).joined(separator: ";")
        let place = "\(supplier)\n\(offer.hotel)\n\(terms.stay)\n\(rooms)\n\(terms.residency)\n"
        let bytes = Array(place.utf8) + offer.rateKey.utf8
        guard let hash = try? HashAlgorithm.sha256.hash(bytes) else { return nil }
        text = Base64URL.encode(Array(hash.prefix(16)))
    }
}
