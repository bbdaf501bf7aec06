import Codec
import Digest
import SupplierKit
import TravelModel

/// Grants holds, shows them, ends them: the one way in for clients and for the clock.
///
/// Every state change is in the ledger before it is told, and only the owner that the ledger names
/// works on a hold, so that several gateways may share one.
public final class HoldDesk: Sendable {
    /// What is the operator's to decide.
    public struct Settings: Sendable, Hashable {
        /// The life of a hold.
        public var life: Duration = .seconds(600)
        /// Clients that wait for a decision at most; more are declined as overloaded.
        ///
        /// Those that come in the same moment may pass it. What is done without a client is bounded
        /// by supplier.
        public var mostRunning = 1000
        /// Open holds of a tenant and of a buyer, and how long keys live.
        public var limits = HoldLimits()
        /// How often holds that are over, or whose owner is gone, are looked for.
        public var sweepInterval: Duration = .seconds(1)
        /// How long an owner that is not heard of keeps its holds; renewed after a third of it.
        public var lease: Duration = .seconds(30)

        /// The product's defaults.
        public init() {}
    }

    let office: HoldOffice
    let runner: HoldRunner
    let sweeper: HoldSweeper

    /// Put together once at start; `onRoomChange` hears of every grant, release, expiry and refusal
    /// that says something about what is shown of the hotel.
    public init(
        ports: GatewayPorts, roster: SupplierRoster, health: SupplierHealth, quotes: QuoteDesk,
        ledger: any HoldLedger, tenure: HoldTenure, bodies: any RefusalBodies,
        alternates: AlternateOffers? = nil, checks: PriceChecks? = nil, settings: Settings,
        onRoomChange: @escaping @Sendable (HoldRecord) -> Void
    ) {
        office = HoldOffice(
            ports: ports,
            calls: HoldCalls(
                line: SupplierLine(ports: ports, health: health), roster: roster,
                inventory: ports.inventory, clock: ports.environment.clock),
            quotes: quotes, ledger: ledger, bodies: bodies, alternates: alternates, checks: checks,
            settings: settings, tenure: tenure,
            onRoomChange: onRoomChange)
        runner = HoldRunner(office)
        sweeper = HoldSweeper(office: office, runner: runner)
    }

    // MARK: - Asking for one

    /// Asks the supplier again and keeps the room if price and terms are acceptable.
    ///
    /// Answers when it is decided or in doubt, and after `waitFor` in any case; the hold goes on
    /// without its client, also when the calling task is cancelled.
    public func place(_ request: HoldRequest, waitFor: Duration) async -> HoldOutcome {
        do throws(StorageFault) {
            let fingerprint = try HoldFingerprint(of: request)
            var former: HoldRecord?
            if let existing = try await current(request.key, of: request.tenant) {
                guard existing.refusal?.reason == .unavailable else {
                    return try await again(existing, fingerprint, waitFor)
                }
                guard fingerprint.fits(existing) else { return .declined(.keyReused) }
                // What turned up there is still being given back.
                if existing.stage == .releasing {
                    return .declined(.supplierUnavailable(retryAfter: .seconds(5)))
                }
                former = existing
            }
            switch try await claim(request, fingerprint, after: former) {
            case .failure(let decline): return .declined(decline.reason)
            case .success(.fresh(let record)):
                // A client that asks again for a former attempt may know of this one.
                let run = runner.start(record, isAnnounced: former != nil)
                return await outcome(of: run, record, waitFor, replayed: false)
            case .success(.taken(let existing)):
                return try await again(existing, fingerprint, waitFor)
            }
        } catch {
            return .declined(.storage(error))
        }
    }

    /// The hold a key leads to: no longer once the key is free again.
    func current(
        _ key: IdempotencyKey, of tenant: TenantID
    ) async throws(StorageFault) -> HoldRecord? {
        guard let record = try await office.ledger.hold(key, of: tenant) else { return nil }
        let end = record.createdAt.advanced(by: office.settings.limits.keyLife)
        return record.state != .pending && end.hasCome(at: office.now()) ? nil : record
    }

