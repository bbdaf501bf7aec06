import SupplierKit
import TravelModel

/// The terms of an offer out of those of its rooms: what cancelling all of them costs.
enum StreamratesTerms {
    static func terms(
        of rates: [StreamratesRate], price: StreamratesPrice, at now: Instant
    ) -> CancellationTerms {
        let rooms = zip(rates, price.roomTotals).map { rate, total in
            (terms: terms(of: rate, total: total, at: now), price: total)
        }
        return .combining(rooms, price: price.total, at: now)
    }

    /// `NRFN` wins over penalties; without a tag, or refundable without saying until when, the terms
    /// are unknown, as they are when a penalty cannot be read.
    private static func terms(
        of rate: StreamratesRate, total: Money, at now: Instant
    ) -> CancellationTerms {
        guard rate.refundableTag == "RFN" else {
            return rate.refundableTag == "NRFN" ? .nonRefundable() : .unknown
        }
        var schedule = PenaltySchedule(price: total, nightly: [], nights: 1)
        do throws(RateFault) {
            for penalty in rate.penalties {
                try schedule.add(try amount(penalty), from: try moment(penalty))
            }
        } catch { return .unknown }
        return schedule.terms(isRefundable: true, at: now)
    }

    private static func moment(_ penalty: StreamratesPenalty) throws(RateFault) -> LocalDeadline {
        guard let civil = CivilDateTime(penalty.time) else {
            throw RateFault(.malformed, "penalty time")
        }
        switch penalty.zone.uppercased() {
        case "GMT", "UTC", "Z": return .instant(Instant(civil, offsetSeconds: 0))
        case "": return .hotelLocal(civil)
        // A zone we cannot look up: the earliest it can be on Earth is UTC+14.
        default: return .instant(Instant(civil, offsetSeconds: 14 * 3600))
        }
    }

    private static func amount(
        _ penalty: StreamratesPenalty
    ) throws(RateFault) -> PenaltySchedule.Penalty {
        if penalty.type.lowercased().hasPrefix("percent") {
            guard let share = PenaltySchedule.Penalty.percent(penalty.amount.amount) else {
                throw RateFault(.malformed, "penalty percentage")
            }
            return share
        }
        guard let money = try penalty.amount.money() else {
            throw RateFault(.malformed, "penalty amount")
        }
        return .amount(money)
    }
}
