internal import Gateway
internal import HTTPServer
internal import SupplierKit
internal import TravelModel
internal import WireFormat

/// Reads what `GET /v1/offers` is asked, with every fault at once.
struct OffersQuery {
    /// What this version understands.
    static let known = [
        "placeId", "near", "radiusKm", "hotelId", "checkIn", "checkOut", "dates", "occupancy",
        "currency", "residency", "lang", "limit", "timeoutMs", "maxAgeMs", "suppliers",
        "packageRates", "channel",
    ]
    /// Of the contract, for later.
    static let unbuilt = [
        "bbox", "sort", "stars", "board", "refundable", "priceMin", "priceMax", "amenities",
        "name", "cursor",
    ]

    private var reader: QueryReader
    private let defaults: TenantTerms
    private let suppliers: [SupplierID]

    private init(_ query: String?, _ defaults: TenantTerms, _ suppliers: [SupplierID]) {
        reader = QueryReader(query, known: Self.known, unbuilt: Self.unbuilt)
        self.defaults = defaults
        self.suppliers = suppliers
    }

    /// The search a call asks for; `suppliers` are those that can be named, `mayExplain` whether the
    /// client may have it recorded.
    ///
    /// Where a part cannot be read, a sound one takes its place, so that the faults of the other
    /// parts are found as well.
    static func read(
        _ call: Call, suppliers: [SupplierID], now: Instant, mayExplain: Bool = true
    ) throws(Problem) -> SearchRequest {
        var query = OffersQuery(call.request.query, call.client.terms, suppliers)
        let target = query.target()
        let stay = query.stay()
        let rooms = query.rooms()
        var shopper = query.shopper()
        var options = query.options(isStream: call.form != .json)
        var fieldFaults = ShopperFields.read(call.request.fields, into: &shopper)
        options.isExplained = ExplainField.isAsked(call.request, &fieldFaults) && mayExplain
        let standIn = StandIn(now: now)
        var faults = query.reader.faults + fieldFaults
        guard let anyStay = stay ?? standIn.stay, let anyTarget = target ?? standIn.target else {
            throw Problem(.internalError, "The clock cannot be read.")
        }
        do throws(SearchRequestFaults) {
            let request = try SearchRequest(
                target: anyTarget, stay: anyStay, rooms: rooms ?? standIn.rooms, shopper: shopper,
                tenant: call.tenant, options: options, now: now)
            if faults.isEmpty { return request }
        } catch {
            faults += error.faults.map { query.named($0) }
        }
        throw Problem(faults: faults)
    }

    /// Sound parts for those that could not be read.
    private struct StandIn {
        let stay: StayDates?
        let target = PlaceID("any").map { SearchTarget.place($0) }
        let rooms = [Occupancy(adults: 1)].compactMap { $0 }

        init(now: Instant) {
            let today = now.civil(offsetSeconds: 0)?.date
            stay = today.flatMap { first in
                first.adding(days: 1).flatMap { StayDates(checkIn: first, checkOut: $0) }
            }
        }
    }

    // MARK: - Parts

    private mutating func target() -> SearchTarget? {
        let ways = ["placeId", "near", "hotelId"].filter { reader.has($0) }
        if ways.count != 1 {
            let detail = "exactly one of placeId, near with radiusKm, hotelId"
            for way in ways { reader.report(way, detail) }
            if ways.isEmpty { reader.report("placeId", detail) }
        }
        let place = reader.value("placeId", otherwise: "an id from the suggestions") {
            PlaceID($0)
        }
        let centre = reader.point("near")
        let radius = reader.value("radiusKm", otherwise: "a number of kilometres") {
            PlainNumber.double($0)
        }
        if reader.has("near"), !reader.has("radiusKm") {
            reader.report("radiusKm", "missing; it goes with near")
        } else if reader.has("radiusKm"), !reader.has("near") {
            reader.report("radiusKm", "goes only with near")
        }
        let hotels = hotels()
        guard ways.count == 1 else { return nil }
        if let place { return .place(place) }
        if let centre, let radius {
            return .area(.circle(centre: centre, radiusKilometres: radius))
        }
        return hotels.isEmpty ? nil : .area(.hotels(hotels))
    }

    /// In the order given, each once.
    private mutating func hotels() -> [HotelID] {
        var seen: Set<HotelID> = []
        var hotels: [HotelID] = []
        for text in reader.all("hotelId") {
            guard let hotel = HotelID(text) else {
                reader.report("hotelId", "an id such as hotel:lisbon-aurora")
                continue
            }
            if seen.insert(hotel).inserted { hotels.append(hotel) }
        }
        return hotels
    }

