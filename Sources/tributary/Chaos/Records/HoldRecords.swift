/// An amount of money as its two texts.
struct Price: Hashable, Sendable, CustomStringConvertible {
    var amount: String
    var currency: String

    var description: String { "\(amount) \(currency)" }
}

/// An offer that a client may hold.
struct SeenQuote: Hashable, Sendable {
    var quote: String
    var offer: String
    var supplier: String
    var hotel: String
    var total: Price
    /// One text a room, such as `2-9,4`.
    var occupancies: [String]
    /// Where the offer came from: `live`, `cache` or `stale`.
    var source = "unknown"
    /// Until when the quote is announced to live.
    var expires: RunTime?
}

/// One `POST /v1/holds` and its answer.
struct HoldAttempt: Sendable {
    var exchange: Exchange
    var key: String
    var quote: SeenQuote
    /// The body as sent; equal bodies with one key are repeats.
    var body: String
    /// The rise that was accepted, in hundredths of a percent.
    var acceptedRise: Int
    var isReplay = false
    /// A 201 or 202.
    var hold: HoldSight?
    /// The bytes of a refusal that the contract tells again byte for byte.
    var storedRefusal: [UInt8]?

    /// Whether the gateway has acknowledged a hold by this answer.
    var isAcknowledged: Bool { hold != nil }
}

/// A hold as one answer showed it.
struct HoldSight: Sendable {
    var span: Span
    var hold: String
    var state: String
    var version: Int
    var expires: RunTime?
    var price: Price?
    /// `old` and `new` of a change.
    var change: Change?
    /// The supplier's own name of it.
    var supplierReference: String?

    struct Change: Hashable, Sendable {
        var old: Price
        var new: Price
    }
}

/// A look at a hold that a client knows: `GET` by id or by key.
struct HoldLook: Sendable {
    var span: Span
    /// The id asked for, or the one that the key should lead to.
    var hold: String
    var status: Int
    /// What was shown with a 200.
    var sight: HoldSight?
}

/// A `DELETE` of a hold.
struct HoldRelease: Sendable {
    var span: Span
    var hold: String
    /// 0 when the answer was lost.
    var status: Int
    var code: String?
}
