import MockKit

/// The query of a search, checked.
struct ShopRequest {
    let stay: Stay
    let parties: [Party]
    let currency: String
    let properties: [String]
    /// Rates a property.
    let most: Int
    let includesReasons: Bool
    let includesRefundability: Bool
    let packages: Bool
    let refundableOnly: Bool

    /// Reads the query, or lists everything that is wrong with it.
    static func read(_ request: MockRequest, now: Moment) -> Result<ShopRequest, ShopFaults> {
        var faults = ShopFaults()
        let required = [
            "checkin", "checkout", "currency", "country_code", "language", "occupancy",
            "rate_plan_count", "sales_channel", "sales_environment",
        ]
        for name in required where request.parameter(name) == nil {
            faults.add(name, "required", nil, "\(name) is required.")
        }
        let properties = request.parameters("property_id")
        if properties.isEmpty {
            faults.add("property_id", "required", nil, "property_id is required.")
        } else if properties.count > 250 {
            faults.add(
                "property_id", "invalid_above_maximum", String(properties.count),
                "At most 250 properties may be requested.")
        }
        let stay = Self.stay(request, now: now, &faults)
        let texts = request.parameters("occupancy")
        let parties = texts.compactMap { Party($0) }
        if parties.count != texts.count || parties.count > 8 {
            faults.add(
                "occupancy", "invalid", texts.joined(separator: "&"),
                "Occupancy must be adults[-age[,age]], at most 8 rooms.")
        }
        let most = request.parameter("rate_plan_count").flatMap { Int($0) } ?? 0
        if !(1...250).contains(most), request.parameter("rate_plan_count") != nil {
            faults.add(
                "rate_plan_count", "invalid", request.parameter("rate_plan_count"),
                "rate_plan_count must be between 1 and 250.")
        }
        let currency = request.parameter("currency") ?? ""
        if currency.utf8.count != 3, request.parameter("currency") != nil {
            faults.add("currency", "invalid", currency, "The currency code is not valid.")
        }
        check(request, "sales_channel", among: channels, &faults)
        check(request, "sales_environment", among: environments, &faults)
        guard let stay, faults.parts.isEmpty else { return .failure(faults) }
        let include = request.parameters("include")
        return .success(
            ShopRequest(
                stay: stay, parties: parties, currency: currency, properties: properties,
                most: most, includesReasons: include.contains("unavailable_reason"),
                includesRefundability: include.contains("rooms.rates.current_refundability"),
                packages: request.parameter("sales_environment") == "hotel_package",
                refundableOnly: request.parameters("filter").contains("refundable")))
    }

    private static let channels = [
        "website", "agent_tool", "mobile_app", "mobile_web", "meta", "cache",
    ]
    private static let environments = ["hotel_only", "hotel_package", "loyalty"]

    private static func check(
        _ request: MockRequest, _ name: String, among known: [String], _ faults: inout ShopFaults
    ) {
        guard let value = request.parameter(name), !known.contains(value) else { return }
        faults.add(name, "invalid", value, "\(name) must be one of \(known).")
    }

    private static func stay(
        _ request: MockRequest, now: Moment, _ faults: inout ShopFaults
    ) -> Stay? {
        guard let first = request.parameter("checkin"), let last = request.parameter("checkout")
        else { return nil }
        // Somewhere on earth it may still be yesterday.
        let today = now.day(offset: -12 * 60)
        guard let checkIn = Day(first), checkIn >= today, checkIn <= today.adding(501) else {
            faults.add(
                "checkin", "invalid_date", first,
                "checkin must be a date from today to 500 days ahead.")
            return nil
        }
        guard let checkOut = Day(last), let stay = Stay(checkIn: checkIn, checkOut: checkOut) else {
            faults.add("checkout", "invalid_date", last, "checkout must be 1 to 28 days later.")
            return nil
        }
        return stay
    }
}

/// Everything that is wrong with a query.
struct ShopFaults: Error {
    private(set) var parts: [RapidError.Part] = []

    mutating func add(_ name: String, _ kind: String, _ value: String?, _ message: String) {
        let field = RapidError.Field(name: name, type: "querystring", value: value)
        parts.append(RapidError.Part("\(name).\(kind)", message, [field]))
    }
}
