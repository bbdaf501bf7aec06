import TravelModel

/// Version 1 of an offer's layout, reading side; every value passes the model's own checks again.
struct OfferReader {
    /// The list read at the head.
    let currencies: CurrencyList

    func offer(_ reader: inout BinaryReader) throws(CodecFault) -> Offer {
        guard let hotel = SupplierHotelCode(try reader.text()) else { throw .badValue("hotel") }
        let rateKey = try reader.text()
        let rooms = try reader.list { r throws(CodecFault) in try room(&r) }
        let board = try Board.read(&reader, "board")
        let boardText = try reader.optional { r throws(CodecFault) in try r.text() }
        let price = try price(&reader)
        let cancellation = try cancellation(&reader)
        let remaining = try reader.optional { r throws(CodecFault) in Int(try r.signed()) }
        let payment = try payment(&reader)
        let requirements = OfferRequirements(rawValue: try reader.byte())
        let hold = HoldAbility(
            keeper: try HoldAbility.Keeper.read(&reader, "keeper"),
            needs: HoldAbility.Needs(rawValue: try reader.byte()))
        let reference = try reference(&reader)
        var offer = Offer(
            hotel: hotel, rateKey: rateKey, rooms: rooms, board: board, price: price,
            cancellation: cancellation, payment: payment, hold: hold, reference: reference)
        offer.boardText = boardText
        offer.remaining = remaining
        offer.requirements = requirements
        offer.notes = try reader.list { r throws(CodecFault) in try r.text() }
        offer.legal = try reader.optional { r throws(CodecFault) in try r.text() }
        return offer
    }

    private func room(_ reader: inout BinaryReader) throws(CodecFault) -> OfferRoom {
        let name = try reader.text()
        let adults = try number(&reader)
        let ages = try reader.list { r throws(CodecFault) in try number(&r) }
        let beds = try reader.list { r throws(CodecFault) in try r.text() }
        guard let occupancy = Occupancy(adults: adults, childAges: ages),
            occupancy.childAges == ages
        else { throw .badValue("occupancy") }
        return OfferRoom(name: name, occupancy: occupancy, beds: beds)
    }

    private func price(_ reader: inout BinaryReader) throws(CodecFault) -> OfferPrice {
        let charge = try money(&reader)
        let components = try reader.list { r throws(CodecFault) in
            PriceComponent(
                kind: try PriceComponent.Kind.read(&r, "component"), amount: try money(&r),
                payable: try PriceComponent.Payable.read(&r, "payable"),
                mandatory: try r.flag("mandatory"))
        }
        let nightly = try reader.list { r throws(CodecFault) in try money(&r) }
        let completeness = try OfferPrice.Completeness.read(&reader, "completeness")
        do {
            return try OfferPrice(
                charge: charge, components: components, nightly: nightly,
                completeness: completeness)
        } catch {
            throw .badValue("price")
        }
    }

    private func cancellation(
        _ reader: inout BinaryReader
    ) throws(CodecFault) -> CancellationTerms {
        let kind = try CancellationTerms.Kind.read(&reader, "cancellation")
        let freeUntil = try reader.optional { r throws(CodecFault) in try deadline(&r) }
        let steps = try reader.list { r throws(CodecFault) in
            CancellationTerms.Step(from: try deadline(&r), penalty: try money(&r))
        }
        guard steps.count <= CancellationTerms.mostSteps else { throw .badValue("cancellation") }
        switch (kind, freeUntil) {
        case (.freeUntil, .some(let deadline)): return .free(until: deadline, steps: steps)
        case (.partiallyRefundable, nil): return .partiallyRefundable(steps: steps)
        case (.nonRefundable, nil): return .nonRefundable(steps: steps)
        case (.unknown, nil) where steps.isEmpty: return .unknown
        default: throw .badValue("cancellation")
        }
    }

    private func deadline(_ reader: inout BinaryReader) throws(CodecFault) -> LocalDeadline {
        switch try reader.byte() {
        case 1: return .instant(Instant(millisecondsSinceEpoch: try reader.signed()))
        case 2:
            guard let local = CivilDateTime(secondsSinceEpoch: try reader.signed()) else {
                throw .badValue("deadline")
            }
            return .hotelLocal(local)
        default: throw .badValue("deadline")
        }
    }

    private func payment(_ reader: inout BinaryReader) throws(CodecFault) -> OfferPayment {
        OfferPayment(
            timing: try OfferPayment.Timing.read(&reader, "timing"),
            merchantOfRecord: try reader.optional { r throws(CodecFault) in
                try OfferPayment.Merchant.read(&r, "merchant")
            })
    }

    private func reference(_ reader: inout BinaryReader) throws(CodecFault) -> RateReference {
        let token = try reader.text()
        let expires = try reader.optional { r throws(CodecFault) in
            Instant(millisecondsSinceEpoch: try r.signed())
        }
        guard let reference = RateReference(token: token, expires: expires) else {
            throw .badValue("reference")
        }
        return reference
    }

    private func money(_ reader: inout BinaryReader) throws(CodecFault) -> Money {
        let place = try number(&reader)
        guard currencies.codes.indices.contains(place) else { throw .badValue("currency") }
        return Money(minorUnits: try reader.signed(), currency: currencies.codes[place])
    }

    /// A small whole number that is no length.
    private func number(_ reader: inout BinaryReader) throws(CodecFault) -> Int {
        guard let value = Int(exactly: try reader.unsigned()) else { throw .badNumber }
        return value
    }
}
