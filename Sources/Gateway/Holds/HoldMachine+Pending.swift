import SupplierKit
import TravelModel

// From the claim to the decision.
extension HoldMachine {
    func claimed(_ event: Event, _ record: inout HoldRecord, _ now: StampedTime) -> Order? {
        switch event {
        case .resume: return begin(record, now)
        case .lookedUp(let verdict):
            return isGuarded(record, now) ? foundAgain(verdict, &record, now) : nil
        case .revalidated(let end, let comparison):
            return revalidated(end, comparison, record)
        case .keep(let offer):
            guard offer.hold.keeper == .supplier else { return nil }
            record.stage = .keeping
            record.doubt = HoldDoubt(since: now, lookups: 0, offer: offer)
            return .ask(offer)
        case .granted(let offer):
            guard offer.hold.keeper != .supplier else { return nil }
            return grant(&record, offer: offer, hold: nil, at: now)
        case .refused(let refusal), .closed(let refusal):
            refuse(&record, refusal, .settled)
            return .rest
        default: return nil
        }
    }

    func keeping(_ event: Event, _ record: inout HoldRecord, _ now: StampedTime) -> Order? {
        guard let offer = record.doubt?.offer else { return nil }
        switch event {
        case .resume:
            record.stage = .doubtful
            // The last owner may have sent its request until just now.
            record.doubt = HoldDoubt(since: now, lookups: 0, offer: offer)
            record.watch = nil
            return .lookUp(after: .zero)
        case .kept(let verdict, let mayHaveActed):
            return kept(verdict, mayHaveActed, offer, &record, now)
        case .refused(let refusal):
            refuse(&record, refusal, .settled)
            return .rest
        case .closed(let refusal):
            close(&record, refusal, now)
            return .rest
        default: return nil
        }
    }

    func doubtful(_ event: Event, _ record: inout HoldRecord, _ now: StampedTime) -> Order? {
        guard let doubt = record.doubt else { return nil }
        switch event {
        case .resume:
            let wait = record.watch.map { max(.zero, $0.due.remaining(at: now)) }
            return .lookUp(after: wait ?? nextLookup(doubt, at: now))
        case .lookedUp(let verdict): return lookedUp(verdict, doubt, &record, now)
        case .refused(let refusal), .closed(let refusal):
            close(&record, refusal, now)
            return .rest
        default: return nil
        }
    }

    /// References of one attempt that are looked up after a ledger was restored.
    private static let mostReferences = 8

    // MARK: - Claimed

    private func begin(_ record: HoldRecord, _ now: StampedTime) -> Order {
        guard let guardedUntil, isGuarded(record, now) else { return .revalidate }
        if record.quote.supplier == OwnInventory.supplier {
            return .forget(.unavailable(retryAfter: guardedUntil.remaining(at: now)))
        }
        return .lookUp(after: .zero)
    }

    private func isGuarded(_ record: HoldRecord, _ now: StampedTime) -> Bool {
        guard let guardedUntil, !guardedUntil.hasCome(at: now) else { return false }
        return record.quote.offer.hold.keeper != .priceCheck
    }

    /// The look-up that comes first after a ledger was restored.
    private func foundAgain(
        _ verdict: StepVerdict<RetrieveEnd>, _ record: inout HoldRecord, _ now: StampedTime
    ) -> Order? {
        if record.quote.supplier == OwnInventory.supplier { return nil }
        switch verdict {
        case .ended(.found(let hold)):
            return grant(&record, offer: record.quote.offer, hold: hold, at: now)
        case .ended(.notFound): return .revalidate
        case .ended(.ended):
            record.isReferenceSpent = true
            return record.referenceNumber < Self.mostReferences ? .renumber : .revalidate
        case .ended(.failed(let failure)), .failed(let failure):
            return .forget(Abandonment(failure))
        }
    }

    private func revalidated(
        _ end: RevalidateEnd, _ comparison: OfferComparison?, _ record: HoldRecord
    ) -> Order {
        switch end {
        case .soldOut: return .refuse(.soldOut)
        case .expired: return .forget(.quoteExpired)
        case .failed(let failure): return .forget(Abandonment(failure))
        case .current(let offer):
            guard let comparison else { return .forget(.unavailable(retryAfter: nil)) }
            if comparison.new.currency != comparison.old.currency
                || comparison.new.minorUnits
                    > record.maxIncrease.ceiling(over: comparison.old).minorUnits
            {
                return .refuse(.priceChanged(comparison, offer))
            }
            if !comparison.terms.isEmpty { return .refuse(.termsChanged(comparison, offer)) }
            switch offer.hold.keeper {
            case .supplier: return .hold(offer)
            case .inventory: return .grant(offer, .take)
            case .priceCheck: return .grant(offer, .none)
            }
        }
    }

