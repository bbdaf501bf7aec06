import SupplierKit
import TravelModel
import WireFormat

/// `CancelPenalties` of a rate plan.
struct OtaxmlTerms {
    let price: Money
    let nightly: [Money]
    let stay: StayDates
    let settings: OtaxmlSettings
    let now: Instant

    /// Without penalties, or with one that says nothing we can count, the terms are unknown.
    func terms(of plan: XMLElement?) -> CancellationTerms {
        let penalties = plan?.child("CancelPenalties").map {
            Array($0.children("CancelPenalty").prefix(32))
        }
        guard let penalties, !penalties.isEmpty else { return .unknown }
        if penalties.contains(where: { Self.isTrue($0.attribute("NonRefundable")) }) {
            return .nonRefundable()
        }
        var schedule = PenaltySchedule(price: price, nightly: nightly, nights: stay.nights)
        do throws(RateFault) {
            for penalty in penalties { try add(penalty, to: &schedule) }
        } catch { return .unknown }
        return schedule.terms(isRefundable: true, at: now)
    }

    private func add(
        _ penalty: XMLElement, to schedule: inout PenaltySchedule
    ) throws(RateFault) {
        if Self.isTrue(penalty.attribute("NoCancelInd")) {
            // With a deadline dialects disagree on whether it ends or begins the time to cancel.
            guard penalty.child("Deadline") == nil else {
                throw RateFault(.malformed, "NoCancelInd")
            }
            return try schedule.keep(price)
        }
        let amount = try amount(of: penalty)
        guard let deadline = penalty.child("Deadline") else {
            return try keep(amount, in: &schedule)
        }
        guard let moment = try moment(of: deadline) else {
            return try keep(amount, in: &schedule)
        }
        try schedule.add(amount, from: moment)
    }

    /// A penalty that applies from the beginning.
    private func keep(
        _ penalty: PenaltySchedule.Penalty, in schedule: inout PenaltySchedule
    ) throws(RateFault) {
        switch penalty {
        case .amount(let money): try schedule.keep(money)
        case .share(let millionths): try schedule.keep(price.times(millionths, over: 1_000_000))
        case .nights(let count): try schedule.keep(nights: 0..<max(count, 0))
        }
    }

    /// A deadline without an amount takes everything; words without either say nothing.
    private func amount(of penalty: XMLElement) throws(RateFault) -> PenaltySchedule.Penalty {
        guard let element = penalty.child("AmountPercent") else {
            guard penalty.child("Deadline") != nil, penalty.child("PenaltyDescription") == nil
            else { throw RateFault(.malformed, "penalty in words") }
            return .share(1_000_000)
        }
        if let text = element.attribute("NmbrOfNights") {
            guard let nights = Int(text), (0...366).contains(nights) else {
                throw RateFault(.malformed, "NmbrOfNights")
            }
            return .nights(nights)
        }
        if let percent = element.attribute("Percent") {
            guard let share = PenaltySchedule.Penalty.percent(percent) else {
                throw RateFault(.malformed, "Percent")
            }
            return share
        }
        guard
            let money = try OtaxmlAmount.money(
                element, "Amount", currency: price.currency.text, amounts: settings.amounts)
        else { throw RateFault(.malformed, "penalty without amount") }
        if let code = element.attribute("CurrencyCode"), code != price.currency.text {
            throw RateFault(.malformed, "penalty in another currency")
        }
        return .amount(money)
    }

    /// When the penalty begins; `nil` for one that counts from the booking, which is from the
    /// beginning: what is free for some hours after booking is not promised.
    private func moment(of deadline: XMLElement) throws(RateFault) -> LocalDeadline? {
        if let text = deadline.attribute("AbsoluteDeadline") {
            if let instant = Instant(text) { return .instant(instant) }
            if let civil = CivilDateTime(text) { return .hotelLocal(civil) }
            if let date = CivilDate(text) { return .hotelLocal(CivilDateTime(startOf: date)) }
            throw RateFault(.malformed, "AbsoluteDeadline")
        }
        guard deadline.attribute("OffsetDropTime") ?? "BeforeArrival" == "BeforeArrival" else {
            return nil
        }
        guard let unit = Self.seconds(of: deadline.attribute("OffsetTimeUnit")),
            let count = deadline.attribute("OffsetUnitMultiplier").flatMap({ Int64($0) }),
            (0...10_000).contains(count),
            let arrival = CivilDateTime(
                date: stay.checkIn, secondOfDay: settings.arrivalSecond),
            let moment = CivilDateTime(
                secondsSinceEpoch: arrival.secondsSinceEpoch - unit * count)
        else { throw RateFault(.malformed, "offset deadline") }
        return .hotelLocal(moment)
    }

    private static func seconds(of unit: String?) -> Int64? {
        switch unit {
        case "Minute": 60
        case "Hour": 3600
        case "Day": 86_400
        case "Week": 604_800
        default: nil
        }
    }

    private static func isTrue(_ text: String?) -> Bool { text == "true" || text == "1" }
}
