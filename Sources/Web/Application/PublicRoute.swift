internal import HTTPServer

/// What clients can ask; held against the published document by a test.
enum PublicRoute: RouteTable {
    case offers
    case quote, refreshQuote
    case placeHold, findHold, hold, releaseHold, extendHold
    case supplierCallback
    case suggest, popularPlaces, placeChanges, place
    case health, readiness, document

    var method: HTTPMethod {
        switch self {
        case .placeHold, .refreshQuote, .extendHold, .supplierCallback: .post
        case .releaseHold: .delete
        case .offers, .quote, .findHold, .hold, .suggest, .popularPlaces, .placeChanges, .place,
            .health, .readiness, .document:
            .get
        }
    }

    var pattern: PathPattern {
        switch self {
        case .offers: PathPattern("/v1/offers")
        case .quote: PathPattern("/v1/quotes/{quoteId}")
        case .refreshQuote: PathPattern("/v1/quotes/{quoteId}/refresh")
        case .placeHold, .findHold: PathPattern("/v1/holds")
        case .hold, .releaseHold: PathPattern("/v1/holds/{holdId}")
        case .extendHold: PathPattern("/v1/holds/{holdId}/extend")
        case .supplierCallback: PathPattern("/v1/suppliers/{supplierId}/callbacks")
        case .suggest: PathPattern("/v1/places/suggest")
        case .popularPlaces: PathPattern("/v1/places/popular")
        case .placeChanges: PathPattern("/v1/places/changes")
        case .place: PathPattern("/v1/places/{placeId}")
        case .health: PathPattern("/healthz")
        case .readiness: PathPattern("/readyz")
        case .document: PathPattern("/openapi.json")
        }
    }

    var produces: [MediaType] {
        switch self {
        case .offers: [.json, .eventStream, .lines]
        case .releaseHold, .supplierCallback: []
        default: [.json]
        }
    }

    var takesJSON: Bool { self == .placeHold }

    var isOpen: Bool {
        switch self {
        case .health, .readiness, .document: true
        // Suppliers have no key of ours: each call is proved by the supplier's own scheme.
        case .supplierCallback: true
        default: false
        }
    }
}
