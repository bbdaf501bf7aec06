import Codec
import Digest
import SupplierKit
public import TravelModel

/// Grants holds, shows them, ends them: the one way in for clients and for the clock.
public final class HoldDesk: Sendable {
    /// What is the operator's to decide.
    public struct Settings: Sendable, Hashable {
        /// The life of a hold.
        public var life: Duration = .seconds(600)
        /// Holds under way at most; more are declined as overloaded.
        public var mostRunning = 1000
        /// How often holds that are over, or whose owner is gone, are looked for.
        public var sweepInterval: Duration = .seconds(1)

        /// The product's defaults.
        public init() {}
    }

    private let ports: GatewayPorts
    private let quotes: QuoteDesk
    private let ledger: any HoldLedger
    private let runner: HoldRunner
    private let settings: Settings

    /// Put together once at start; `onRoomChange` hears of every grant, release, expiry and refusal
    /// that says something about what is shown of the hotel.
    public init(
        ports: GatewayPorts, roster: SupplierRoster, quotes: QuoteDesk, ledger: any HoldLedger,
        bodies: any RefusalBodies, settings: Settings,
        onRoomChange: @escaping @Sendable (HoldRecord) -> Void
    ) {
        self.ports = ports
        self.quotes = quotes
        self.ledger = ledger
        self.settings = settings
        let driver = StepDriver(transport: ports.transport, environment: ports.environment)
        runner = HoldRunner(
            ports: ports,
            calls: HoldCalls(
                driver: driver, roster: roster, inventory: ports.inventory,
                observer: ports.observer, clock: ports.environment.clock),
            quotes: quotes, ledger: ledger, bodies: bodies, life: settings.life,
            onRoomChange: onRoomChange)
    }

    // MARK: - For clients

    /// Asks the supplier again and keeps the room if price and terms are acceptable.
    ///
    /// Answers when it is decided or in doubt, and after `waitFor` in any case; the hold goes on
    /// without its client, also when the calling task is cancelled.
    public func place(_ request: HoldRequest, waitFor: Duration) async -> HoldOutcome {
        do throws(StorageFault) {
            let fingerprint = try HoldFingerprint.of(request)
            var reference: HoldReference?
            if let existing = try await ledger.hold(request.key, of: request.tenant) {
                guard existing.refusal?.reason == .unavailable else {
                    return try await again(existing, fingerprint, waitFor)
                }
                guard existing.fingerprint == fingerprint else { return .declined(.keyReused) }
                // It came to nothing and is judged anew, under the reference the supplier would
                // recognise if it had kept a room after all.
                reference = existing.reference
                try await ledger.freeKey(of: existing.id, version: existing.version)
            }
            switch try await claim(request, fingerprint, reference) {
            case .failure(let decline): return .declined(decline.reason)
            case .success(.fresh(let record)):
                let run = runner.start(record, isAnnounced: false)
                return await outcome(of: run, record, waitFor, replayed: false)
            case .success(.taken(let existing)):
                return try await again(existing, fingerprint, waitFor)
            }
        } catch {
            return .declined(.storage(error))
        }
    }

    /// A hold as it is now; `nil` when the tenant has none of that id.
    public func hold(
        _ id: HoldID, of tenant: TenantID
    ) async throws(StorageFault) -> HoldView? {
        guard let record = try await ledger.hold(id, of: tenant) else { return nil }
        return try await announced(record)
    }

    /// The hold of an attempt; `nil` only when nothing was started.
    public func hold(
        _ key: IdempotencyKey, of tenant: TenantID
    ) async throws(StorageFault) -> HoldView? {
        guard let record = try await ledger.hold(key, of: tenant) else { return nil }
        return try await announced(record)
    }

    /// What a release came to.
    public enum Release: Sendable, Hashable {
        /// Released now, or before.
        case released
        /// Not decided yet; to be tried again.
        case pending
        /// Over in another way.
        case ended(HoldState)
        /// No such hold of the tenant.
        case unknown
    }

    /// Ends a hold for its client; the supplier is told next, however long that takes.
    public func release(
        _ id: HoldID, of tenant: TenantID
    ) async throws(StorageFault) -> Release {
        // Each round means that somebody else wrote a newer version, and versions only grow.
        for _ in 0..<8 {
            guard let record = try await ledger.hold(id, of: tenant) else { return .unknown }
            switch record.state(at: ports.environment.stamp()) {
            case .released: return .released
            case .pending: return .pending
            case .expired: return .ended(.expired)
            case .refused: return .ended(.refused)
            case .held, .priceConfirmed:
                if try await finish(record, as: .released) { return .released }
            }
        }
        return .pending
    }

    // MARK: - For the clock

    /// Looks after holds until the calling task is cancelled: ends those that are over, goes on with
    /// those whose owner is gone, gives back what must be given back.
    public func sweep() async {
        let clock = ports.environment.clock
        while !Task.isCancelled {
            await sweepOnce()
            let next = clock.uptime().advanced(by: settings.sweepInterval)
            guard (try? await clock.sleep(until: next)) != nil else { return }
        }
    }

    /// One look; a ledger that cannot be read now is looked at again next time.
    func sweepOnce() async {
        let now = ports.environment.stamp()
        guard let records = try? await ledger.unsettled(at: now, most: 256) else { return }
        for record in records where runner.run(of: record.id) == nil {
            if record.state == .pending || record.stage == .releasing {
                runner.start(record)
            } else {
                _ = try? await finish(record, as: .expired)
            }
        }
    }

