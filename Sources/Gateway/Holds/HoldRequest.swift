public import TravelModel

/// What a client asks when it wants a room kept; every member is already checked for its shape.
public struct HoldRequest: Sendable, Hashable {
    /// Whose key it is.
    public var tenant: TenantID
    /// Names the attempt.
    public var key: IdempotencyKey
    /// What is to be held.
    public var quote: QuoteID
    /// Checked against the quote when given.
    public var offer: OfferID?
    /// Personal data.
    public var guests: [Guest] = []
    /// Personal data.
    public var contact: Contact?
    /// How much dearer it may have become.
    public var maxIncrease = MaxIncrease.none
    /// The client's own number, given back as it is; at most 64 characters.
    public var clientReference: String?
    /// The client's own customer, for caps; at most 64 characters.
    public var buyer: String?
    /// The client's own data as JSON text, given back as it is; at most 4,096 bytes.
    public var metadata: [UInt8]?
    /// Open holds its tenant may have, where that is not what every tenant may.
    public var mostOpenHolds: Int?
    /// The id of the client's key it came with, for the hold's history; never the key.
    public var clientKeyID: String?
    /// What a mock is asked to make of it.
    public var rehearsal: HoldRehearsal?

    /// Who asks, for suppliers that want to know; a repeat of the request may come from elsewhere.
    public var shopper = ShopperTrace()

    /// A request with nothing optional in it.
    public init(tenant: TenantID, key: IdempotencyKey, quote: QuoteID) {
        self.tenant = tenant
        self.key = key
        self.quote = quote
    }
}
