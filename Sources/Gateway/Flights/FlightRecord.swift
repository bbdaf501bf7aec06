internal import SupplierKit
internal import TravelModel

/// What one call has brought so far: offers that wait to be stored, offers that may be shown.
///
/// Pure: the flight that owns it holds the lock and carries out what follows.
struct FlightRecord {
    /// Rates of one hotel kept at most.
    static let mostOffersPerHotel = 500

    private let asked: Set<SupplierHotelCode>
    private var seen: [SupplierHotelCode: Set<String>] = [:]
    private var drops = DropTally()
    /// Not stored yet, in the order they came.
    private var fresh: [Offer] = []
    /// Stored, in the order they came; what a late waiter is told first.
    private(set) var shown: [(code: SupplierHotelCode, offers: [AnsweredOffer])] = []
    private(set) var phase: CallPhase?

    init(asked: [SupplierHotelCode]) { self.asked = Set(asked) }

    /// Takes what a reaction found; leaves out what nobody asked for and what was there before.
    mutating func add(_ offers: [Offer], _ dropped: [OfferDrop]) {
        for drop in dropped { drops.add(DropReason(drop.reason)) }
        for offer in offers {
            guard asked.contains(offer.hotel) else {
                drops.add(.unaskedHotel)
                continue
            }
            let kept = seen[offer.hotel]?.count ?? 0
            guard kept < Self.mostOffersPerHotel else {
                drops.add(.overLimit)
                continue
            }
            guard seen[offer.hotel, default: []].insert(offer.rateKey).inserted else {
                drops.add(.duplicate)
                continue
            }
            fresh.append(offer)
        }
    }

    mutating func reached(_ phase: CallPhase) { self.phase = phase }

    var hasFresh: Bool { !fresh.isEmpty }

    /// Hands out what is to be stored next, by hotel in the order of their first offers.
    mutating func takeFresh() -> [(code: SupplierHotelCode, offers: [Offer])] {
        var hotels: [(code: SupplierHotelCode, offers: [Offer])] = []
        var places: [SupplierHotelCode: Int] = [:]
        for offer in fresh {
            if let place = places[offer.hotel] {
                hotels[place].offers.append(offer)
            } else {
                places[offer.hotel] = hotels.count
                hotels.append((offer.hotel, [offer]))
            }
        }
        fresh = []
        return hotels
    }

    mutating func show(_ hotels: [(code: SupplierHotelCode, offers: [AnsweredOffer])]) {
        shown += hotels
    }

    /// All offers of each hotel that was asked for, in the order of `codes`; none for absent ones.
    func offers(
        of codes: [SupplierHotelCode]
    ) -> [(code: SupplierHotelCode, offers: [AnsweredOffer])] {
        var byCode: [SupplierHotelCode: [AnsweredOffer]] = [:]
        for hotel in shown { byCode[hotel.code, default: []] += hotel.offers }
        return codes.map { ($0, byCode[$0] ?? []) }
    }

    var dropped: [DropCount] { drops.list }
}