    /// Holds under way.
    public var running: Int { runner.count }

    /// Waits until nothing is under way, at most until `deadline`, then ends what is left: every
    /// row says where to go on.
    public func drain(until deadline: Uptime) async {
        let clock = ports.environment.clock
        while runner.count > 0, clock.uptime() < deadline {
            let next = min(deadline, clock.uptime().advanced(by: .milliseconds(50)))
            guard (try? await clock.sleep(until: next)) != nil else { break }
        }
        runner.cancelAll()
    }

    // MARK: - Parts

    private enum Claimed {
        case fresh(HoldRecord)
        case taken(HoldRecord)
    }

    private func claim(
        _ request: HoldRequest, _ fingerprint: [UInt8], _ reference: HoldReference?
    ) async throws(StorageFault) -> Result<Claimed, HoldDeclined> {
        let quote: Quote
        switch try await quotes.resolve(request.quote, for: request.tenant) {
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
        guard runner.count < settings.mostRunning else {
            return .failure(HoldDeclined(.overloaded))
        }
        let environment = ports.environment
        let fresh = HoldReference(randomBits: { environment.random.bytes(1).first ?? 0 })
        let record = HoldRecord(
            id: HoldID(random: environment.random), request: request, fingerprint: fingerprint,
            reference: reference ?? fresh, quote: quote, createdAt: environment.stamp())
        switch try await ledger.claim(record) {
        case .claimed: return .success(.fresh(record))
        case .sameKey(let existing): return .success(.taken(existing))
        case .sameQuote(let existing):
            return .failure(HoldDeclined(.quoteAlreadyHeld(view(existing))))
        }
    }

    /// What a repeated request is told.
    private func again(
        _ record: HoldRecord, _ fingerprint: [UInt8], _ waitFor: Duration
    ) async throws(StorageFault) -> HoldOutcome {
        guard record.fingerprint == fingerprint else { return .declined(.keyReused) }
        guard record.state == .pending else { return told(record, replayed: true) }
        if let run = runner.run(of: record.id) {
            if run.isAwaited { return .declined(.inProgress) }
            return await outcome(of: run, record, .zero, replayed: true)
        }
        // Its owner is gone: go on with it, under the same reference.
        return await outcome(of: runner.start(record), record, waitFor, replayed: true)
    }

    private func outcome(
        of run: HoldRun, _ record: HoldRecord, _ waitFor: Duration, replayed: Bool
    ) async -> HoldOutcome {
        let waiter = run.wait()
        let deadline = ports.environment.clock.uptime().advanced(by: waitFor)
        var news = await ports.environment.value(by: deadline) { await waiter.value() }
        // Too late to be told of the hold: the row is about to go, and the news is on its way.
        if news == nil, !run.announce() { news = await run.wait().value() }
        run.leave(waiter)
        switch news {
        case .row(let row): return told(row, replayed: replayed)
        case .abandoned(.quoteExpired): return .declined(.quoteExpired(record.quote))
        case .abandoned(.unavailable(let retryAfter)):
            return .declined(.supplierUnavailable(retryAfter: retryAfter))
        case .storage(let fault): return .declined(.storage(fault))
        case nil:
            let current = try? await ledger.hold(record.id, of: record.tenant)
            return told(current ?? record, replayed: replayed)
        }
    }

    private func told(_ record: HoldRecord, replayed: Bool) -> HoldOutcome {
        guard let refusal = record.refusal else {
            return .hold(view(record), replayed: replayed)
        }
        return refusal.reason == .unavailable
            ? .declined(.supplierUnavailable(retryAfter: nil))
            : .refused(refusal, replayed: replayed)
    }

    /// Ends a granted hold; `false` when somebody else was first.
    private func finish(
        _ record: HoldRecord, as state: HoldState
    ) async throws(StorageFault) -> Bool {
        var ended = record
        let machine = HoldMachine(holdLife: settings.life, lookup: LookupSchedule())
        let order = machine.finish(&ended, as: state)
        ended.version += 1
        guard case .stored = try await ledger.update(ended, inventory: .giveBack) else {
            return false
        }
        runner.noteRoomChange(ended)
        if case .release = order { runner.start(ended) }
        return true
    }

    /// The view for a client who may not have known of the hold; `nil` when it is about to go.
    private func announced(_ record: HoldRecord) async throws(StorageFault) -> HoldView? {
        guard record.state == .pending else { return view(record) }
        if let run = runner.run(of: record.id) { return run.announce() ? view(record) : nil }
        // Its run has ended meanwhile, or nobody goes on with it yet: the row says which.
        return try await ledger.hold(record.id, of: record.tenant).map(view)
    }

    private func view(_ record: HoldRecord) -> HoldView {
        let now = ports.environment.stamp()
        let change = record.granted.flatMap { granted -> OfferComparison? in
            let comparison = ports.compare(record.quote, with: granted)
            return comparison.old == comparison.new ? nil : comparison
        }
        return HoldView(record: record, state: record.state(at: now), now: now, change: change)
    }
}

/// A decline on its way through a `Result`.
struct HoldDeclined: Error {
    let reason: HoldDecline

    init(_ reason: HoldDecline) { self.reason = reason }
}
