public import TravelModel

extension CancellationTerms {
    /// The terms of several rooms bought together: at each moment cancelling costs what all of them
    /// cost then.
    ///
    /// `rooms` are the terms of each room with its price, all in the currency of `price`, which is
    /// theirs in all. One room with unknown terms makes the whole unknown; a room that is never
    /// refunded counts in full from the beginning.
    public static func combining(
        _ rooms: [(terms: CancellationTerms, price: Money)], price: Money, at now: Instant
    ) -> CancellationTerms {
        if rooms.count == 1 { return rooms[0].terms }
        guard !rooms.allSatisfy({ $0.terms.kind == .nonRefundable }) else {
            return .nonRefundable()
        }
        var schedule = PenaltySchedule(price: price, nightly: [], nights: 1)
        do throws(RateFault) {
            let steps = rooms.map { Self.steps(of: $0.terms, price: $0.price) }
            for room in steps {
                if let first = room.first, first.from == PenaltySchedule.always {
                    try schedule.keep(first.penalty)
                }
            }
            for moment in steps.joined() where moment.from != PenaltySchedule.always {
                var sum = Money.zero(price.currency)
                for room in steps {
                    let inForce = room.last {
                        PenaltySchedule.order($0.from) <= PenaltySchedule.order(moment.from)
                    }
                    if let inForce { sum = try sum.plus(inForce.penalty) }
                }
                try schedule.add(.amount(sum), from: moment.from)
            }
        } catch { return .unknown }
        guard !rooms.contains(where: { $0.terms.kind == .unknown }) else { return .unknown }
        return schedule.terms(isRefundable: true, at: now)
    }

    private static func steps(of terms: CancellationTerms, price: Money) -> [Step] {
        guard terms.kind == .nonRefundable else { return terms.steps }
        return [Step(from: PenaltySchedule.always, penalty: price)]
    }
}
