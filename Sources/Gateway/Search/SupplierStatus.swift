public import SupplierKit
public import TravelModel

/// How one supplier did in one search, by the table of the HTTP contract.
public struct SupplierStatus: Sendable, Hashable {
    /// Who.
    public let supplier: SupplierID
    /// One word.
    public let state: SupplierState
    /// Where what it gave came from.
    public let source: AnswerSource
    /// Where a call stood or broke; only with a ``code`` of a call.
    public let phase: CallPhase?
    /// Why it is not `ok` or `empty`.
    public let code: SupplierCode?
    /// The supplier's own code or words; no secrets, at most 200 characters.
    public let detail: String?
    /// From the search's start to this supplier's end.
    public let latency: Duration
    /// How old the oldest answer used is; zero for live ones.
    public let age: Duration
    /// Hotels it gave at least one offer for.
    public let hotels: Int
    /// Offers it gave.
    public let offers: Int
    /// Rates left out, by reason in the order of the reasons' declaration; only above zero.
    public let dropped: [DropCount]
}

/// How many rates were left out for one reason.
public struct DropCount: Sendable, Hashable {
    /// Why.
    public let reason: DropReason
    /// Above zero.
    public let count: Int
}

/// Why a rate that a supplier sent is not shown.
public enum DropReason: String, Sendable, CaseIterable {
    /// The lines of the price do not add up.
    case priceContradiction
    /// A field is missing, of the wrong type or out of range.
    case malformed
    /// A currency outside ISO 4217.
    case unknownCurrency
    /// Not for the rooms, guests or dates asked for.
    case wrongStay
    /// On request only.
    case onRequest
    /// A hotel that was not asked for.
    case unaskedHotel
    /// The same rate was already in this answer.
    case duplicate
    /// Sold only with another product, and not asked for.
    case packageOnly
    /// More rates of one hotel than are kept.
    case overLimit

    init(_ reason: OfferDrop.Reason) {
        self =
            switch reason {
            case .priceContradiction: .priceContradiction
            case .malformed: .malformed
            case .unknownCurrency: .unknownCurrency
            case .wrongStay: .wrongStay
            case .onRequest: .onRequest
            case .unaskedHotel: .unaskedHotel
            case .duplicate: .duplicate
            case .overLimit: .overLimit
            }
    }
}

/// The closed set of a supplier's final states.
public enum SupplierState: String, Sendable, CaseIterable {
    case ok, empty, partial, timeout, error, throttled, auth
    case circuitOpen = "circuit_open"
    /// Not heard to its end for reasons of our own: a limit, or the gateway's end.
    case overloaded
    case skipped
}

/// Where an answer came from.
public enum AnswerSource: String, Sendable, CaseIterable {
    /// Asked now, by this search or another one at the same time.
    case live
    /// Kept, and fresh.
    case cache
    /// Kept, and past its soft life.
    case stale
    /// Nothing was given.
    case none
}

/// Why a supplier's state is what it is.
public enum SupplierCode: Sendable, Hashable {
    /// A call failed.
    case failure(SupplierFailure.Code)
    /// The breaker is open.
    case circuitOpen
    /// The gateway was about to end and waited no longer; the supplier may have been quick enough.
    case shuttingDown
    /// It was not asked.
    case skipped(SkipReason)

    /// Our own limit of calls was reached.
    public static let overloaded = SupplierCode.failure(.overloaded)

    /// Upper case with underscores: the HTTP contract's code and a metric label.
    public var text: String {
        switch self {
        case .failure(let code): code.rawValue
        case .circuitOpen: "CIRCUIT_OPEN"
        case .shuttingDown: "SHUTTING_DOWN"
        case .skipped(let reason): reason.rawValue
        }
    }
}

/// Why a supplier is not asked.
public enum SkipReason: String, Sendable, CaseIterable {
    /// It lists none of the hotels.
    case notCovered = "NOT_COVERED"
    /// An operator switched it off.
    case disabled = "DISABLED"
    /// More rooms than it can be asked for.
    case tooManyRooms = "TOO_MANY_ROOMS"
    /// More nights than it can be asked for.
    case tooManyNights = "TOO_MANY_NIGHTS"
    /// Check-in is too far ahead for it.
    case tooFarAhead = "TOO_FAR_AHEAD"
    /// It does not take children, or not of these ages.
    case unsupportedAges = "UNSUPPORTED_AGES"
    /// The search was restricted to others.
    case notAsked = "NOT_ASKED"
}
