import SupplierKit
import TravelModel

// The life of one hold, without any I/O.
//
// Invariants
//  1. The claim is durable before the supplier hears of it; `keeping` is durable before a request
//     that may keep a room leaves.
//  2. From `keeping` on, only a supplier's word or our own ledger ends the doubt: an answer that is
//     lost, odd or late leads to look-ups, never to a refusal by itself.
//  3. A grant is at a price and on terms the client accepted: unchanged, cheaper, or dearer by no
//     more than `maxIncrease`.
//  4. States only move forward: pending -> held | price confirmed | refused;
//     held | price confirmed -> released | expired.
//  5. A hold that surely did nothing is forgotten or refused; a stored refusal never changes.
//  6. The announced deadline is never later than the supplier's own, and the hold does not end
//     before it.
//  7. What was granted or found and is over is given back until the supplier says it is gone.
//
//                    revalidate                 hold                        look up
//   claimed ---------------------> claimed ------------> keeping ------> doubtful ---.
//      |  gone, dearer, terms         |  no keeper          |  held         |  found  |
//      v                              v                     v               v         | again
//   refused (settled)        price confirmed (settled)    held (settled) <--'  <------'
//                                                           |  deadline, release
//                                                           v
//                                              expired | released (releasing) -> (settled)
//
// Transitions: `revalidated` (claimed -> ...), `beginKeeping` (claimed -> keeping), `kept`
// (keeping -> ...), `lookedUp` (doubtful -> ...), `grant`, `finish` (release and expiry), and
// `resume` for a row whose owner is gone.

/// Decides what follows for one hold from what happened; rows in, rows and orders out.
struct HoldMachine {
    /// What the owner does next.
    enum Order {
        /// Ask for the offer as it is now.
        case revalidate
        /// Ask the supplier to keep this offer under our reference; the row is stored already.
        case hold(Offer)
        /// Look our reference up after the wait.
        case lookUp(after: Duration)
        /// Give the room back at the supplier.
        case release
        /// Nothing: the hold is decided.
        case rest
        /// Nothing, and the row should be forgotten: nothing was done.
        case forget(Abandonment)
        /// Refuse, with a body that still has to be written.
        case refuse(Refusal)
    }

    /// Why a claim did nothing.
    enum Abandonment: Sendable, Hashable {
        case quoteExpired
        case unavailable(retryAfter: Duration?)
    }

    /// A refusal that will be stored.
    enum Refusal {
        case priceChanged(OfferComparison, Offer)
        case termsChanged(OfferComparison, Offer)
        case soldOut
        case unavailable
    }

    /// The life of a granted hold.
    let holdLife: Duration
    /// When look-ups happen.
    let lookup: LookupSchedule
    /// How long the supplier keeps a room from when it is asked, where its contract says so.
    var supplierLife: Duration?

    // MARK: - Revalidation

    /// What follows from the supplier's word on the quoted offer.
    func revalidated(
        _ end: RevalidateEnd, _ record: HoldRecord, compare: (Offer) -> OfferComparison
    ) -> Order {
        switch end {
        case .soldOut: return .refuse(.soldOut)
        case .expired: return .forget(.quoteExpired)
        case .failed(let failure): return .forget(.unavailable(retryAfter: failure.retryAfter))
        case .current(let offer):
            let comparison = compare(offer)
            if comparison.new.currency != comparison.old.currency
                || comparison.new.minorUnits
                    > record.maxIncrease.ceiling(over: comparison.old).minorUnits
            {
                return .refuse(.priceChanged(comparison, offer))
            }
            if !comparison.terms.isEmpty { return .refuse(.termsChanged(comparison, offer)) }
            return .hold(offer)
        }
    }

    // MARK: - The supplier's answer to a hold

    /// Marks that the supplier is about to be asked, with what must be known if the answer is lost.
    func beginKeeping(_ record: inout HoldRecord, offer: Offer, at now: StampedTime) {
        record.stage = .keeping
        record.doubt = HoldDoubt(since: now, lookups: 0, offer: offer)
    }

