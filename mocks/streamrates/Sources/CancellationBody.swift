import MockKit
import WireFormat

/// Writes the way out as the service does: amounts due from an instant on, mostly in GMT.
struct CancellationBody {
    struct Step {
        let from: Moment
        let amount: Amount
    }

    let steps: [Step]
    let isRefundable: Bool
    /// `GMT`, or for some hotels nothing, which leaves the reader to guess.
    let timezone: String

    init(
        _ offer: StayOffer, _ rate: RoomRate, _ total: Amount, _ firstNight: Amount, _ shop: Shop
    ) {
        var chance = Chance(shop.seed, "streamrates", "timezone", offer.listing.code)
        timezone = chance.happens(0.1) ? "" : "GMT"
        switch offer.plan.cancellation {
        case .nonRefundable:
            let second = Moment(milliseconds: shop.now.milliseconds / 1000 * 1000)
            steps = chance.happens(0.5) ? [Step(from: second, amount: total)] : []
            isRefundable = false
        case .steps(let freeDays, let fullDays, let dropMinute):
            let first = shop.deadline(of: rate, daysBefore: freeDays, minuteOfDay: dropMinute)
            let full = shop.deadline(of: rate, daysBefore: fullDays, minuteOfDay: dropMinute)
            steps =
                offer.stay.nights == 1
                ? [Step(from: first, amount: total)]
                : [Step(from: first, amount: firstNight), Step(from: full, amount: total)]
            isRefundable = shop.now < first
        }
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("cancelPolicyInfos")
        json.beginArray()
        for step in steps {
            json.beginObject()
            json.member("cancelTime", step.from.clockText())
            json.key("amount")
            json.number(step.amount.number)
            json.member("currency", step.amount.currency)
            json.member("type", "amount")
            json.member("timezone", timezone)
            json.endObject()
        }
        json.endArray()
        json.key("hotelRemarks")
        json.beginArray()
        json.endArray()
        json.member("refundableTag", isRefundable ? "RFN" : "NRFN")
        json.endObject()
    }

    /// What leaving costs at an instant.
    func fee(at moment: Moment, of total: Amount) -> Amount {
        guard isRefundable || !steps.isEmpty else { return total }
        return steps.last { $0.from <= moment }?.amount
            ?? Amount(minor: 0, currency: total.currency)
    }
}
