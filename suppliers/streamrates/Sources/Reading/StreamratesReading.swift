import SupplierKit
import TravelModel
import WireFormat

/// Makes offers of what a supplier sends, for one stay and its rooms.
struct StreamratesReading: Sendable {
    let rooms: [Occupancy]
    let taxBasis: SupplierManifest.TaxBasis
    let now: Instant

    /// The offer as the supplier has it, without knowing whether it was there before.
    func offer(_ wire: StreamratesOffer, hotel: SupplierHotelCode) throws(RateFault) -> Offer {
        guard !wire.id.isEmpty, let reference = RateReference(token: wire.id) else {
            throw RateFault(.malformed, "no usable offerId")
        }
        var wire = wire
        wire.rates = try inOrder(wire.rates)
        let price = try StreamratesPrice(wire, taxBasis: taxBasis)
        let (board, boardText) = StreamratesBoards.board(of: wire.rates)
        let isAtHotel = StreamratesPrice.isPaidAtHotel(wire)
        var offer = Offer(
            hotel: hotel, rateKey: Self.key(of: wire.rates),
            rooms: zip(wire.rates, rooms).map { OfferRoom(name: $0.name, occupancy: $1) },
            board: board, price: price.price,
            cancellation: StreamratesTerms.terms(of: wire.rates, price: price, at: now),
            payment: OfferPayment(
                timing: isAtHotel ? .atProperty : .now,
                merchantOfRecord: isAtHotel ? .property : .supplier),
            hold: HoldAbility(keeper: .priceCheck), reference: reference)
        offer.boardText = boardText
        if wire.isPackage { offer.requirements.insert(.packageOnly) }
        offer.notes = Self.notes(of: wire.rates)
        return offer
    }

    /// One rate a room: by number where they are numbered from 1, else as they came.
    private func inOrder(_ rates: [StreamratesRate]) throws(RateFault) -> [StreamratesRate] {
        guard rates.count == rooms.count else {
            throw RateFault(.wrongStay, "\(rates.count) rooms instead of \(rooms.count)")
        }
        let isNumbered = rates.compactMap(\.occupancyNumber).sorted() == Array(1...rooms.count)
        let ordered =
            isNumbered
            ? rates.sorted { ($0.occupancyNumber ?? 0) < ($1.occupancyNumber ?? 0) } : rates
        for (rate, room) in zip(ordered, rooms) {
            guard rate.adults ?? room.adults == room.adults,
                rate.children ?? room.childAges.count == room.childAges.count
            else { throw RateFault(.wrongStay, "rooms for other guests") }
        }
        return ordered
    }

    /// What makes two offers of one hotel the same thing: rooms, meals and rules.
    ///
    /// Offer and rate ids are tokens that differ from answer to answer.
    private static func key(of rates: [StreamratesRate]) -> String {
        rates.map { rate in
            // What is lost from the beginning is stamped with the moment of the answer.
            let isLost = rate.refundableTag == "NRFN"
            let times = isLost ? "" : rate.penalties.map(\.time).joined(separator: ",")
            let payment = rate.paymentTypes.first ?? ""
            return "\(rate.name)/\(rate.boardType)/\(rate.refundableTag)/\(times)/\(payment)"
        }.joined(separator: " + ")
    }

    /// Remarks may hold charges that stand nowhere else: they must reach the guest.
    private static func notes(of rates: [StreamratesRate]) -> [String] {
        var notes: [String] = []
        for text in rates.flatMap({ [$0.remarks] + $0.hotelRemarks }) where notes.count < 8 {
            let note = BoundedText.cut(text, characters: 1000)
            if !note.isEmpty, !notes.contains(note) { notes.append(note) }
        }
        return notes
    }
}
