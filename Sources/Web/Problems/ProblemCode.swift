public import HTTPServer

/// Every way in which a request can fail: what clients may switch over.
public enum ProblemCode: String, Sendable, CaseIterable {
    case invalidRequest = "INVALID_REQUEST"
    case malformedRequest = "MALFORMED_REQUEST"
    case unauthorized = "UNAUTHORIZED"
    case notFound = "NOT_FOUND"
    case placeUnknown = "PLACE_UNKNOWN"
    case hotelUnknown = "HOTEL_UNKNOWN"
    case supplierUnknown = "SUPPLIER_UNKNOWN"
    case callbackRefused = "CALLBACK_REFUSED"
    case searchUnknown = "SEARCH_UNKNOWN"
    case quoteUnknown = "QUOTE_UNKNOWN"
    case holdUnknown = "HOLD_UNKNOWN"
    case methodNotAllowed = "METHOD_NOT_ALLOWED"
    case notAcceptable = "NOT_ACCEPTABLE"
    case requestTimeout = "REQUEST_TIMEOUT"
    case priceChanged = "PRICE_CHANGED"
    case termsChanged = "TERMS_CHANGED"
    case soldOut = "SOLD_OUT"
    case idempotencyInProgress = "IDEMPOTENCY_IN_PROGRESS"
    case quoteAlreadyHeld = "QUOTE_ALREADY_HELD"
    case holdPending = "HOLD_PENDING"
    case holdEnded = "HOLD_ENDED"
    case notExtendable = "NOT_EXTENDABLE"
    case stepImpossible = "STEP_IMPOSSIBLE"
    case quoteExpired = "QUOTE_EXPIRED"
    case changesUnknown = "CHANGES_UNKNOWN"
    case contentTooLarge = "CONTENT_TOO_LARGE"
    case targetTooLong = "TARGET_TOO_LONG"
    case unsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE"
    case expectationFailed = "EXPECTATION_FAILED"
    case offerMismatch = "OFFER_MISMATCH"
    case guestsRequired = "GUESTS_REQUIRED"
    case guestsMismatch = "GUESTS_MISMATCH"
    case idempotencyKeyReused = "IDEMPOTENCY_KEY_REUSED"
    case tooManyHolds = "TOO_MANY_HOLDS"
    case rateLimited = "RATE_LIMITED"
    case fieldsTooLarge = "FIELDS_TOO_LARGE"
    case internalError = "INTERNAL_ERROR"
    case notImplemented = "NOT_IMPLEMENTED"
    case noSupplierAnswered = "NO_SUPPLIER_ANSWERED"
    case supplierUnavailable = "SUPPLIER_UNAVAILABLE"
    case storageUnavailable = "STORAGE_UNAVAILABLE"
    case overloaded = "OVERLOADED"
    case draining = "DRAINING"
    case notReady = "NOT_READY"
    case versionNotSupported = "VERSION_NOT_SUPPORTED"

    /// The status it is answered with.
    public var status: HTTPStatus { meaning.status }

    /// One line for people, the same for every occurrence.
    public var title: String { meaning.title }

    private var meaning: (status: HTTPStatus, title: String) {
        switch self {
        case .invalidRequest: (.badRequest, "The request has faults")
        case .malformedRequest: (.badRequest, "The request cannot be read")
        case .unauthorized: (.unauthorized, "A good key is needed")
        case .notFound: (.notFound, "Nothing here")
        case .placeUnknown: (.notFound, "Unknown place")
        case .hotelUnknown: (.notFound, "Unknown hotels")
        case .supplierUnknown: (.notFound, "Unknown supplier")
        case .callbackRefused: (.forbidden, "The callback is not proved")
        case .searchUnknown: (.notFound, "The search is not recorded")
        case .quoteUnknown: (.notFound, "Unknown quote")
        case .holdUnknown: (.notFound, "Unknown hold")
        case .methodNotAllowed: (.methodNotAllowed, "Method not allowed")
        case .notAcceptable: (.notAcceptable, "No acceptable form")
        case .requestTimeout: (.requestTimeout, "The request came too slowly")
        case .priceChanged: (.conflict, "The price has changed")
        case .termsChanged: (.conflict, "The terms have changed")
        case .soldOut: (.conflict, "Sold out")
        case .idempotencyInProgress: (.conflict, "The same request is still running")
        case .quoteAlreadyHeld: (.conflict, "The quote is held already")
        case .holdPending: (.conflict, "The hold is not decided yet")
        case .holdEnded: (.conflict, "The hold has ended")
        case .stepImpossible: (.conflict, "Not possible with this hold as it is")
        case .notExtendable: (.conflict, "The hold cannot be extended")
        case .quoteExpired: (.gone, "The quote has expired")
        case .changesUnknown: (.gone, "The changes since then are not known")
        case .contentTooLarge: (.contentTooLarge, "The body is too large")
        case .targetTooLong: (.uriTooLong, "The address is too long")
        case .unsupportedMediaType: (.unsupportedMediaType, "Unsupported media type")
        case .expectationFailed: (.expectationFailed, "Unknown expectation")
        case .offerMismatch: (.unprocessableContent, "The quote is for another offer")
        case .guestsRequired: (.unprocessableContent, "Guests or contact are missing")
        case .guestsMismatch: (.unprocessableContent, "The guests do not fit the rooms")
        case .idempotencyKeyReused: (.unprocessableContent, "The key belongs to another request")
        case .tooManyHolds: (.tooManyRequests, "Too many open holds")
        case .rateLimited: (.tooManyRequests, "Too many requests")
        case .fieldsTooLarge: (.headerFieldsTooLarge, "The header is too large")
        case .internalError: (.internalServerError, "A fault of ours")
        case .notImplemented: (.notImplemented, "Not implemented")
        case .noSupplierAnswered: (.serviceUnavailable, "No supplier answered")
        case .supplierUnavailable: (.serviceUnavailable, "The supplier is not available")
        case .storageUnavailable: (.serviceUnavailable, "Storage is not available")
        case .overloaded: (.serviceUnavailable, "Too busy")
        case .draining: (.serviceUnavailable, "Shutting down")
        case .notReady: (.serviceUnavailable, "Not ready")
        case .versionNotSupported: (.versionNotSupported, "HTTP version not supported")
        }
    }
}
