public import MockKit
import WireFormat

/// Imitates LiteAPI v3: rates in one answer or streamed, prebook, book, retrieve, cancel.
///
/// Written from the published OpenAPI documents; `README.md` lists what is left out. All routes
/// start with `/v3.0`.
public struct StreamratesMock: MockSupplier {
    /// The key of the demonstration account, sent as `X-API-Key`.
    public static let demoKey = "streamrates-demo-key"

    /// `streamrates`.
    public let id = "streamrates"
    /// In the order of a journey.
    public let steps = ["rates", "prebook", "book", "retrieve", "cancel"]

    let key: String
    /// Prebooks kept at one time; beyond it the expired ones go, and then all.
    static let mostPrebooks = 20_000

    var prebooks: [String: Prebook] = [:]
    var prebookCount = 0
    var bookings: [String: Booking] = [:]
    var byReference: [String: String] = [:]

    /// A mock that accepts one key.
    public init(key: String = StreamratesMock.demoKey) {
        self.key = key
    }

    /// The step by method and path.
    public func outline(of request: MockRequest, in shop: Shop) -> CallOutline? {
        guard request.path.first == "v3.0" else { return nil }
        let path = request.path.dropFirst().joined(separator: "/")
        switch (request.method, path) {
        case ("POST", "hotels/rates"):
            let body = try? JSONValue(parsing: request.body)
            let hotels = (body?["hotelIds"]?.elements ?? []).compactMap(\.string)
            return CallOutline(step: "rates", hotels: hotels)
        case ("POST", "rates/prebook"):
            let body = try? JSONValue(parsing: request.body)
            let token = body?["offerId"]?.string.flatMap { shop.open($0, purpose: "prebook") }
            return CallOutline(step: "prebook", hotels: token.map { [$0.hotel] } ?? [])
        case ("POST", "rates/book"):
            let body = try? JSONValue(parsing: request.body)
            let prebook = body?["prebookId"]?.string.flatMap { prebooks[$0] }
            return CallOutline(
                step: "book", hotels: prebook.map { [$0.token.hotel] } ?? [],
                reference: body?["clientReference"]?.string)
        case ("GET", "bookings"):
            return CallOutline(step: "retrieve", reference: request.parameter("clientReference"))
        case (_, _) where request.path.count == 3 && request.path[1] == "bookings":
            let reference = bookings[request.path[2]]?.reference
            switch request.method {
            case "GET": return CallOutline(step: "retrieve", reference: reference)
            case "PUT": return CallOutline(step: "cancel", reference: reference)
            default: return nil
            }
        default: return nil
        }
    }

    /// Checks the key, then does the step.
    public mutating func answer(
        _ request: MockRequest, _ call: CallOutline, in shop: inout Shop
    ) -> MockAnswer {
        guard request.field("X-API-Key") == key else {
            return ServiceError(401, 401, "Unauthorized", "Unauthorized")
                .answer(outcome: "unauthenticated")
        }
        switch call.step {
        case "rates": return rates(request, in: &shop)
        case "prebook": return prebook(request, in: &shop)
        case "book": return book(request, in: &shop)
        case "retrieve": return retrieve(request, in: &shop)
        default: return cancel(request, in: &shop)
        }
    }

    /// 429 with code 4290.
    public func throttled(_ request: MockRequest) -> MockAnswer {
        ServiceError(429, 4290, "rate limit exceeded", "too many requests")
            .answer(outcome: "throttled")
    }

    /// An error object; 408 is the service's own time limit.
    public func failed(_ request: MockRequest, status: Int) -> MockAnswer {
        let error =
            status == 408
            ? ServiceError(408, 4016, "prebook timeout exceeded", "please consider increasing")
            : ServiceError(status, status == 404 ? 404 : 5000, "error", "unable to process request")
        return error.answer(outcome: "refused")
    }
}

/// A price that was confirmed, until its time is over.
struct Prebook {
    let token: OfferToken
    let offer: StayOffer
    let expires: Moment
}
