import TravelModel

/// Version 1 of an offer's layout, writing side; ``OfferReader`` mirrors it member by member.
struct OfferWriter {
    /// The list written at the head.
    let currencies: CurrencyList

    func write(_ offer: Offer, to writer: inout BinaryWriter) {
        writer.text(offer.hotel.text)
        writer.text(offer.rateKey)
        writer.list(offer.rooms, write: room)
        writer.byte(offer.board.code)
        writer.optional(offer.boardText) { $0.text($1) }
        price(&writer, offer.price)
        cancellation(&writer, offer.cancellation)
        writer.optional(offer.remaining) { $0.signed(Int64($1)) }
        writer.byte(offer.payment.timing.code)
        writer.optional(offer.payment.merchantOfRecord) { $0.byte($1.code) }
        writer.byte(offer.requirements.rawValue)
        writer.byte(offer.hold.keeper.code)
        writer.byte(offer.hold.needs.rawValue)
        writer.text(offer.reference.token)
        writer.optional(offer.reference.expires) { $0.signed($1.millisecondsSinceEpoch) }
        writer.list(offer.notes) { $0.text($1) }
        writer.optional(offer.legal) { $0.text($1) }
    }

    private func room(_ writer: inout BinaryWriter, _ room: OfferRoom) {
        writer.text(room.name)
        writer.count(room.occupancy.adults)
        writer.list(room.occupancy.childAges) { $0.count($1) }
        writer.list(room.beds) { $0.text($1) }
    }

    private func price(_ writer: inout BinaryWriter, _ price: OfferPrice) {
        money(&writer, price.charge)
        writer.list(price.components) { writer, line in
            writer.byte(line.kind.code)
            money(&writer, line.amount)
            writer.byte(line.payable.code)
            writer.byte(line.mandatory ? 1 : 0)
        }
        writer.list(price.nightly, write: money)
        writer.byte(price.completeness.code)
    }

    private func cancellation(_ writer: inout BinaryWriter, _ terms: CancellationTerms) {
        writer.byte(terms.kind.code)
        writer.optional(terms.freeUntil, write: deadline)
        writer.list(terms.steps) { writer, step in
            deadline(&writer, step.from)
            money(&writer, step.penalty)
        }
    }

    private func deadline(_ writer: inout BinaryWriter, _ deadline: LocalDeadline) {
        switch deadline {
        case .instant(let instant):
            writer.byte(1)
            writer.signed(instant.millisecondsSinceEpoch)
        case .hotelLocal(let local):
            writer.byte(2)
            writer.signed(local.secondsSinceEpoch)
        }
    }

    private func money(_ writer: inout BinaryWriter, _ money: Money) {
        writer.count(currencies.place(of: money.currency))
        writer.signed(money.minorUnits)
    }
}
