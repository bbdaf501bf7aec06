import SupplierKit
import TravelModel
import WireFormat

/// Gathers the offers of one search, frame by frame.
///
/// A rate that comes again replaces the one before it: it is emitted again under its key. The same
/// rate with nothing new is left out as a duplicate.
struct StreamratesOffers {
    private(set) var offers: [Offer] = []
    private(set) var drops: [OfferDrop] = []
    private let hotels: Set<SupplierHotelCode>
    private let reading: StreamratesReading
    /// What was emitted last under each key of each hotel; bounded by the size of the body.
    private var known: [SupplierHotelCode: [String: Offer]] = [:]

    init(hotels: [SupplierHotelCode], reading: StreamratesReading) {
        self.hotels = Set(hotels)
        self.reading = reading
    }

    /// Hands out what was gathered since the last time.
    mutating func take() -> (offers: [Offer], drops: [OfferDrop]) {
        defer { (offers, drops) = ([], []) }
        return (offers, drops)
    }

    /// Adds a hotel of one frame; of two equal rates in it the cheaper one counts.
    mutating func add(_ hotel: Result<StreamratesHotel, JSONFault>) {
        switch hotel {
        case .failure(let fault): drops.append(RateFault(fault).drop(of: "a hotel"))
        case .success(let hotel):
            guard let code = SupplierHotelCode(hotel.id), hotels.contains(code) else {
                drops.append(OfferDrop(.unaskedHotel, hotel.id))
                return
            }
            for offer in cheapest(of: hotel, code) { emit(offer) }
        }
    }

    private mutating func cheapest(
        of hotel: StreamratesHotel, _ code: SupplierHotelCode
    ) -> [Offer] {
        var found: [Offer] = []
        var places: [String: Int] = [:]
        for wire in hotel.offers {
            do throws(RateFault) {
                let offer = try reading.offer(try Self.unwrapped(wire), hotel: code)
                guard let place = places[offer.rateKey] else {
                    places[offer.rateKey] = found.count
                    found.append(offer)
                    continue
                }
                drops.append(OfferDrop(.duplicate, "\(code)/\(offer.rateKey)"))
                if Self.isCheaper(offer, than: found[place]) { found[place] = offer }
            } catch { drops.append(error.drop(of: code.text)) }
        }
        return found
    }

    private mutating func emit(_ offer: Offer) {
        if let before = known[offer.hotel]?[offer.rateKey] {
            var same = before
            same.reference = offer.reference
            guard same != offer else {
                drops.append(OfferDrop(.duplicate, "\(offer.hotel)/\(offer.rateKey)"))
                return
            }
        }
        known[offer.hotel, default: [:]][offer.rateKey] = offer
        offers.append(offer)
    }

    private static func unwrapped(
        _ wire: Result<StreamratesOffer, JSONFault>
    ) throws(RateFault) -> StreamratesOffer {
        switch wire {
        case .success(let offer): return offer
        case .failure(let fault): throw RateFault(fault)
        }
    }

    private static func isCheaper(_ offer: Offer, than other: Offer) -> Bool {
        let (a, b) = (offer.price.stayTotal, other.price.stayTotal)
        return a.currency == b.currency && a.minorUnits < b.minorUnits
    }
}
