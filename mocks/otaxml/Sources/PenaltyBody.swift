import MockKit
import WireFormat

/// The way out as OTA says it: a deadline before arrival, and one by the hotel's clock.
struct PenaltyBody {
    private let offer: StayOffer
    private let shop: Shop
    private let countsHours: Bool

    init(_ offer: StayOffer, _ code: String, _ shop: Shop) {
        self.offer = offer
        self.shop = shop
        var chance = Chance(shop.seed, "otaxml", "countsHours", code)
        countsHours = chance.happens(0.3)
    }

    func write(to xml: inout XMLWriter) {
        xml.start("CancelPenalties")
        xml.attribute("CancelPolicyIndicator", "true")
        switch offer.plan.cancellation {
        case .nonRefundable:
            xml.start("CancelPenalty")
            xml.attribute("NonRefundable", "true")
            xml.start("AmountPercent")
            xml.attribute("Percent", "100")
            xml.end()
            xml.end()
        case .steps(let freeDays, let fullDays, let dropMinute):
            xml.start("CancelPenalty")
            xml.attribute("NonRefundable", "false")
            xml.start("Deadline")
            xml.attribute("OffsetTimeUnit", countsHours ? "Hour" : "Day")
            xml.attribute("OffsetUnitMultiplier", countsHours ? freeDays * 24 : freeDays)
            xml.attribute("OffsetDropTime", "BeforeArrival")
            xml.end()
            xml.start("AmountPercent")
            xml.attribute("NmbrOfNights", "1")
            xml.end()
            xml.end()
            writeLast(fullDays, dropMinute, to: &xml)
        }
        xml.end()
    }

    /// A time without offset is the hotel's own.
    private func writeLast(_ days: Int, _ minute: Int, to xml: inout XMLWriter) {
        let day = offer.stay.checkIn.adding(-days)
        let time = Moment(day, minuteOfDay: minute, offset: 0).clockText(separator: "T")
        xml.start("CancelPenalty")
        xml.start("Deadline")
        xml.attribute("AbsoluteDeadline", time)
        xml.end()
        xml.start("AmountPercent")
        xml.attribute("Percent", "100")
        xml.end()
        xml.end()
    }

    /// What leaving costs now; arrival is the check-in day at the hotel's check-in time.
    func fee() -> Amount {
        let hotel = offer.listing.hotel
        switch offer.plan.cancellation {
        case .nonRefundable: return offer.total
        case .steps(let freeDays, let fullDays, let dropMinute):
            let full = shop.deadline(of: offer.lead, daysBefore: fullDays, minuteOfDay: dropMinute)
            let free = shop.deadline(
                of: offer.lead, daysBefore: freeDays, minuteOfDay: hotel.checkInMinute)
            if shop.now >= full { return offer.total }
            return shop.now >= free ? offer.firstNight : Amount(minor: 0, currency: offer.currency)
        }
    }
}