    private mutating func stay() -> StayDates? {
        let usesDates = reader.has("dates")
        if usesDates {
            for name in ["checkIn", "checkOut"] where reader.has(name) {
                reader.report(name, "either dates or checkIn and checkOut")
            }
            return reader.value("dates", otherwise: "two days, such as 2027-01-11/2027-01-13") {
                let days = $0.split(separator: "/", omittingEmptySubsequences: false)
                guard days.count == 2, let checkIn = CivilDate(days[0]),
                    let checkOut = CivilDate(days[1])
                else { return nil }
                return StayDates(checkIn: checkIn, checkOut: checkOut)
            }
        }
        for name in ["checkIn", "checkOut"] where !reader.has(name) {
            reader.report(name, "missing")
        }
        let checkIn = reader.value("checkIn", otherwise: "a day, such as 2027-01-11") {
            CivilDate($0)
        }
        let checkOut = reader.value("checkOut", otherwise: "a day, such as 2027-01-13") {
            CivilDate($0)
        }
        guard let checkIn, let checkOut else { return nil }
        let stay = StayDates(checkIn: checkIn, checkOut: checkOut)
        if stay == nil { reader.report("checkOut", "1 to \(SearchLimits.nights) nights later") }
        return stay
    }

    private mutating func rooms() -> [Occupancy]? {
        let texts = reader.all("occupancy")
        if texts.isEmpty {
            reader.report("occupancy", "missing; once a room, such as 2 or 2-9,4")
            return nil
        }
        let rooms = texts.compactMap { Occupancy($0) }
        guard rooms.count == texts.count else {
            reader.report(
                "occupancy", "1 to 6 adults, then up to 4 ages from 0 to 17, such as 2-9,4")
            return nil
        }
        return rooms
    }

    private mutating func shopper() -> ShopperContext {
        let currency = reader.value("currency", otherwise: "a code of ISO 4217, such as EUR") {
            CurrencyCode($0)
        }
        let residency = reader.value("residency", otherwise: "two letters, such as DE") {
            CountryCode($0)
        }
        var shopper = ShopperContext(
            residency: residency ?? defaults.residency,
            language: reader.language("lang") ?? defaults.language,
            currency: currency ?? defaults.currency)
        if let channel = reader.choice("channel", ShopperContext.Channel.self) {
            shopper.channel = channel
        }
        return shopper
    }

    private mutating func options(isStream: Bool) -> SearchOptions {
        var options = SearchOptions()
        options.timeout = .milliseconds(isStream ? 4_000 : 3_000)
        if let limit = reader.integer("limit", in: SearchLimits.page) { options.limit = limit }
        // Moved into its bounds by the search, so any whole number will do.
        if let time = reader.value("timeoutMs", otherwise: "a whole number", PlainNumber.integer) {
            options.timeout = .milliseconds(min(max(time, 0), 86_400_000))
        }
        if let age = reader.integer("maxAgeMs", in: 0...86_400_000) {
            options.maxAge = .milliseconds(age)
        }
        options.packageRates = reader.flag("packageRates") ?? false
        options.suppliers = restriction()
        return options
    }

    /// `suppliers=a,b`, also repeated.
    private mutating func restriction() -> [SupplierID] {
        let names = reader.all("suppliers").flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        return names.compactMap { name in
            guard !name.isEmpty else {
                reader.report(
                    "suppliers", "an empty name; names separated by commas, or leave it out for all"
                )
                return nil
            }
            if let supplier = suppliers.first(where: { $0.text == name }) { return supplier }
            reader.report("suppliers", unknownSupplier(String(name.prefix(64))))
            return nil
        }
    }

    private func unknownSupplier(_ name: String) -> String {
        let nearest = Spelling.nearest(to: name, among: suppliers.map(\.text))
        return "no supplier \u{201C}\(name)\u{201D}"
            + (nearest.map { "; did you mean \u{201C}\($0)\u{201D}?" } ?? "")
    }

    // MARK: - Faults found by the search

    /// A fault of the request in the words of the query.
    private func named(_ fault: SearchRequestFault) -> InputFault {
        let name =
            switch fault.part {
            case .area: reader.has("hotelId") ? "hotelId" : "radiusKm"
            case .checkIn: reader.has("dates") ? "dates" : "checkIn"
            case .checkOut: reader.has("dates") ? "dates" : "checkOut"
            case .occupancy: "occupancy"
            case .limit: "limit"
            case .maxAge: "maxAgeMs"
            case .suppliers: "suppliers"
            }
        return .parameter(name, fault.detail)
    }
}
