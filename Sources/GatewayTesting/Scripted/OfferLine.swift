public import TravelModel

/// One offer as a line of ``LineProtocol``.
public enum OfferLine {
    /// The offer, or `nil` for a line of another shape.
    public static func read(_ line: String, rooms: [Occupancy], hold: HoldAbility) -> Offer? {
        let words = line.split(separator: " ").map(String.init)
        guard words.count >= 7, let code = SupplierHotelCode(words[0]),
            let board = Board(rawValue: words[3]), let currency = CurrencyCode(words[5]),
            let charge = try? Money(decimal: words[6], currency: currency)
        else { return nil }
        let options = words.dropFirst(7).map { $0.split(separator: "=").map(String.init) }
        func option(_ name: String) -> String? { options.first { $0.first == name }?.last }
        let timing = option("pay").flatMap(OfferPayment.Timing.init) ?? .now
        let isAtHotel = timing == .atProperty
        var lines = [
            PriceComponent(kind: .base, amount: charge, payable: isAtHotel ? .atProperty : .now)
        ]
        if let property = option("property") {
            let parts = property.split(separator: ":")
            guard parts.count == 2, let other = CurrencyCode(parts[0]),
                let amount = try? Money(decimal: parts[1], currency: other)
            else { return nil }
            lines.append(PriceComponent(kind: .cityTax, amount: amount, payable: .atProperty))
        }
        let expires = option("expires").flatMap { Instant($0) }
        let price = try? OfferPrice(
            charge: isAtHotel ? .zero(currency) : charge, components: lines)
        guard let price,
            let reference = RateReference(token: "t-\(words[1])", expires: expires)
        else { return nil }
        let name = words[2].split(separator: "_").joined(separator: " ")
        var offer = Offer(
            hotel: code, rateKey: words[1],
            rooms: rooms.map { OfferRoom(name: name, occupancy: $0) },
            board: board, price: price, cancellation: cancellation(words[4]),
            payment: OfferPayment(timing: timing),
            hold: hold, reference: reference)
        if option("package") == "yes" { offer.requirements = .packageOnly }
        return offer
    }

    /// `free` ends at noon of 2027-01-10 at the hotel.
    private static func cancellation(_ word: String) -> CancellationTerms {
        guard word == "free", let deadline = CivilDateTime("2027-01-10T12:00") else {
            return word == "non" ? .nonRefundable() : .unknown
        }
        return .free(until: .hotelLocal(deadline), steps: [])
    }
}
