internal import TravelModel

/// Prices and merges the hotels of one search: same inputs, same results, at any time.
struct SearchPresenter: Sendable {
    let presenter: OfferPresenter
    let desk: QuoteDesk
    let display: QuoteDisplay
    let tenant: TenantID
    let centre: GeoPoint?
    let hotels: [CatalogueHotel]
    /// What the suppliers of the search call each hotel, by place.
    let aliases: [[SupplierAlias]]
    let clock: any GatewayClock

    /// Prices what is new in a job and merges it with what was priced before.
    func price(
        _ job: inout SearchBoard.Job
    ) -> [(place: Int, result: HotelResult)] {
        let now = clock.now()
        var results: [(place: Int, result: HotelResult)] = []
        for index in job.hotels.indices {
            let place = job.hotels[index].place
            let hotel = hotels[place]
            for arrival in job.hotels[index].arrivals {
                if let candidate = candidate(arrival, hotel, now) {
                    job.hotels[index].candidates.append(candidate)
                }
            }
            let result = OfferMerge.hotel(
                hotel, centre: centre, aliases: aliases[place], job.hotels[index].candidates)
            if let result { results.append((place, result)) }
        }
        return results
    }

    private func candidate(
        _ arrival: SearchBoard.Arrival, _ hotel: CatalogueHotel, _ now: Instant
    ) -> OfferMerge.Candidate? {
        let answered = arrival.offer
        let answer = answered.answer
        let id = OfferID(supplier: answer.supplier, offer: answered.offer, terms: answer.terms)
        guard let id else { return nil }
        return OfferMerge.Candidate(
            presenter.present(
                answered.offer, offerID: id,
                quote: desk.issue(answered, shownIn: display, for: tenant, now: now),
                supplier: answer.supplier, hotel: hotel.id, zone: hotel.zone,
                freshness: Freshness(source: arrival.source, quotedAt: answer.quotedAt)))
    }
}
