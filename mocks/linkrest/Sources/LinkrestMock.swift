public import MockKit

/// Imitates Expedia Rapid v3: shop, price check, hold, resume, retrieve, cancel.
///
/// Written from the published OpenAPI document and error reference; `README.md` lists what is left
/// out. All routes start with `/v3`.
public struct LinkrestMock: MockSupplier {
    /// The key and secret of the demonstration account.
    public static let demoCredentials = Credentials(
        key: "linkrest-demo-key", secret: "linkrest-demo-secret")

    /// `linkrest`.
    public let id = "linkrest"
    /// In the order of a journey.
    public let steps = [
        "shop", "priceCheck", "book", "resume", "retrieve", "release", "cancelRoom",
    ]

    let credentials: Credentials
    var itineraries: [String: Itinerary] = [:]
    var byReference: [String: String] = [:]
    var limits = RateLimits()

    /// A mock that accepts one account.
    public init(credentials: Credentials = LinkrestMock.demoCredentials) {
        self.credentials = credentials
    }

    /// The step by method and path.
    public func outline(of request: MockRequest, in shop: Shop) -> CallOutline? {
        guard request.path.first == "v3" else { return nil }
        let path = request.path.dropFirst()
        switch (request.method, path.first, path.count) {
        case ("GET", "properties", 2) where path.last == "availability":
            return CallOutline(step: "shop", hotels: request.parameters("property_id"))
        case ("GET", "properties", 3) where path.last == "availability":
            return CallOutline(step: "shop", hotels: [request.path[2]])
        case ("GET", "properties", 6):
            return CallOutline(step: "priceCheck", hotels: [request.path[2]])
        case ("POST", "itineraries", 1):
            let token = request.parameter("token").flatMap { shop.open($0, purpose: "book") }
            return CallOutline(
                step: "book", hotels: token.map { [$0.hotel] } ?? [],
                reference: BookBody.reference(request))
        case ("GET", "itineraries", 1):
            return CallOutline(
                step: "retrieve", reference: request.parameter("affiliate_reference_id"))
        case ("GET", "itineraries", 2):
            return CallOutline(step: "retrieve", reference: reference(of: request.path[2]))
        case ("PUT", "itineraries", 2):
            return CallOutline(step: "resume", reference: reference(of: request.path[2]))
        case ("DELETE", "itineraries", 2):
            return CallOutline(step: "release", reference: reference(of: request.path[2]))
        case ("DELETE", "itineraries", 4):
            return CallOutline(step: "cancelRoom", reference: reference(of: request.path[2]))
        default: return nil
        }
    }

    /// Checks the caller, the header fields, the test keyword and the quota, then does the step.
    public mutating func answer(
        _ request: MockRequest, _ call: CallOutline, in shop: inout Shop
    ) -> MockAnswer {
        if let refusal = credentials.refusal(of: request, wall: shop.wall) { return refusal }
        if let refusal = missingFields(request, call) { return refusal }
        let now = shop.now
        guard limits.charge(load(of: request, call), now: now) else { return throttled(request) }
        var answer =
            tested(request, call, in: &shop)
            ?? {
                switch call.step {
                case "shop": self.shop(request, in: &shop)
                case "priceCheck": priceCheck(request, in: &shop)
                case "book": book(request, in: &shop)
                case "resume": resume(request, in: &shop)
                case "retrieve": retrieve(request, in: &shop)
                case "release": release(request, in: &shop)
                default: cancelRoom(request, in: &shop)
                }
            }()
        answer.fields += limits.fields(now: now) + LinkrestMock.region
        return answer
    }

    /// 429 with the minute's quota used up.
    public func throttled(_ request: MockRequest) -> MockAnswer {
        var answer = RapidError(
            429, "too_many_requests",
            "You have exceeded your quota for the current minute. Please slow down."
        ).answer(outcome: "throttled")
        answer.fields += [("Rate-Limit-Minute-Remaining", "0")] + LinkrestMock.region
        return answer
    }

    /// An error object, also for a status that Rapid itself does not use.
    public func failed(_ request: MockRequest, status: Int) -> MockAnswer {
        let error =
            switch status {
            case 404: RapidError(404, "resource.not_found", "The resource was not found.")
            case 503: RapidError(503, "service_unavailable", "The service is not available now.")
            default:
                RapidError(status, "unknown_internal_error", "An internal error has occurred.")
            }
        var answer = error.answer(outcome: "refused")
        answer.fields += LinkrestMock.region
        return answer
    }

    static let region: [(name: String, value: String)] = [("Region", "mock-1")]

    func reference(of itinerary: String) -> String? {
        itineraries[itinerary]?.reference
    }

    /// Fields without which Rapid answers 400.
    private func missingFields(_ request: MockRequest, _ call: CallOutline) -> MockAnswer? {
        var needed = ["Accept", "Accept-Encoding", "User-Agent"]
        if call.step != "shop" && call.step != "priceCheck" { needed.append("Customer-Ip") }
        let missing = needed.filter { request.field($0) == nil }
        guard !missing.isEmpty else { return nil }
        let errors = missing.map { name in
            RapidError.Part(
                "\(name.lowercased()).required", "The \(name) header is required.",
                [.init(name: name, type: "header", value: nil)])
        }
        return RapidError.invalid(errors).answer(outcome: "invalid")
    }

    /// Rapid counts what a call asks for, not the call: properties x rooms x nights.
    private func load(of request: MockRequest, _ call: CallOutline) -> Int {
        guard call.step == "shop", let from = request.parameter("checkin").flatMap({ Day($0) }),
            let to = request.parameter("checkout").flatMap({ Day($0) }),
            let stay = Stay(checkIn: from, checkOut: to)
        else { return 1 }
        let rooms = min(max(1, request.parameters("occupancy").count), 8)
        return min(max(1, call.hotels.count), 250) * rooms * stay.nights
    }
}
