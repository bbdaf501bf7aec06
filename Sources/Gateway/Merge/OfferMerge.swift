internal import TravelModel

/// Puts the offers of all suppliers for one hotel into one list.
///
/// Pure: the same offers give the same list, in whatever order they came.
enum OfferMerge {
    /// Alternates of one offer kept at most.
    static let mostAlternates = 16

    /// An offer ready to be compared.
    struct Candidate: Sendable {
        /// Without alternates.
        let offer: PricedOffer
        /// Equal for offers that are the same thing to a guest.
        let sameness: String

        init(_ offer: PricedOffer) {
            self.offer = offer
            let rooms = offer.rooms.map { RoomName.normalised($0.name) }.joined(separator: "\n")
            // Conditions of sale are part of it: a members' rate must not hide one for everybody.
            // So is what the price leaves out: a total without taxes is not cheaper than one with.
            sameness =
                "\(offer.price.completeness.rawValue)|\(offer.board.rawValue)|\(offer.cancellation.kind.rawValue)|"
                + "\(offer.payment.timing.rawValue)|\(offer.requirements.rawValue)|\(rooms)"
        }
    }

    /// The offers to show: each thing once, the cheapest of its kind, the others beside it.
    static func offers(_ candidates: [Candidate]) -> [PricedOffer] {
        var places: [String: Int] = [:]
        var shown: [PricedOffer] = []
        for candidate in newest(candidates).sorted(by: precedes) {
            let offer = candidate.offer
            guard let place = places[candidate.sameness] else {
                places[candidate.sameness] = shown.count
                shown.append(offer)
                continue
            }
            guard shown[place].alternates.count < mostAlternates else { continue }
            shown[place].alternates.append(
                OfferAlternate(
                    supplier: offer.supplier, offerID: offer.offerID, quoteID: offer.quoteID,
                    total: offer.price.total, completeness: offer.price.completeness))
        }
        return shown
    }

    /// Of each offer what its supplier said last, dearer or not.
    private static func newest(_ candidates: [Candidate]) -> [Candidate] {
        var kept: [Candidate] = []
        var places: [OfferID: Int] = [:]
        for candidate in candidates {
            guard let place = places[candidate.offer.offerID] else {
                places[candidate.offer.offerID] = kept.count
                kept.append(candidate)
                continue
            }
            let before = kept[place].offer.freshness.quotedAt
            let now = candidate.offer.freshness.quotedAt
            if now > before || (now == before && precedes(candidate, kept[place])) {
                kept[place] = candidate
            }
        }
        return kept
    }

    /// The hotel with its offers; `nil` when there are none.
    static func hotel(
        _ hotel: CatalogueHotel, centre: GeoPoint?, aliases: [SupplierAlias],
        _ candidates: [Candidate]
    ) -> HotelResult? {
        let offers = offers(candidates)
        guard let best = offers.first else { return nil }
        return HotelResult(
            hotel: hotel, distanceKilometres: centre.map { $0.kilometres(to: hotel.position) },
            from: best.price.total, sortKey: sortKey(best.price, hotel.id), offers: offers,
            alsoKnownAs: aliases)
    }

    /// Totals in the search's currency first, then by currency, those that are known to be whole
    /// before the others, by amount; ties end in ids.
    private static func precedes(_ a: Candidate, _ b: Candidate) -> Bool {
        let (left, right) = (a.offer, b.offer)
        if left.price.inSearchCurrency != right.price.inSearchCurrency {
            return left.price.inSearchCurrency
        }
        let (x, y) = (left.price.total, right.price.total)
        if x.currency != y.currency { return x.currency < y.currency }
        let (whole, other) = (left.price.completeness == .full, right.price.completeness == .full)
        if whole != other { return whole }
        if x.minorUnits != y.minorUnits { return x.minorUnits < y.minorUnits }
        if left.supplier != right.supplier { return left.supplier < right.supplier }
        return left.offerID < right.offerID
    }

    private static func sortKey(_ price: DisplayPrice, _ hotel: HotelID) -> String {
        let amount = UInt64(bitPattern: price.total.minorUnits) ^ (1 << 63)
        let digits = String(amount, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.count) + digits
        let group = price.inSearchCurrency ? "0" : "1\(price.total.currency)"
        let rank = price.completeness == .full ? 0 : 1
        return "\(group).\(rank).\(padded).\(hotel)"
    }
}

/// Room names as different suppliers spell them.
enum RoomName {
    /// Lower case, letters and digits only, single spaces: `Double Room, Sea-View` and
    /// `double room sea view` are one name.
    static func normalised(_ name: String) -> String {
        if name.utf8.allSatisfy({ $0 < 128 }) { return normalisedASCII(name) }
        var words = ""
        var isBetween = false
        for scalar in name.lowercased().unicodeScalars {
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                if isBetween, !words.isEmpty { words += " " }
                isBetween = false
                words.unicodeScalars.append(scalar)
            } else {
                isBetween = true
            }
        }
        return words
    }

    /// The same for the usual case, many times as fast.
    private static func normalisedASCII(_ name: String) -> String {
        var words: [UInt8] = []
        words.reserveCapacity(name.utf8.count)
        var isBetween = false
        for byte in name.utf8 {
            let lower = (65...90).contains(byte) ? byte | 0x20 : byte
            guard (97...122).contains(lower) || (48...57).contains(lower) else {
                isBetween = true
                continue
            }
            if isBetween, !words.isEmpty { words.append(32) }
            isBetween = false
            words.append(lower)
        }
        return String(decoding: words, as: UTF8.self)
    }
}
