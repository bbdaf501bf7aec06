public import TravelModel

// Looking at holds, and ending or prolonging them.
extension HoldDesk {
    /// A hold as it is now; `nil` when the tenant has none of that id.
    public func hold(
        _ id: HoldID, of tenant: TenantID
    ) async throws(StorageFault) -> HoldView? {
        guard let record = try await office.ledger.hold(id, of: tenant) else { return nil }
        return try await announced(record)
    }

    /// The hold of an attempt; `nil` only when nothing was started, or the key is free again.
    public func hold(
        _ key: IdempotencyKey, of tenant: TenantID
    ) async throws(StorageFault) -> HoldView? {
        guard let record = try await current(key, of: tenant) else { return nil }
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
            guard let record = try await office.ledger.hold(id, of: tenant) else { return .unknown }
            switch record.state(at: office.now()) {
            case .released: return .released
            case .pending: return .pending
            case .expired: return .ended(.expired)
            case .refused: return .ended(.refused)
            case .held, .priceConfirmed:
                if try await sweeper.end(record, .released, by: .client, actor: .client) {
                    return .released
                }
            }
        }
        return .pending
    }

    /// What asking for more time came to.
    public enum Extension: Sendable, Hashable {
        /// The deadline has moved.
        case extended(HoldView)
        /// Not this one; the hold is as it was.
        case notExtendable(HoldView, NotExtendable)
        /// Not decided yet; to be tried again.
        case pending
        /// Over.
        case ended(HoldState)
        /// No such hold of the tenant.
        case unknown
    }

    /// Why a hold gets no more time.
    public enum NotExtendable: String, Sendable, Hashable, CaseIterable {
        /// It was extended before.
        case alreadyExtended
        /// Nobody keeps the room: its price was confirmed only.
        case notKept
        /// Whoever keeps the room said, or our manifest says, that it is kept until then.
        case keptNoLonger

        init(_ record: HoldRecord) {
            self =
                record.isExtended
                ? .alreadyExtended : record.state == .priceConfirmed ? .notKept : .keptNoLonger
        }
    }

    /// Moves a hold's deadline, once: by one life for a room of our own, and as far as the supplier
    /// keeps the room anyway for one of a supplier.
    public func extend(
        _ id: HoldID, of tenant: TenantID
    ) async throws(StorageFault) -> Extension {
        for _ in 0..<8 {
            guard let record = try await office.ledger.hold(id, of: tenant) else { return .unknown }
            let now = office.now()
            let state = record.state(at: now)
            switch state {
            case .pending: return .pending
            case .released, .expired, .refused: return .ended(state)
            case .held, .priceConfirmed: break
            }
            var extended = record
            guard office.machine(for: record).on(.extend, &extended, at: now) != nil else {
                return .notExtendable(office.view(record), NotExtendable(record))
            }
            extended = office.next(extended, at: now)
            var entry = office.entry(.extended, "")
            entry.actor = HoldEntry.Actor.client.text
            if let old = record.expiresAt, let new = extended.expiresAt {
                entry.note = "from \(old.wall) to \(new.wall)"
            }
            let update = try await office.ledger.update(
                extended, by: office.owner, inventory: .none, entries: [entry])
            if case .stored = update { return .extended(office.view(extended)) }
        }
        return .pending
    }

    // MARK: - For the clock

    /// Looks after holds until the calling task is cancelled.
    public func sweep() async { await sweeper.run() }

    /// Holds under way.
    public var running: Int { runner.count }

    /// Waits until nothing is asked of a supplier or written, at most until `deadline`, then ends what
    /// is left: every row says where to go on.
    ///
    /// Nobody waits for holds that themselves only wait, for the next look-up or the next try of a
    /// release: that may be minutes away.
    public func drain(until deadline: Uptime) async {
        let clock = office.ports.environment.clock
        while clock.uptime() < deadline {
            runner.stopResting()
            guard runner.count > 0 else { break }
            let next = min(deadline, clock.uptime().advanced(by: .milliseconds(50)))
            guard (try? await clock.sleep(until: next)) != nil else { break }
        }
        runner.cancelAll()
    }
}
