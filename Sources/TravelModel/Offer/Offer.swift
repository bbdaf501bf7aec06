/// One rate of one hotel for the whole stay and all rooms, as a supplier offers it.
///
/// Its texts are bounded here, whatever a supplier sends: an offer is copied and stored many times.
public struct Offer: Hashable, Sendable {
    /// The hotel under the supplier's code.
    public var hotel: SupplierHotelCode
    /// The supplier's own name of this room and rate, without tokens.
    ///
    /// Equal in two answers when the supplier means the same thing: the offer's identity hangs on
    /// it. At most 1,000 bytes; of a longer one the end is hashed.
    public var rateKey: String { didSet { rateKey = BoundedText.name(rateKey) } }
    /// One entry a room asked for, in the order of the request.
    public var rooms: [OfferRoom]
    /// Meals included for every guest of every room.
    public var board: Board
    /// The supplier's words for the meals, where they say more than ``board``; cut to 200
    /// characters.
    public var boardText: String? {
        didSet { boardText = boardText.map { BoundedText.cut($0, characters: 200) } }
    }
    /// In the supplier's currencies, before markup.
    public var price: OfferPrice
    /// For the whole stay; suppliers do not cancel single rooms here.
    public var cancellation: CancellationTerms
    /// Rooms left, where the supplier says so.
    public var remaining: Int?
    /// When and to whom the guest pays.
    public var payment: OfferPayment
    /// Empty when anyone may buy.
    public var requirements: OfferRequirements
    /// What a hold of this offer would mean.
    public var hold: HoldAbility
    /// Needed to ask the supplier again before a hold.
    public var reference: RateReference
    /// Text that must reach the guest before payment; cut to eight entries of 1,000 characters.
    public var notes: [String] {
        didSet { notes = notes.prefix(8).map { BoundedText.cut($0, characters: 1000) } }
    }
    /// The trader behind the offer, where the law wants it shown; cut to 500 characters.
    public var legal: String? {
        didSet { legal = legal.map { BoundedText.cut($0, characters: 500) } }
    }

    /// An offer for anyone, without notes; what is optional is set afterwards.
    public init(
        hotel: SupplierHotelCode, rateKey: String, rooms: [OfferRoom], board: Board,
        price: OfferPrice, cancellation: CancellationTerms, payment: OfferPayment,
        hold: HoldAbility, reference: RateReference
    ) {
        self.hotel = hotel
        self.rateKey = BoundedText.name(rateKey)
        self.rooms = rooms
        self.board = board
        self.price = price
        self.cancellation = cancellation
        self.payment = payment
        self.hold = hold
        self.reference = reference
        requirements = []
        notes = []
    }
}
