import SupplierKit
import TravelModel

// From the decision to the end of all work.
extension HoldMachine {
    /// Waits between the look-ups of a hold that ended here without the supplier's word: longer in
    /// all than any supplier takes to index or to commit late.
    static let watchWaits: [Duration] = [.seconds(120), .seconds(600), .seconds(1080)]
    /// After a look-up that did not find what is held, or that failed.
    private static let secondLook: Duration = .seconds(30)
    private static let afterFailure: Duration = .seconds(300)
    /// Counted as retention is; no supplier keeps a room for so long that was never paid for.
    private static let longestWatch: Duration = .seconds(86_400)

    func granted(_ event: Event, _ record: inout HoldRecord, _ now: StampedTime) -> Order? {
        switch event {
        case .resume: return .rest
        case .lookedUp(let verdict):
            guard record.supplierHold != nil else { return nil }
            return checked(verdict, &record, now)
        case .ended(let state, let ender):
            guard state == .released || state == .expired else { return nil }
            if state == .expired, record.expiresAt?.hasCome(at: now) != true { return nil }
            return end(&record, state, ender)
        case .extend: return extended(&record, now)
        default: return nil
        }
    }

    func releasing(_ event: Event, _ record: inout HoldRecord, _ now: StampedTime) -> Order? {
        switch event {
        case .resume:
            return .release(after: max(.zero, record.watch?.due.remaining(at: now) ?? .zero))
        case .unconfirmed:
            let tries = record.watch?.misses ?? 0
            // 1, 2, 4 and so on up to 256 s.
            let wait = Duration.seconds(1 << min(max(0, tries), 8))
            record.watch = HoldWatch(due: now.advanced(by: wait), misses: min(max(0, tries), 8) + 1)
            return .release(after: wait)
        case .givenBack:
            // What was refused and turned up after all: the supplier knows the reference.
            if record.state == .refused { record.isReferenceSpent = true }
            record.stage = .settled
            record.watch = nil
            return .rest
        case .closed:
            record.stage = .settled
            record.watch = nil
            return .rest
        default: return nil
        }
    }

    func watched(_ event: Event, _ record: inout HoldRecord, _ now: StampedTime) -> Order? {
        switch event {
        case .resume: return .lookUp(after: .zero)
        case .forsaken, .closed:
            record.stage = .settled
            record.watch = nil
            return .rest
        case .lookedUp(let verdict): return sought(verdict, &record, now)
        default: return nil
        }
    }

    func over(_ event: Event, _ record: inout HoldRecord, _ now: StampedTime) -> Order? {
        switch event {
        case .resume: return .rest
        case .suspected:
            guard record.quote.supplier != OwnInventory.supplier else { return nil }
            record.stage = .watching
            // One look-up, and what it finds is given back.
            record.watch = HoldWatch(due: now, misses: Self.watchWaits.count - 1)
            return .lookUp(after: .zero)
        default: return nil
        }
    }

    // MARK: - Held

    /// What the supplier says of a room that it should keep.
    private func checked(
        _ verdict: StepVerdict<RetrieveEnd>, _ record: inout HoldRecord, _ now: StampedTime
    ) -> Order {
        switch verdict {
        case .ended(.found):
            record.watch = nil
            return .rest
        case .ended(.ended):
            record.watch = nil
            record.supplierHold = nil
            return end(&record, .released, .supplier)
        case .ended(.notFound):
            let misses = (record.watch?.misses ?? 0) + 1
            // Once may be a hiccup of its index; and to be sure it is told to let go.
            if misses > 1 { return end(&record, .released, .supplier) }
            record.watch = HoldWatch(due: now.advanced(by: Self.secondLook), misses: misses)
            return .rest
        case .ended(.failed), .failed:
            let misses = record.watch?.misses ?? 0
            let due = now.advanced(by: Self.secondLook)
            let isWorthIt = record.expiresAt.map { due.remaining(at: $0) < .zero } ?? false
            record.watch = isWorthIt ? HoldWatch(due: due, misses: misses) : nil
            return .rest
        }
    }

    private func end(
        _ record: inout HoldRecord, _ state: HoldState, _ ender: HoldEnder
    ) -> Order {
        record.state = state
        record.endedBy = ender
        record.watch = nil
        record.stage = record.supplierHold == nil ? .settled : .releasing
        return record.supplierHold == nil ? .rest : .release(after: .zero)
    }

    private func extended(_ record: inout HoldRecord, _ now: StampedTime) -> Order? {
        guard record.state == .held, !record.isExtended, let end = record.expiresAt,
            !end.hasCome(at: now)
        else { return nil }
        var more = holdLife
        if let hold = record.supplierHold {
            var ends: [Duration] = []
            if let expires = hold.expires { ends.append(now.wall.duration(to: expires)) }
            if let supplierLife {
                ends.append(record.createdAt.advanced(by: supplierLife).remaining(at: now))
            }
            // A supplier that does not say how long it keeps the room has promised nothing more.
            guard let latest = ends.min() else { return nil }
            more = min(more, latest - end.remaining(at: now))
        }
        guard more > .zero else { return nil }
        record.expiresAt = end.advanced(by: more)
        record.isExtended = true
        return .rest
    }

    // MARK: - Watched

    /// What the supplier says of a room that it should not keep.
    private func sought(
        _ verdict: StepVerdict<RetrieveEnd>, _ record: inout HoldRecord, _ now: StampedTime
    ) -> Order {
        let misses = record.watch?.misses ?? 0
        switch verdict {
        case .ended(.found(let hold)):
            record.watch = nil
            record.supplierHold = hold
            record.stage = .releasing
            return .release(after: .zero)
        case .ended(.ended):
            record.isReferenceSpent = true
            record.watch = nil
            record.stage = .settled
        case .ended(.notFound):
            let next = misses + 1
            guard next < Self.watchWaits.count else {
                record.watch = nil
                record.stage = .settled
                break
            }
            record.watch = HoldWatch(due: now.advanced(by: Self.watchWaits[next]), misses: next)
        case .ended(.failed), .failed:
            if record.retentionStart.advanced(by: Self.longestWatch).hasCome(at: now) {
                record.watch = nil
                record.stage = .settled
            } else {
                record.watch = HoldWatch(due: now.advanced(by: Self.afterFailure), misses: misses)
            }
        }
        return .rest
    }
}
