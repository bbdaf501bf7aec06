import SupplierKit
import TravelModel

/// The terms of an offer out of those of its rooms: what cancelling all of them costs.
enum StreamratesTerms {
    /// A room tagged `NRFN` is lost from the beginning; a room whose rules cannot be read makes the
    /// whole unknown.
    static func terms(
        of rates: [StreamratesRate], price: StreamratesPrice, at now: Instant
    ) -> CancellationTerms {
        guard !rates.allSatisfy({ $0.refundableTag == "NRFN" }) else { return .nonRefundable() }
        var schedule = PenaltySchedule(price: price.total, nightly: [], nights: 1)
        do throws(RateFault) {
            var rooms: [[Step]] = []
            for (rate, total) in zip(rates, price.roomTotals) {
                let steps = try Self.steps(of: rate, total: total)
                if steps.first?.order == .min { try schedule.keep(total) }
                rooms.append(steps)
            }
            let moments = rooms.flatMap { $0 }.filter { $0.order != .min }
            for moment in moments {
                var sum = Money.zero(price.total.currency)
                for steps in rooms {
                    let inForce = steps.last { $0.order <= moment.order }
                    if let inForce { sum = try sum.plus(inForce.penalty) }
                }
                try schedule.add(.amount(sum), from: moment.from)
            }
        } catch { return .unknown }
        return schedule.terms(isRefundable: true, at: now)
    }

    private struct Step {
        /// For sorting: milliseconds, a hotel's wall clock taken as UTC.
        let order: Int64
        let from: LocalDeadline
        let penalty: Money
    }

    private static func steps(of rate: StreamratesRate, total: Money) throws(RateFault) -> [Step] {
        guard rate.refundableTag == "RFN" else {
            guard rate.refundableTag == "NRFN" else { throw RateFault(.malformed, "no tag") }
            return [Step(order: .min, from: PenaltySchedule.always, penalty: total)]
        }
        // Refundable until when is not said: that is no promise.
        guard !rate.penalties.isEmpty else { throw RateFault(.malformed, "no penalty") }
        var steps: [Step] = []
        for penalty in rate.penalties { steps.append(try step(penalty, total: total)) }
        return steps.sorted {
            ($0.order, $0.penalty.minorUnits) < ($1.order, $1.penalty.minorUnits)
        }
    }

    private static func step(
        _ penalty: StreamratesPenalty, total: Money
    ) throws(RateFault) -> Step {
        guard let civil = CivilDateTime(penalty.time) else {
            throw RateFault(.malformed, "penalty time")
        }
        let from: LocalDeadline
        let order: Int64
        switch penalty.zone.uppercased() {
        case "GMT", "UTC", "Z":
            from = .instant(Instant(civil, offsetSeconds: 0))
            order = civil.secondsSinceEpoch * 1000
        case "":
            from = .hotelLocal(civil)
            order = civil.secondsSinceEpoch * 1000
        default:
            // A zone we cannot look up: the earliest it can be on Earth is UTC+14.
            let earliest = Instant(civil, offsetSeconds: 14 * 3600)
            from = .instant(earliest)
            order = earliest.millisecondsSinceEpoch
        }
        return Step(order: order, from: from, penalty: try amount(penalty, total: total))
    }

    private static func amount(
        _ penalty: StreamratesPenalty, total: Money
    ) throws(RateFault) -> Money {
        if penalty.type.lowercased().hasPrefix("percent") {
            guard
                case .share(let millionths)? = PenaltySchedule.Penalty.percent(
                    penalty.amount.amount)
            else { throw RateFault(.malformed, "penalty percentage") }
            return try total.times(millionths, over: 1_000_000)
        }
        guard let money = try penalty.amount.money(), money.currency == total.currency else {
            throw RateFault(.malformed, "penalty amount")
        }
        return money
    }
}
