/// One way in which an answer goes wrong.
public enum Fault: Hashable, Sendable {
    // Nothing is done at the supplier.

    /// The connection is cut as soon as the request was read.
    case reset
    /// No answer ever; the connection stays open.
    case hang
    /// An error status in the supplier's own dress.
    case status(Int)
    /// The supplier's own way of saying "too many requests".
    case throttle
    /// Answers 200 with a web page.
    case html

    // The step is done, but the answer suffers.

    /// The whole answer is lost: the connection is cut after the step was done.
    case dropAnswer
    /// The connection is cut in the middle of the body.
    case resetMidBody
    /// The body stops in the middle; the connection stays open.
    case hangMidBody
    /// The body comes in small pieces, slowly.
    case drip
    /// The body ends early although the framing says it is whole.
    case truncate
    /// Bytes that do not belong there follow the body.
    case garbage
    /// The head is right, the body empty.
    case emptyBody
    /// The body is right, its type says something else.
    case wrongContentType
    /// Said to be gzip; the last part is damaged.
    case badGzip
    /// A valid body of more than 8 MiB.
    case oversize
    /// Containers inside each other, deeper than anyone should read.
    case deepNesting

    // The supplier refuses for a reason of trade.

    /// Costs more than the token said, and keeps to it.
    case priceChanged
    /// No room left.
    case soldOut
    /// The conditions got worse, the price did not.
    case termsChanged

    // The answer is well formed and wrong.

    /// Every offer comes twice.
    case duplicateOffers
    /// Amounts are in another currency than the one asked for.
    case wrongCurrency
    /// The tax is left out of what is shown.
    case taxFlip

    /// The name in scenario and plan files; `status` has its number beside it.
    public var name: String {
        switch self {
        case .reset: "reset"
        case .hang: "hang"
        case .status: "status"
        case .throttle: "throttle"
        case .html: "html"
        case .dropAnswer: "dropAnswer"
        case .resetMidBody: "resetMidBody"
        case .hangMidBody: "hangMidBody"
        case .drip: "drip"
        case .truncate: "truncate"
        case .garbage: "garbage"
        case .emptyBody: "emptyBody"
        case .wrongContentType: "wrongContentType"
        case .badGzip: "badGzip"
        case .oversize: "oversize"
        case .deepNesting: "deepNesting"
        case .priceChanged: "priceChanged"
        case .soldOut: "soldOut"
        case .termsChanged: "termsChanged"
        case .duplicateOffers: "duplicateOffers"
        case .wrongCurrency: "wrongCurrency"
        case .taxFlip: "taxFlip"
        }
    }

    /// Every fault; `status` with 503.
    public static let all: [Fault] = [
        .reset, .hang, .status(503), .throttle, .html, .dropAnswer, .resetMidBody, .hangMidBody,
        .drip, .truncate, .garbage, .emptyBody, .wrongContentType, .badGzip, .oversize,
        .deepNesting, .priceChanged, .soldOut, .termsChanged, .duplicateOffers, .wrongCurrency,
        .taxFlip,
    ]

    /// What a mock is to do about it itself; nil for what the kit does around it.
    var forced: ForcedOutcome? {
        switch self {
        case .priceChanged: .priceChanged
        case .soldOut: .soldOut
        case .termsChanged: .termsChanged
        case .duplicateOffers: .duplicateOffers
        case .wrongCurrency: .wrongCurrency
        case .taxFlip: .taxFlip
        default: nil
        }
    }

    /// Whether the supplier's answer is never asked for, so that nothing is committed.
    var isBeforeWork: Bool {
        switch self {
        case .reset, .hang, .html: true
        default: false
        }
    }
}
