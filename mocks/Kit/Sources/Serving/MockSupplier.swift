/// One wire protocol, imitated: it says what a request is and answers it from the shop's truth.
///
/// Everything else (latency, faults, the audit log, sockets) is the kit's work around it.
public protocol MockSupplier: Sendable {
    /// The supplier's id, which is also its path on the shared port and its list in the catalogue.
    var id: String { get }

    /// The steps it knows, by the names that scenarios and plans use.
    var steps: [String] { get }

    /// What a request is about, from its words and tokens; nil for no route of this protocol.
    func outline(of request: MockRequest, in shop: Shop) -> CallOutline?

    /// Answers a call at virtual time `shop.now`; changes only the shop and its own records.
    mutating func answer(_ request: MockRequest, _ call: CallOutline, in shop: inout Shop)
        -> MockAnswer

    /// Answers as the protocol says it is asked too often.
    func throttled(_ request: MockRequest) -> MockAnswer

    /// Answers with an error status in the protocol's dress.
    func failed(_ request: MockRequest, status: Int) -> MockAnswer

    /// What it sends on its own account about a reservation, by the client's reference; nil for a
    /// supplier that sends nothing.
    mutating func callback(
        about reference: String, in shop: inout Shop, token: String
    ) -> MockCallback?
}

extension MockSupplier {
    /// Most send nothing.
    public mutating func callback(
        about reference: String, in shop: inout Shop, token: String
    ) -> MockCallback? { nil }
}

/// What a call is about, for plans and the audit log.
public struct CallOutline: Sendable {
    /// One of the supplier's steps.
    public let step: String
    /// Hotels named, by the supplier's codes.
    public let hotels: [String]
    /// The client's reference, where the call carries one.
    public let reference: String?

    /// An outline of a call.
    public init(step: String, hotels: [String] = [], reference: String? = nil) {
        self.step = step
        self.hotels = hotels
        self.reference = reference
    }
}

/// A trade outcome that scenario, plan or the client's test header forces on one call.
public enum ForcedOutcome: Hashable, Sendable {
    /// The price is higher than the token says, and stays so.
    case priceChanged
    /// Nothing is left.
    case soldOut
    /// The conditions are worse than the token says.
    case termsChanged
    /// Every offer comes twice.
    case duplicateOffers
    /// Amounts are in another currency than the one asked for.
    case wrongCurrency
    /// The tax is left out of what is shown.
    case taxFlip
}