    /// What becomes of a hold that came to nothing when its key is judged anew: the claim takes its
    /// watch over, for whatever turns up under their reference is the claim's from now on.
    private func forsaken(_ record: HoldRecord, at now: StampedTime) -> FormerHold {
        var forsaken = record
        if !record.isReferenceSpent {
            _ = office.machine(for: record).on(.forsaken, &forsaken, at: now)
        }
        return FormerHold(
            record: office.next(forsaken, at: now), owner: office.owner,
            entries: [office.entry(.ended, "its key is judged anew")])
    }

    private enum Claimed {
        case fresh(HoldRecord)
        case taken(HoldRecord)
    }

    private func claim(
        _ request: HoldRequest, _ fingerprint: HoldFingerprint, after former: HoldRecord?
    ) async throws(StorageFault) -> Result<Claimed, HoldDeclined> {
        let quote: Quote
        switch try await office.quotes.resolve(request.quote, for: request.tenant) {
        case .unknown: return .failure(HoldDeclined(.quoteUnknown))
        case .expired(let old): return .failure(HoldDeclined(.quoteExpired(old)))
        case .live(let live): quote = live
        }
        if let offer = request.offer, offer != quote.offerID {
            return .failure(HoldDeclined(.offerMismatch))
        }
        if let decline = HoldNeeds.fault(in: request, for: quote) {
            return .failure(HoldDeclined(decline))
        }
        guard runner.isAdmitting else {
            return .failure(HoldDeclined(.overloaded))
        }
        let now = office.now()
        let number = former.map { $0.referenceNumber + ($0.isReferenceSpent ? 1 : 0) } ?? 0
        var record = HoldRecord(
            id: HoldID(random: office.ports.environment.random), request: request,
            fingerprint: fingerprint.bytes,
            reference: try office.tenure.references.reference(
                tenant: request.tenant, quote: request.quote, key: request.key, number: number),
            quote: quote, createdAt: now)
        record.referenceNumber = number
        // The same reference as before, where it may be known: still to be looked up should this end.
        if let former, !former.isReferenceSpent { record.watch = former.watch }
        record.lease = office.lease(from: now)
        var entry = office.entry(.claimed, HoldWords.claimed(record, by: request.clientKeyID))
        entry.actor = HoldEntry.Actor.client.text
        entry.old = quote.offer
        switch try await write(record, after: former, request, entry, at: now) {
        case .claimed: return .success(.fresh(record))
        case .sameKey(let existing): return .success(.taken(existing))
        case .sameQuote(let existing):
            return .failure(HoldDeclined(try await alreadyHeld(existing)))
        case .tooMany(let cap):
            return .failure(HoldDeclined(.tooManyHolds(cap, retryAfter: retryAfter(cap, now))))
        }
    }

    private func write(
        _ record: HoldRecord, after former: HoldRecord?, _ request: HoldRequest,
        _ entry: HoldEntry, at now: StampedTime
    ) async throws(StorageFault) -> HoldClaim {
        var limits = office.settings.limits
        if let own = request.mostOpenHolds { limits.mostOpenPerTenant = own }
        guard let former else {
            return try await office.ledger.claim(record, within: limits, entries: [entry])
        }
        return try await office.ledger.claim(
            record, after: forsaken(former, at: now), within: limits, entries: [entry])
    }

    private func alreadyHeld(_ record: HoldRecord) async throws(StorageFault) -> HoldDecline {
        // Its client may be another one, and is told of the hold here.
        guard let view = try await announced(record) else {
            return .supplierUnavailable(retryAfter: .seconds(1))
        }
        return .quoteAlreadyHeld(view)
    }

    /// When the first of the open holds is over, between a second and a minute.
    private func retryAfter(_ cap: HoldCap, _ now: StampedTime) -> Duration {
        let end = cap.firstEnd?.remaining(at: now) ?? .seconds(10)
        return min(max(end, .seconds(1)), .seconds(60))
    }

