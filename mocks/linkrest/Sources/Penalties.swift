import MockKit
import WireFormat

/// The way out of an offer as Rapid says it: spans in the hotel's local time, with offset.
struct Penalties {
    struct Span {
        let start: Moment
        let end: Moment
        /// Nights charged; nil for the whole price.
        let nights: Int?
    }

    let spans: [Span]
    let offset: (Moment) -> Int
    let currency: String
    /// Free of any charge when asked.
    let isRefundable: Bool
    /// Rapid's finer word.
    let current: String

    init(of offer: StayOffer, in shop: Shop) {
        let hotel = offer.listing.hotel
        let zones = shop.zones
        offset = { zones.offset(of: hotel.zone, at: $0) }
        currency = offer.currency
        let end = zones.moment(offer.stay.checkIn, minuteOfDay: 23 * 60 + 59, in: hotel.zone)
        switch offer.plan.cancellation {
        case .nonRefundable:
            // Half of the hotels say so by the flag alone.
            var chance = Chance(shop.seed, "linkrest", "bareNonRefundable", offer.listing.code)
            let second = shop.now.milliseconds / 1000 * 1000
            spans =
                chance.happens(0.5)
                ? [] : [Span(start: Moment(milliseconds: second), end: end, nights: nil)]
            isRefundable = false
            current = "non_refundable"
        case .steps(let freeDays, let fullDays, let dropMinute):
            let first = shop.deadline(of: offer.lead, daysBefore: freeDays, minuteOfDay: dropMinute)
            let full = shop.deadline(of: offer.lead, daysBefore: fullDays, minuteOfDay: dropMinute)
            let isOneNight = offer.stay.nights == 1
            spans = [
                Span(start: first, end: full, nights: isOneNight ? nil : 1),
                Span(start: full, end: end, nights: nil),
            ]
            isRefundable = shop.now < first
            current =
                isRefundable
                ? "refundable"
                : (shop.now < full && !isOneNight ? "partially_refundable" : "non_refundable")
        }
    }

    func write(to json: inout JSONWriter) {
        json.beginArray()
        for span in spans {
            json.beginObject()
            json.member("currency", currency)
            json.member("start", span.start.text(offset: offset(span.start)))
            json.member("end", span.end.text(offset: offset(span.end)))
            if let nights = span.nights {
                json.member("nights", String(nights))
            } else {
                json.member("percent", "100%")
            }
            json.endObject()
        }
        json.endArray()
    }
}
