import WireFormat

/// What a supplier's opaque token stands for: an offer at a price, until a time.
///
/// The text is URL-safe and sealed with a keyed hash, so that an altered one is refused; it is no
/// secret, only a mock's way to keep no table of offers.
public struct OfferToken: Hashable, Sendable {
    /// Which step the token is good for.
    public let purpose: String
    /// The supplier's hotel code.
    public let hotel: String
    /// Code of the kind of room.
    public let room: String
    /// Code of the plan.
    public let plan: String
    /// The nights.
    public let stay: Stay
    /// One party a room, in the order asked.
    public let parties: [Party]
    /// All rooms' price before property fees, in minor units of the hotel's currency.
    public let price: Int64
    /// Whether the offer was shown as refundable.
    public let isRefundable: Bool
    /// The client's wish that the supplier must remember: a currency, an option.
    public let note: String
    /// Virtual time after which it is refused.
    public let expires: Moment

    /// A token for an offer.
    public init(
        purpose: String, hotel: String, room: String, plan: String, stay: Stay, parties: [Party],
        price: Int64, isRefundable: Bool, note: String = "", expires: Moment
    ) {
        self.purpose = purpose
        self.hotel = hotel
        self.room = room
        self.plan = plan
        self.stay = stay
        self.parties = parties
        self.price = price
        self.isRefundable = isRefundable
        self.note = note
        self.expires = expires
    }

    /// The token's text: URL-safe, no padding.
    public func sealed(seed: UInt64, supplier: String) -> String {
        let fields = [
            purpose, hotel, room, plan, stay.checkIn.text, String(stay.nights),
            parties.map(\.text).joined(separator: ";"), String(price), isRefundable ? "1" : "0",
            note, String(expires.milliseconds),
        ]
        let text = fields.joined(separator: "|")
        let seal = OfferToken.seal(text, seed, supplier)
        return Base64.encode("\(text)|\(seal)".utf8, alphabet: .urlSafe)
    }

    /// Opens a token; nil for a text that this supplier did not make. An expired one opens.
    public init?(_ text: String, seed: UInt64, supplier: String) {
        guard text.utf8.count <= 2048, let bytes = Base64.decode(text, alphabet: .urlSafe),
            let inner = String(validating: bytes, as: UTF8.self),
            let bar = inner.lastIndex(of: "|")
        else { return nil }
        let content = String(inner[..<bar])
        guard inner[inner.index(after: bar)...] == OfferToken.seal(content, seed, supplier) else {
            return nil
        }
        let fields = content.split(separator: "|", omittingEmptySubsequences: false)
            .map(String.init)
        guard fields.count == 11, let checkIn = Day(fields[4]), let nights = Int(fields[5]),
            (1...Stay.mostNights).contains(nights),
            let stay = Stay(checkIn: checkIn, checkOut: checkIn.adding(nights)),
            let price = Int64(fields[7]), let expires = Int64(fields[10])
        else { return nil }
        let parties = fields[6].split(separator: ";").compactMap { Party(String($0)) }
        guard !parties.isEmpty else { return nil }
        self.init(
            purpose: fields[0], hotel: fields[1], room: fields[2], plan: fields[3], stay: stay,
            parties: parties, price: price, isRefundable: fields[8] == "1", note: fields[9],
            expires: Moment(milliseconds: expires))
    }

    private static func seal(_ text: String, _ seed: UInt64, _ supplier: String) -> String {
        var chance = Chance(seed, "seal", supplier, text)
        return String(chance.bits(), radix: 36)
    }
}