    /// Where to go on with a row found after its owner is gone.
    func resume(_ record: inout HoldRecord, at now: StampedTime) -> Order {
        switch record.stage {
        case .claimed: return .revalidate
        case .keeping:
            record.stage = .doubtful
            return .lookUp(after: .zero)
        case .doubtful: return .lookUp(after: record.doubt.map { nextLookup($0, at: now) } ?? .zero)
        case .releasing: return .release
        case .settled: return .rest
        }
    }

    /// What follows from the supplier's answer, or its absence, to a request to keep the room.
    ///
    /// `mayHaveActed` false is certain knowledge that no such request reached the supplier.
    func kept(
        _ verdict: StepVerdict<HoldEnd>, mayHaveActed: Bool, offer: Offer,
        _ record: inout HoldRecord, at now: StampedTime
    ) -> Order {
        switch verdict {
        case .ended(.held(let hold)): return grant(&record, offer: offer, hold: hold, at: now)
        case .ended(.soldOut): return .refuse(.soldOut)
        case .ended(.priceChanged): return .revalidate
        case .ended(.refused(let failure)):
            return .forget(.unavailable(retryAfter: failure.retryAfter))
        case .ended(.unknown(let failure)), .failed(let failure):
            if !mayHaveActed { return .forget(.unavailable(retryAfter: failure.retryAfter)) }
        case .ended(.duplicate): break
        }
        record.stage = .doubtful
        let doubt = HoldDoubt(since: now, lookups: 0, offer: offer)
        record.doubt = doubt
        return .lookUp(after: nextLookup(doubt, at: now))
    }

    // MARK: - Look-ups

    /// What follows from a look-up of our reference.
    func lookedUp(
        _ verdict: StepVerdict<RetrieveEnd>, _ record: inout HoldRecord, at now: StampedTime
    ) -> Order {
        guard var doubt = record.doubt else { return .rest }
        switch verdict {
        case .ended(.found(let hold)):
            return grant(&record, offer: doubt.offer, hold: hold, at: now)
        case .ended(.ended): return .refuse(.unavailable)
        case .ended(.notFound):
            let elapsed = Duration.zero - doubt.since.remaining(at: now)
            if elapsed >= lookup.indexingDelay { return .refuse(.unavailable) }
        case .ended(.failed), .failed: break
        }
        doubt.lookups += 1
        record.doubt = doubt
        return .lookUp(after: nextLookup(doubt, at: now))
    }

    /// The wait before the next look-up: by the schedule, then at its last interval for ever, since
    /// only the supplier can end the doubt.
    func nextLookup(_ doubt: HoldDoubt, at now: StampedTime) -> Duration {
        let last = lookup.after.last ?? .seconds(300)
        guard doubt.lookups < lookup.after.count else { return last }
        return max(.zero, doubt.since.advanced(by: lookup.after[doubt.lookups]).remaining(at: now))
    }

    // MARK: - Grants and ends

    /// Grants the offer; a supplier's hold that is over already is only given back.
    func grant(
        _ record: inout HoldRecord, offer: Offer, hold: SupplierHold?, at now: StampedTime
    ) -> Order {
        record.doubt = nil
        record.supplierHold = hold
        record.granted = offer
        var life = holdLife
        for end in [hold?.expires, hold == nil ? offer.reference.expires : nil] {
            if let end { life = min(life, now.wall.duration(to: end)) }
        }
        if hold != nil, let supplierLife {
            // Counted from the claim, which is before the supplier can have begun to count.
            life = min(life, record.createdAt.advanced(by: supplierLife).remaining(at: now))
        }
        guard life > .zero else {
            record.state = .expired
            record.expiresAt = now
            record.stage = hold == nil ? .settled : .releasing
            return hold == nil ? .rest : .release
        }
        record.expiresAt = now.advanced(by: life)
        record.state = record.keeper == .priceCheck ? .priceConfirmed : .held
        record.stage = .settled
        return .rest
    }

    /// Ends a granted hold as released or expired; rooms kept elsewhere are given back next.
    func finish(_ record: inout HoldRecord, as state: HoldState) -> Order {
        record.state = state
        record.stage = record.supplierHold == nil ? .settled : .releasing
        return record.supplierHold == nil ? .rest : .release
    }
}
