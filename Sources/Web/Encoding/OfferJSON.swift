internal import Gateway
internal import TravelModel
internal import WireFormat

extension JSONWriter {
    /// A hotel with its offers, as at `now`.
    mutating func hotel(_ result: HotelResult, at now: Instant) {
        let hotel = result.hotel
        beginObject()
        member("hotelId", hotel.id.text)
        member("name", hotel.name)
        if let stars = hotel.stars {
            key("stars")
            double(stars)
        }
        position(hotel.position)
        if let distance = result.distanceKilometres {
            key("distanceKm")
            double((distance * 1000).rounded() / 1000)
        }
        member("address", hotel.address)
        list("amenities", hotel.amenities) { $0.string($1) }
        member("from", result.from)
        member("sortKey", result.sortKey)
        list("offers", result.offers) { $0.offer($1, at: now) }
        list("alsoKnownAs", result.alsoKnownAs) { writer, alias in
            writer.beginObject()
            writer.member("supplier", alias.supplier.text)
            writer.member("code", alias.code.text)
            writer.endObject()
        }
        endObject()
    }

    mutating func position(_ point: GeoPoint) {
        key("lat")
        double(point.latitude)
        key("lon")
        double(point.longitude)
    }

    /// An offer with the ages and durations of `now`.
    mutating func offer(_ offer: PricedOffer, at now: Instant) {
        beginObject()
        member("offerId", offer.offerID.text)
        member("quoteId", ifPresent: offer.quoteID?.text)
        member("supplier", offer.supplier.text)
        list("rooms", offer.rooms) { $0.room($1) }
        member("board", offer.board.rawValue)
        member("boardText", ifPresent: offer.boardText)
        key("price")
        price(offer.price)
        key("cancellation")
        cancellation(offer.cancellation)
        if let remaining = offer.remaining { member("remaining", remaining) }
        key("payment")
        beginObject()
        member("when", offer.payment.timing.rawValue)
        member("merchantOfRecord", ifPresent: offer.payment.merchantOfRecord?.rawValue)
        endObject()
        key("requirements")
        requirements(offer.requirements)
        key("hold")
        hold(offer.hold)
        member("legal", ifPresent: offer.legal)
        list("notes", offer.notes) { $0.string($1) }
        key("freshness")
        beginObject()
        member("source", offer.freshness.source.rawValue)
        member("quotedAt", offer.freshness.quotedAt)
        member("ageMs", milliseconds: offer.freshness.age(at: now))
        endObject()
        expiry(offer.expiresAt, at: now)
        list("alternates", offer.alternates) { $0.alternate($1) }
        endObject()
    }

    private mutating func room(_ room: OfferRoom) {
        beginObject()
        member("name", room.name)
        member("occupancy", room.occupancy.description)
        if !room.beds.isEmpty { list("beds", room.beds) { $0.string($1) } }
        endObject()
    }

    private mutating func requirements(_ requirements: OfferRequirements) {
        beginObject()
        member("packageOnly", requirements.contains(.packageOnly))
        member("memberOnly", requirements.contains(.memberOnly))
        member("mobileOnly", requirements.contains(.mobileOnly))
        member("residencyBound", requirements.contains(.residencyBound))
        endObject()
    }

    private mutating func hold(_ hold: HoldAbility) {
        beginObject()
        member("by", hold.keeper.rawValue)
        list("requires", hold.needs.names) { $0.string($1) }
        endObject()
    }

    private mutating func alternate(_ alternate: OfferAlternate) {
        beginObject()
        member("supplier", alternate.supplier.text)
        member("offerId", alternate.offerID.text)
        member("quoteId", ifPresent: alternate.quoteID?.text)
        member("total", alternate.total)
        member("completeness", alternate.completeness.rawValue)
        endObject()
    }
}

extension HoldAbility.Needs {
    /// The words of the contract.
    var names: [String] {
        (contains(.guests) ? ["guests"] : []) + (contains(.contact) ? ["contact"] : [])
    }
}
