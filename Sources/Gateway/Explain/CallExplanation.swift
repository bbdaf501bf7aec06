public import SupplierKit
public import TravelModel

/// One call to a supplier as a search saw it; every moment counts from the search's start, and is
/// below zero for what was before it.
public struct CallExplanation: Sendable {
    /// One attempt; a retry is another one.
    public struct Try: Sendable, Hashable {
        /// When it began.
        public let begun: Duration
        /// How long the supplier was given.
        public let given: Duration
    }

    /// A rate that was left out.
    public struct Drop: Sendable, Hashable {
        /// Why.
        public let reason: DropReason
        /// The supplier's hotel and rate; masked, else as it was sent.
        public let what: String
    }

    /// The hotels asked for in it, by the supplier's codes.
    public let hotels: [SupplierHotelCode]
    /// Whether another search had begun it.
    public let isShared: Bool
    /// When it was decided on.
    public let asked: Duration
    /// What was said on the wire, in the order it was sent; at most 8.
    public let exchanges: [ExchangeTrace]
    /// At most one, and one for each retry.
    public internal(set) var tries: [Try] = []
    /// When the adapter had read everything.
    public internal(set) var parsed: Duration?
    /// When all of it had been stored, so that it could be shown.
    public internal(set) var shown: Duration?
    /// Whether it has ended by now, for this search or after it.
    public internal(set) var isOver = false
    /// The contract's code of a call that was not answered whole.
    public internal(set) var code: String?
    /// Where it broke.
    public internal(set) var phase: CallPhase?
    /// The supplier's or the transport's words; masked.
    public internal(set) var detail = ""
    /// Rates that were read.
    public internal(set) var found = 0
    /// Rates left out, by reason; known once it is over.
    public internal(set) var dropped: [DropCount] = []
    /// The first three of each reason that the adapter gave.
    public internal(set) var examples: [Drop] = []
    /// The first five rates, as they were read.
    public internal(set) var offers: [OfferReading] = []

    init(
        hotels: [SupplierHotelCode], isShared: Bool, asked: Duration, exchanges: [ExchangeTrace]
    ) {
        self.hotels = hotels
        self.isShared = isShared
        self.asked = asked
        self.exchanges = exchanges
    }
}

/// One request and its answer with everything that is known of the way; moments as in
/// ``CallExplanation``.
public struct ExchangeTrace: Sendable {
    /// Method, path, bodies and status, masked and cut.
    public let exchange: SupplierExchange
    /// The fields the adapter sent, `Name: value`; the ones that credentials go into are not among them.
    public let requestFields: [String]
    /// The first fields of the answer, `Name: value`.
    public let responseFields: [String]
    /// When the transport was given it: from here on it waits for a connection.
    public let given: Duration
    /// When it began to go out over a connection; `nil` where it did not, or nobody said so.
    public let sent: Duration?
    /// When its answer began.
    public let firstByte: Duration?
    /// When the last piece of the body came.
    public let lastByte: Duration?
    /// When it was over, whole or not.
    public let ended: Duration?
    /// What the transport measured; `nil` until it is over, and where it measures nothing.
    public let measure: ExchangeMeasure?
}

/// How one rate of a supplier was understood.
public struct OfferReading: Sendable {
    /// The supplier's code.
    public let code: SupplierHotelCode
    /// Ours; `nil` where nobody mapped it.
    public let hotel: HotelID?
    /// The supplier's name of the rate, at most 120 characters.
    public let rateKey: String
    /// Each room's name as it was sent, and as rooms of several suppliers are compared.
    public let rooms: [(sent: String, compared: String)]
    /// The supplier's words for the meals, where it has any beside its code.
    public let boardText: String?
    /// The meals as they were understood.
    public let board: Board
    /// What cancelling costs, in a word.
    public let cancellation: CancellationTerms.Kind
    /// As the supplier charges it.
    public let charge: Money

    init(_ offer: Offer, hotel: HotelID?) {
        code = offer.hotel
        self.hotel = hotel
        rateKey = String(offer.rateKey.prefix(120))
        rooms = offer.rooms.map { ($0.name, RoomName.normalised($0.name)) }
        boardText = offer.boardText
        board = offer.board
        cancellation = offer.cancellation.kind
        charge = offer.price.charge
    }
}