    // MARK: - Asking again

    /// What a repeated request is told.
    private func again(
        _ record: HoldRecord, _ fingerprint: HoldFingerprint, _ waitFor: Duration
    ) async throws(StorageFault) -> HoldOutcome {
        guard fingerprint.fits(record) else { return .declined(.keyReused) }
        guard record.state == .pending else { return told(record, replayed: true) }
        if let run = runner.run(of: record.id) {
            if run.isAwaited { return .declined(.inProgress) }
            return await outcome(of: run, record, .zero, replayed: true)
        }
        if let lease = record.lease, !lease.isOpen(to: office.owner, at: office.now()) {
            // Another gateway works on it; from now on its row stays.
            guard let view = try await announced(record) else { return .declined(.inProgress) }
            return .hold(view, replayed: true)
        }
        // Its owner is gone: go on with it, under the same reference.
        return await outcome(of: runner.start(record), record, waitFor, replayed: true)
    }

    private func outcome(
        of run: HoldRun, _ record: HoldRecord, _ waitFor: Duration, replayed: Bool
    ) async -> HoldOutcome {
        let environment = office.ports.environment
        let waiter = run.wait()
        let deadline = environment.clock.uptime().advanced(by: waitFor)
        var news = await environment.value(by: deadline) { await waiter.value() }
        // Too late to be told of the hold: the row is about to go, and the news is on its way.
        if news == nil, !run.announce() { news = await run.wait().value() }
        run.leave(waiter)
        switch news {
        case .row(let row) where row.state == .expired && !replayed:
            // Over before its client could hear of it: nothing was ever kept for anybody.
            return .declined(
                row.supplierHold == nil
                    ? .quoteExpired(row.quote) : .supplierUnavailable(retryAfter: nil))
        case .row(let row): return told(row, replayed: replayed)
        case .abandoned(.quoteExpired): return .declined(.quoteExpired(record.quote))
        case .abandoned(.unavailable(let retryAfter)):
            return .declined(.supplierUnavailable(retryAfter: retryAfter))
        case .abandoned(.overloaded): return .declined(.overloaded)
        case nil:
            let current = try? await office.ledger.hold(record.id, of: record.tenant)
            return told(current ?? record, replayed: replayed)
        case .left: return await left(record, replayed)
        }
    }

    /// What is told of a row that another goes on with, or this gateway once the ledger can be
    /// written: from now on it stays to be found.
    private func left(_ record: HoldRecord, _ replayed: Bool) async -> HoldOutcome {
        do throws(StorageFault) {
            let current = try await office.ledger.announce(record.id, of: record.tenant)
            guard let current else { return .declined(.supplierUnavailable(retryAfter: nil)) }
            return told(current, replayed: replayed)
        } catch {
            return .declined(.outcomeUnknown(error))
        }
    }

    private func told(_ record: HoldRecord, replayed: Bool) -> HoldOutcome {
        guard let refusal = record.refusal else {
            return .hold(office.view(record), replayed: replayed)
        }
        return refusal.reason == .unavailable
            ? .declined(.supplierUnavailable(retryAfter: nil))
            : .refused(refusal, replayed: replayed)
    }

    /// The view for a client who may not have known of the hold; `nil` when it is gone.
    func announced(_ record: HoldRecord) async throws(StorageFault) -> HoldView? {
        guard record.state == .pending else { return office.view(record) }
        if let run = runner.run(of: record.id), run.announce() { return office.view(record) }
        // Whoever works on it elsewhere, will, or is about to let its row go, must know that it has to
        // stay: another gateway may have told a client of it already.
        return try await office.ledger.announce(record.id, of: record.tenant).map(office.view)
    }
}

/// A decline on its way through a `Result`.
struct HoldDeclined: Error {
    let reason: HoldDecline

    init(_ reason: HoldDecline) { self.reason = reason }
}
