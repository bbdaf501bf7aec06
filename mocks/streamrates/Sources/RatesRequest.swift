import MockKit
import WireFormat

/// The body of a search, checked.
struct RatesRequest {
    let hotels: [String]
    let stay: Stay
    let parties: [Party]
    let currency: String
    let mostRates: Int
    let boards: [String]
    let refundableOnly: Bool
    let isStreamed: Bool
    let includesHotels: Bool
    /// Seconds that the client lets the service look; nil leaves it to the service.
    let timeout: Int?

    /// Reads the body; an error of the service for anything that is missing or wrong.
    static func read(
        _ bytes: [UInt8], listings: [String: SupplierListing], today: Day
    ) -> Result<RatesRequest, RequestFault> {
        guard let body = try? JSONValue(parsing: bytes), body.members != nil else {
            return .failure(RequestFault(.invalid("empty request body")))
        }
        guard let currency = body["currency"]?.string, currency.utf8.count == 3 else {
            return .failure(RequestFault(.invalid("currency is required")))
        }
        guard body["guestNationality"]?.string?.utf8.count == 2 else {
            return .failure(RequestFault(.invalid("guestNationality is required")))
        }
        guard let checkIn = body["checkin"]?.string.flatMap({ Day($0) }),
            let checkOut = body["checkout"]?.string.flatMap({ Day($0) }), checkIn >= today,
            let stay = Stay(checkIn: checkIn, checkOut: checkOut)
        else { return .failure(RequestFault(.invalid("checkin or checkout is wrong"))) }
        let rooms = body["occupancies"]?.elements ?? []
        let parties = rooms.compactMap { room in
            room["adults"]?.integer(as: Int.self).flatMap {
                Party(
                    adults: $0,
                    childAges: (room["children"]?.elements ?? []).compactMap { $0.integer() })
            }
        }
        guard !parties.isEmpty, parties.count == rooms.count, parties.count <= 8 else {
            return .failure(RequestFault(.invalid("occupancies are wrong")))
        }
        let (hotels, isFiltered) = Self.hotels(body, listings)
        guard hotels.contains(where: { listings[$0] != nil }) else {
            return .failure(
                RequestFault(ServiceError(400, 4000, "hotel ids not found", "bad request")))
        }
        // Pages are cut from the hotels before anything is priced, so that they come out short.
        let offset = max(0, body["offset"]?.integer() ?? 0)
        let limit = min(max(1, body["limit"]?.integer() ?? 200), 5000)
        let boards = (body["boardType"]?.string ?? "").split(separator: ",").map(String.init)
        return .success(
            RatesRequest(
                hotels: Array(hotels.dropFirst(offset).prefix(limit)), stay: stay,
                parties: parties, currency: currency,
                mostRates: body["maxRatesPerHotel"]?.integer() ?? 1000, boards: boards,
                refundableOnly: body["refundableRatesOnly"]?.bool ?? false,
                isStreamed: body["stream"]?.bool ?? false,
                includesHotels: body["includeHotelData"]?.bool ?? isFiltered,
                timeout: body["timeout"]?.integer(as: Int.self).map { min(max($0, 1), 600) }))
    }

    /// The hotels named, or those of a city; and whether the service chose them.
    private static func hotels(
        _ body: JSONValue, _ listings: [String: SupplierListing]
    ) -> (codes: [String], isFiltered: Bool) {
        if let named = body["hotelIds"]?.elements {
            return (named.compactMap(\.string), false)
        }
        guard let country = body["countryCode"]?.string, let city = body["cityName"]?.string else {
            return ([], true)
        }
        let found = listings.values.filter {
            $0.hotel.country == country && $0.hotel.city.lowercased() == city.lowercased()
        }
        return (found.map(\.code).sorted(), true)
    }
}

/// A body that cannot be answered.
struct RequestFault: Error {
    let error: ServiceError

    init(_ error: ServiceError) {
        self.error = error
    }
}
