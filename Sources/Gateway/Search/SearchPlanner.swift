internal import SupplierKit
internal import TravelModel

/// What one search will ask, and of whom.
struct SearchPlan: Sendable {
    /// The hotels in question, in the catalogue's order; each once.
    let hotels: [CatalogueHotel]
    /// The middle of the area; `nil` where distances mean nothing.
    let centre: GeoPoint?
    /// Every supplier once, ascending by id.
    let lines: [Line]

    /// What one supplier is asked.
    struct Line: Sendable {
        let source: FlightSource
        let terms: AskedTerms
        let scope: AvailabilityScope
        /// Why it is not asked at all.
        let skipped: SkipReason?
        /// Its codes, ascending, and the place in ``SearchPlan/hotels`` each one means.
        let codes: [(code: SupplierHotelCode, hotel: Int)]

        var supplier: SupplierID { source.supplier }

        /// The place each code means.
        var places: [SupplierHotelCode: Int] {
            Dictionary(codes.map { ($0.code, $0.hotel) }) { first, _ in first }
        }
    }

    /// What the suppliers call each hotel, by place; by supplier, then code.
    var aliases: [[SupplierAlias]] {
        var aliases: [[SupplierAlias]] = Array(repeating: [], count: hotels.count)
        for line in lines {
            for (code, hotel) in line.codes {
                aliases[hotel].append(SupplierAlias(supplier: line.supplier, code: code))
            }
        }
        return aliases
    }
}

/// Decides which suppliers are asked about which hotels; the same inputs give the same plan.
struct SearchPlanner: Sendable {
    let roster: SupplierRoster
    let inventory: (any InventoryPort)?
    let catalogue: any HotelCatalogue
    /// Suppliers that are switched off.
    var disabled: Set<SupplierID> = []

    /// `today` is the latest date anywhere on Earth, from which a stay is least far ahead.
    func plan(_ request: SearchRequest, area: SearchArea, today: CivilDate) -> SearchPlan {
        var seen: Set<HotelID> = []
        let hotels = catalogue.hotels(in: area, most: SearchLimits.hotels)
            .prefix(SearchLimits.hotels).filter { seen.insert($0.id).inserted }
        var sources = roster.suppliers.map { FlightSource.supplier($0) }
        if let inventory { sources.append(.inventory(inventory)) }
        let lines = sources.sorted { $0.supplier < $1.supplier }.map { source in
            line(source, request, hotels, today)
        }
        return SearchPlan(hotels: hotels, centre: Self.centre(of: area), lines: lines)
    }

    /// Cuts codes into requests of at most `limit`, in order; what is left of the last one is filled
    /// with the first of the riders that are not among the codes.
    static func batches(
        _ codes: [SupplierHotelCode], limit: Int, riders: [SupplierHotelCode] = []
    ) -> [[SupplierHotelCode]] {
        let limit = max(1, limit)
        var batches = stride(from: 0, to: codes.count, by: limit).map { start in
            Array(codes[start..<min(start + limit, codes.count)])
        }
        if let last = batches.popLast() {
            let taken = Set(codes)
            let others = riders.lazy.filter { !taken.contains($0) }.prefix(limit - last.count)
            batches.append((last + others).sorted())
        }
        return batches
    }

    private func line(
        _ source: FlightSource, _ request: SearchRequest, _ hotels: [CatalogueHotel],
        _ today: CivilDate
    ) -> SearchPlan.Line {
        let terms = AskedTerms(
            stay: request.stay, rooms: request.rooms, shopper: request.shopper,
            contract: source.contract)
        let scope = AvailabilityScope(source, terms)
        var skipped = reasonToSkip(source, request, today)
        var codes: [(code: SupplierHotelCode, hotel: Int)] = []
        if skipped == nil {
            codes = self.codes(of: hotels, at: source.supplier)
            if codes.isEmpty { skipped = .notCovered }
        }
        return SearchPlan.Line(
            source: source, terms: terms, scope: scope, skipped: skipped, codes: codes)
    }

    private func codes(
        of hotels: [CatalogueHotel], at supplier: SupplierID
    ) -> [(code: SupplierHotelCode, hotel: Int)] {
        var taken: Set<SupplierHotelCode> = []
        var codes: [(code: SupplierHotelCode, hotel: Int)] = []
        for (place, hotel) in hotels.enumerated() {
            for code in catalogue.codes(of: hotel.id, at: supplier)
            where taken.insert(code).inserted {
                codes.append((code, place))
            }
        }
        return codes.sorted { $0.code < $1.code }
    }

    private func reasonToSkip(
        _ source: FlightSource, _ request: SearchRequest, _ today: CivilDate
    ) -> SkipReason? {
        let wanted = request.options.suppliers
        if !wanted.isEmpty, !wanted.contains(source.supplier) { return .notAsked }
        guard case .supplier(let supplier) = source else { return nil }
        let limits = supplier.manifest.limits
        if disabled.contains(supplier.id) { return .disabled }
        if request.rooms.count > limits.rooms { return .tooManyRooms }
        if request.stay.nights > limits.nights { return .tooManyNights }
        if today.days(until: request.stay.checkIn) > limits.daysAhead { return .tooFarAhead }
        let tooOld = request.rooms.contains { room in
            room.childAges.contains { $0 > limits.oldestChild }
        }
        return tooOld ? .unsupportedAges : nil
    }

    private static func centre(of area: SearchArea) -> GeoPoint? {
        if case .circle(let centre, _) = area { centre } else { nil }
    }
}
