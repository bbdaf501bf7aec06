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
        return Seal.close(text, seed: seed, supplier: supplier)
    }

    /// Opens a token, also an expired one; nil for a text that this supplier did not make.
    public init?(_ text: String, seed: UInt64, supplier: String) {
        guard let content = Seal.open(text, seed: seed, supplier: supplier) else { return nil }
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
}
