internal import Gateway
internal import TravelModel
internal import WireFormat

extension JSONWriter {
    /// A quote with its offer as its client sees it at `now`.
    mutating func quote(_ quote: Quote, _ shown: PricedOffer, at now: Instant) {
        beginObject()
        quoteMembers(quote, shown, at: now)
        endObject()
    }

    /// The same with the name of its hotel, which the client may not have heard of.
    mutating func alternate(_ alternate: Alternate) {
        beginObject()
        member("hotelName", alternate.hotelName)
        quoteMembers(alternate.quote, alternate.shown, at: alternate.quote.quotedAt)
        endObject()
    }

    private mutating func quoteMembers(_ quote: Quote, _ shown: PricedOffer, at now: Instant) {
        member("quoteId", quote.id.text)
        member("hotelId", quote.hotel.text)
        member("stay", quote.stay)
        list("occupancy", quote.rooms) { $0.string($1.description) }
        key("offer")
        offer(shown, at: now)
        expiry(quote.expiresAt, at: now)
    }

    /// How a shown total changed: `old`, `new`, `difference`, `percent`.
    mutating func change(_ comparison: OfferComparison) {
        member("old", comparison.old)
        member("new", comparison.new)
        guard let difference = try? comparison.new.subtracting(comparison.old) else { return }
        member("difference", difference)
        if let percent = Self.percent(difference, of: comparison.old) {
            key("percent")
            number(percent)
        }
    }

    mutating func changes(_ terms: [TermsChange]) {
        list("changes", terms) { writer, change in
            writer.beginObject()
            writer.member("field", change.field.rawValue)
            writer.member("old", change.old)
            writer.member("new", change.new)
            writer.endObject()
        }
    }

    /// With two decimals, rounded up: as `maxIncrease` it accepts just this change; `nil` of nothing.
    static func percent(_ part: Money, of whole: Money) -> String? {
        guard whole.minorUnits > 0 else { return nil }
        let scaled = Int128(part.minorUnits) * 10_000
        // Division cuts towards zero, which is up for what is negative.
        let up = scaled > 0 ? Int128(whole.minorUnits) - 1 : 0
        let hundredths = (scaled + up) / Int128(whole.minorUnits)
        let digits = String(hundredths.magnitude)
        let padded = String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
        return (hundredths < 0 ? "-" : "") + "\(padded.dropLast(2)).\(padded.suffix(2))"
    }
}
