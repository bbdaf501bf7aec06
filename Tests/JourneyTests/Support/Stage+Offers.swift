import Testing
import WireFormat

/// An offer that can be held, as a client reads it.
struct Holdable: Sendable {
    let hotel: String
    let offerID: String
    let quoteID: String
    let total: String
    let remaining: Int?
    let isRefundable: Bool

    init?(_ hotel: String, _ offer: JSONValue) {
        guard let offerID = offer["offerId"]?.string, let quoteID = offer["quoteId"]?.string,
            let total = offer["price"]?["total"]?["amount"]?.string
        else { return nil }
        self.hotel = hotel
        self.offerID = offerID
        self.quoteID = quoteID
        self.total = total
        remaining = offer.number("remaining")
        isRefundable = offer["cancellation"]?["kind"]?.string != "nonRefundable"
    }
}

extension Stage {
    /// The offers one supplier itself (or our inventory) keeps, or confirms, in order of the answer.
    func holdable(
        by keeper: String, _ supplier: String, nights: Int = 2, hotels: Int = 8, maxAge: Int? = 0
    ) async throws -> [Holdable] {
        try await holdable(
            by: keeper,
            Query(
                hotels: try Fixtures.hotels(of: [supplier], most: hotels), suppliers: [supplier],
                nights: nights, maxAge: maxAge))
    }

    func holdable(by keeper: String, _ query: Query) async throws -> [Holdable] {
        try await offers(query).filter { $0.offer["hold"]?["by"]?.string == keeper }
            .compactMap { Holdable($0.hotel, $0.offer) }
    }

    /// A quote of its own for an offer that was found before: the supplier is asked again.
    func freshQuote(of offer: Holdable, _ supplier: String, nights: Int) async throws -> String {
        let query = Query(hotels: [offer.hotel], suppliers: [supplier], nights: nights, maxAge: 0)
        let found = try await offers(query).first { $0.offer["offerId"]?.string == offer.offerID }
        return try #require(found?.offer["quoteId"]?.string, "the offer is gone")
    }

    /// A hold as it is now.
    func holdState(_ location: String) async throws -> JSONValue {
        let answer = try await get(location)
        try #require(answer.status == 200, "\(answer.text)")
        return try answer.json
    }
}
