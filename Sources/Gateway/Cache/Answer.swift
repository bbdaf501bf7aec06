internal import SupplierKit
internal import TravelModel

/// What a supplier said at one time, never changed afterwards; quotes point into it by index.
///
/// A streamed answer becomes a few of these, one for each append to the store.
struct Answer: Sendable {
    let head: AnswerHead
    /// Each hotel once, in the order its first offer came.
    let hotels: [(code: SupplierHotelCode, offers: [Offer])]

    /// The offers by hotel, each with its index through the whole answer.
    var byHotel: [(code: SupplierHotelCode, offers: [AnsweredOffer])] {
        var next = 0
        return hotels.map { hotel in
            let first = next
            next += hotel.offers.count
            let offers = hotel.offers.enumerated().map { position, offer in
                AnsweredOffer(answer: head, index: first + position, offer: offer)
            }
            return (hotel.code, offers)
        }
    }
}

/// Which answer an offer belongs to; it keeps none of the other offers alive.
final class AnswerHead: Sendable {
    let id: AnswerID
    let supplier: SupplierID
    let terms: AskedTerms
    let quotedAt: Instant
    /// The end of every quote into it: the store may forget it then; `nil` when it is not stored.
    let storedUntil: Instant?

    init(
        id: AnswerID, supplier: SupplierID, terms: AskedTerms, quotedAt: Instant,
        storedUntil: Instant?
    ) {
        self.id = id
        self.supplier = supplier
        self.terms = terms
        self.quotedAt = quotedAt
        self.storedUntil = storedUntil
    }
}

/// One offer and the answer it belongs to.
///
/// A reference, since flights, the cache and every search that shows it hold the same one.
final class AnsweredOffer: Sendable {
    let answer: AnswerHead
    /// Counted through all hotels of the answer.
    let index: Int
    let offer: Offer

    init(answer: AnswerHead, index: Int, offer: Offer) {
        self.answer = answer
        self.index = index
        self.offer = offer
    }
}

extension AnswerID {
    /// A new name from 16 random bytes.
    init(_ random: any RandomSource) {
        let bytes = random.bytes(16)
        func half(_ part: ArraySlice<UInt8>) -> UInt64 {
            part.reduce(0) { $0 << 8 | UInt64($1) }
        }
        self.init(high: half(bytes.prefix(8)), low: half(bytes.dropFirst(8).prefix(8)))
    }
}
