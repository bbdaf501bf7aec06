internal import SupplierKit
internal import TravelModel

/// What one call has brought so far: offers that wait to be stored, offers that may be shown.
///
/// A rate that comes again with something new replaces the one before it, wherever that one has got
/// to by then. Pure: the flight that owns it holds the lock and carries out what follows.
struct FlightRecord {
    /// Rates of one hotel kept at most.
    static let mostOffersPerHotel = 500
    /// Bytes of text in the offers of one call at most: one small rate can be told a thousand times.
    static let mostTextBytes = 16 << 20

    /// Names a rate within the call.
    private struct Rate: Hashable {
        let hotel: SupplierHotelCode
        let key: String

        init(_ offer: Offer) { (hotel, key) = (offer.hotel, offer.rateKey) }
    }

    private let asked: Set<SupplierHotelCode>
    /// What came last of each rate.
    private var latest: [Rate: Offer] = [:]
    private var counts: [SupplierHotelCode: Int] = [:]
    private var textBytes = 0
    private var drops = DropTally()
    /// Not stored yet, in the order they first came.
    private var fresh: [Offer] = []
    private var freshPlaces: [Rate: Int] = [:]
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
            let rate = Rate(offer)
            let before = latest[rate]
            if let before, before.isSame(as: offer) {
                drops.add(.duplicate)
                continue
            }
            let count = (counts[offer.hotel] ?? 0) + (before == nil ? 1 : 0)
            let bytes = textBytes + offer.textBytes
            guard count <= Self.mostOffersPerHotel, bytes <= Self.mostTextBytes else {
                drops.add(.overLimit)
                continue
            }
            counts[offer.hotel] = count
            textBytes = bytes
            latest[rate] = offer
            if let place = freshPlaces[rate] {
                fresh[place] = offer
            } else {
                freshPlaces[rate] = fresh.count
                fresh.append(offer)
            }
        }
    }

    mutating func reached(_ phase: CallPhase) { self.phase = phase }

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
        freshPlaces = [:]
        return hotels
    }

    mutating func show(_ hotels: [(code: SupplierHotelCode, offers: [AnsweredOffer])]) {
        shown += hotels
    }

    /// All offers of each hotel that was asked for, in the order of `codes`, of each rate what came
    /// last; none for absent hotels.
    func offers(
        of codes: [SupplierHotelCode]
    ) -> [(code: SupplierHotelCode, offers: [AnsweredOffer])] {
        var byCode: [SupplierHotelCode: [AnsweredOffer]] = [:]
        var places: [Rate: Int] = [:]
        for offer in shown.lazy.flatMap(\.offers) {
            let rate = Rate(offer.offer)
            if let place = places[rate] {
                byCode[rate.hotel]?[place] = offer
            } else {
                places[rate] = byCode[rate.hotel]?.count ?? 0
                byCode[rate.hotel, default: []].append(offer)
            }
        }
        return codes.map { ($0, byCode[$0] ?? []) }
    }

    var dropped: [DropCount] { drops.list }

    /// Whether rates were sent that nobody here can read: then silence about a hotel is no absence.
    var hasUnread: Bool { drops.hasUnread }

    /// What silence about a hotel may mean.
    var absence: Absence {
        let isPlain = drops.list.allSatisfy { !$0.reason.hidesHotels }
        return isPlain ? .unlisted : .unsellable
    }

    /// What a call that everything was said in has come to: rates of which not one could be read
    /// are no answer.
    func verdict(_ said: FlightEnd.Verdict) -> FlightEnd.Verdict {
        guard said == .complete, latest.isEmpty, hasUnread else { return said }
        let words = drops.list.filter(\.reason.isUnread).map { "\($0.count) \($0.reason.rawValue)" }
        return .failed(
            SupplierFailure(
                .malformed, phase: .decode,
                detail: "no rate could be read: " + words.joined(separator: ", ")))
    }
}

extension DropTally {
    /// Whether something was meant to be sold that could not be understood or kept.
    var hasUnread: Bool { list.contains { $0.reason.isUnread } }
}

extension DropReason {
    /// Whether the rate may be of a hotel that then seems to have none.
    ///
    /// Told under a code that nobody asked for, it may be of a hotel that was asked for under another.
    fileprivate var hidesHotels: Bool {
        isUnread || [.wrongStay, .onRequest, .unaskedHotel].contains(self)
    }

    /// Whether the supplier meant to sell something that could not be understood or kept.
    fileprivate var isUnread: Bool {
        switch self {
        case .malformed, .priceContradiction, .unknownCurrency, .overLimit: true
        case .wrongStay, .onRequest, .unaskedHotel, .duplicate, .packageOnly: false
        }
    }
}

extension Offer {
    /// Whether a guest would see no difference; tokens differ from telling to telling.
    fileprivate func isSame(as other: Offer) -> Bool {
        var other = other
        other.reference = reference
        return self == other
    }
}