    // MARK: - The supplier's answer

    private func kept(
        _ verdict: StepVerdict<HoldEnd>, _ mayHaveActed: Bool, _ offer: Offer,
        _ record: inout HoldRecord, _ now: StampedTime
    ) -> Order {
        switch verdict {
        case .ended(.held(let hold)): return grant(&record, offer: offer, hold: hold, at: now)
        case .ended(.soldOut): return .refuse(.soldOut)
        case .ended(.priceChanged):
            record.stage = .claimed
            record.doubt = nil
            // It may have kept a room and let it go: it knows the reference.
            record.isReferenceSpent = true
            return .renumber
        case .ended(.refused(let failure)) where failure.code == .throttled:
            // It was turned away at the door: nothing is known there.
            return .forget(Abandonment(failure))
        case .ended(.refused):
            // What was refused once may be known there: the next try has another reference.
            record.isReferenceSpent = true
            return .refuse(.unavailable)
        case .ended(.unknown(let failure)), .failed(let failure):
            if !mayHaveActed { return .forget(Abandonment(failure)) }
        case .ended(.duplicate): break
        }
        record.stage = .doubtful
        let doubt = HoldDoubt(since: now, lookups: 0, offer: offer)
        record.doubt = doubt
        record.watch = nil
        return .lookUp(after: nextLookup(doubt, at: now))
    }

    // MARK: - Look-ups

    private func lookedUp(
        _ verdict: StepVerdict<RetrieveEnd>, _ doubt: HoldDoubt, _ record: inout HoldRecord,
        _ now: StampedTime
    ) -> Order {
        switch verdict {
        case .ended(.found(let hold)):
            return grant(&record, offer: doubt.offer, hold: hold, at: now)
        case .ended(.ended):
            record.isReferenceSpent = true
            return .refuse(.unavailable)
        case .ended(.notFound):
            let elapsed = Duration.zero - doubt.since.remaining(at: now)
            if elapsed >= lookup.indexingDelay { return .refuse(.unavailable) }
        case .ended(.failed), .failed: break
        }
        var next = doubt
        next.lookups += 1
        record.doubt = next
        let wait = nextLookup(next, at: now)
        record.watch = HoldWatch(due: now.advanced(by: wait), misses: 0)
        return .lookUp(after: wait)
    }

    /// The wait before the next look-up: by the schedule, then at its last interval for ever, since
    /// only the supplier can end the doubt.
    func nextLookup(_ doubt: HoldDoubt, at now: StampedTime) -> Duration {
        let last = lookup.after.last ?? .seconds(300)
        guard doubt.lookups < lookup.after.count else { return last }
        return max(.zero, doubt.since.advanced(by: lookup.after[doubt.lookups]).remaining(at: now))
    }

    // MARK: - Decisions

    /// Grants the offer; a supplier's hold that is over already is only given back.
    private func grant(
        _ record: inout HoldRecord, offer: Offer, hold: SupplierHold?, at now: StampedTime
    ) -> Order {
        record.doubt = nil
        record.watch = nil
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
            record.endedBy = .deadline
            record.stage = hold == nil ? .settled : .releasing
            return hold == nil ? .rest : .release(after: .zero)
        }
        record.expiresAt = now.advanced(by: life)
        record.state = record.keeper == .priceCheck ? .priceConfirmed : .held
        record.stage = .settled
        if hold != nil, lookup.asksMidway {
            record.watch = HoldWatch(due: now.advanced(by: life / 2), misses: 0)
        }
        return .rest
    }

    /// What an earlier attempt may have left under the reference is looked for as it was before.
    private func refuse(_ record: inout HoldRecord, _ refusal: StoredRefusal, _ stage: HoldStage) {
        record.state = .refused
        record.stage = record.watch == nil ? stage : .watching
        record.doubt = nil
        record.refusal = refusal
    }

    /// Refuses what a supplier may have got: it is looked up for a while longer.
    private func close(
        _ record: inout HoldRecord, _ refusal: StoredRefusal, _ now: StampedTime
    ) {
        refuse(&record, refusal, .watching)
        record.watch = HoldWatch(due: now.advanced(by: Self.watchWaits[0]), misses: 0)
    }
}
