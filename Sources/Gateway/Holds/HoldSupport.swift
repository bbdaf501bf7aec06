import SupplierKit
import TravelModel

/// What people do with holds that need one: look, and step in with a reason and a name.
public struct HoldSupport: Sendable {
    /// A hold and everything that happened to it, oldest first.
    public struct History: Sendable {
        /// As its client sees it, and more.
        public let view: HoldView
        /// Oldest first; where some were dropped, from the middle.
        public let entries: [HoldEntry]
    }

    /// How a person can step in.
    public enum Step: String, Sendable, CaseIterable {
        /// Looks an undecided hold up, and takes what the supplier keeps as held.
        case adopt
        /// Gives the room back, also one that may still be kept though the hold is over.
        case release
        /// Ends an undecided hold as refused; and all look-ups and releases of one that is over.
        case close
    }

    /// Who steps in, and why; both are written down.
    public struct Ground: Sendable, Hashable {
        /// 1 to 200 characters.
        public let reason: String
        /// 1 to 64 characters.
        public let person: String

        /// `nil` for texts of another length, or against the rule of ``PlainText/fault(inLine:)``.
        public init?(reason: String, person: String) {
            guard (1...200).contains(reason.count), (1...64).contains(person.count),
                PlainText.fault(inLine: reason) == nil, PlainText.fault(inLine: person) == nil
            else { return nil }
            self.reason = reason
            self.person = person
        }
    }

    /// What stepping in came to.
    public enum Outcome: Sendable {
        /// Done; the hold as it is now.
        case done(HoldView)
        /// Not with this hold as it is; the text says why.
        case impossible(HoldView, String)
        /// No such hold.
        case unknown
    }

    let office: HoldOffice
    let runner: HoldRunner
    let sweeper: HoldSweeper

    /// Holds of any tenant, newest first.
    public func list(_ filter: HoldFilter) async throws(StorageFault) -> [HoldView] {
        try await office.ledger.list(filter).map(office.view)
    }

    /// One hold of any tenant with its history; `nil` when there is none.
    public func history(_ id: HoldID) async throws(StorageFault) -> History? {
        guard let (record, entries) = try await office.ledger.history(id) else { return nil }
        return History(view: office.view(record), entries: entries)
    }

    /// Steps in.
    public func take(
        _ step: Step, with id: HoldID, on ground: Ground
    ) async throws(StorageFault) -> Outcome {
        guard let (record, _) = try await office.ledger.history(id) else { return .unknown }
        if record.state == .pending {
            let outcome = try await decide(step, record, ground)
            if case .done(let view) = outcome { office.observe(record, view.record) }
            return outcome
        }
        switch step {
        case .adopt: return refuse(record, "it is decided already")
        case .close: return try await leaveBe(record, ground)
        case .release: return try await release(record, ground)
        }
    }

    // MARK: - Not decided

    private func decide(
        _ step: Step, _ record: HoldRecord, _ ground: Ground
    ) async throws(StorageFault) -> Outcome {
        if step == .release { return refuse(record, "it is not decided; adopt or close it") }
        if record.stage != .doubtful, runner.run(of: record.id) != nil {
            return refuse(record, "the supplier's answer is still awaited")
        }
        let now = office.now()
        let lease = office.lease(from: now)
        guard var taken = try await office.ledger.take(record.id, by: lease, at: now) else {
            return refuse(record, "another gateway works on it")
        }
        // Should its run go on, its next write is from an older version and changes nothing.
        runner.stop(record.id)
        let machine = office.machine(for: taken)
        if taken.stage == .keeping { _ = machine.on(.resume, &taken, at: now) }
        var entry = entry(step, ground)
        if step == .close {
            let body = office.bodies.body(of: .unavailable)
            let refusal = StoredRefusal(reason: .unavailable, body: body)
            guard machine.on(.closed(refusal), &taken, at: office.now()) != nil else {
                runner.care(for: taken)
                return refuse(record, "it cannot be closed")
            }
            return try await write(taken, entry, then: .rest)
        }
        guard taken.stage == .doubtful else {
            runner.care(for: taken)
            return refuse(record, "the supplier was not asked to keep it")
        }
        let answer = await office.calls.lookUp(taken)
        entry.exchanges = answer.exchanges
        entry.note += "; " + HoldWords.of(answer.value)
        guard case .ended(.found(_)) = answer.value,
            let order = machine.on(.lookedUp(answer.value), &taken, at: office.now())
        else {
            // Its run was stopped above: somebody must go on with it.
            runner.care(for: taken)
            return refuse(record, "the supplier says: \(HoldWords.of(answer.value))")
        }
        entry.old = taken.quote.offer
        entry.new = taken.granted
        return try await write(taken, entry, then: order)
    }

    // MARK: - Decided

    private func release(
        _ record: HoldRecord, _ ground: Ground
    ) async throws(StorageFault) -> Outcome {
        if record.state(at: office.now()).isOpen {
            let isEnded = try await sweeper.end(
                record, .released, by: .person, actor: .person(ground.person),
                reason: ground.reason)
            return isEnded
                ? try await shown(record.id) : refuse(record, "it has changed just now")
        }
        var next = record
        let machine = office.machine(for: record)
        switch record.stage {
        case .settled:
            guard machine.on(.suspected, &next, at: office.now()) != nil else {
                return refuse(record, "nobody but us keeps it, and it is given back")
            }
        case .watching: break
        // Now, and not when its next try was due.
        case .releasing: next.watch = nil
        case .claimed, .keeping, .doubtful: return refuse(record, "it is not decided")
        }
        let outcome = try await write(next, entry(.release, ground), then: .rest)
        guard case .done(let view) = outcome else { return outcome }
        if view.record.stage == .releasing {
            runner.stop(view.record.id)
            runner.care(for: view.record)
        } else {
            runner.look(view.record)
        }
        return outcome
    }

    /// Ends what is still done for a hold that is over: its supplier will never say.
    private func leaveBe(
        _ record: HoldRecord, _ ground: Ground
    ) async throws(StorageFault) -> Outcome {
        var next = record
        let refusal = StoredRefusal(
            reason: .unavailable, body: office.bodies.body(of: .unavailable))
        guard record.stage != .settled,
            office.machine(for: record).on(.closed(refusal), &next, at: office.now()) != nil
        else { return refuse(record, "it is decided already") }
        runner.stop(record.id)
        return try await write(next, entry(.close, ground), then: .rest)
    }

    // MARK: - Parts

    private func write(
        _ record: HoldRecord, _ entry: HoldEntry, then order: HoldMachine.Order
    ) async throws(StorageFault) -> Outcome {
        let next = office.next(record, at: office.now())
        let update = try await office.ledger.update(
            next, by: office.owner, inventory: .none, entries: [entry])
        guard case .stored = update else { return refuse(record, "it has changed just now") }
        office.onRoomChange(next)
        if case .release = order { runner.care(for: next) }
        return .done(office.view(next))
    }

    private func shown(_ id: HoldID) async throws(StorageFault) -> Outcome {
        guard let (record, _) = try await office.ledger.history(id) else { return .unknown }
        return .done(office.view(record))
    }

    private func refuse(_ record: HoldRecord, _ why: String) -> Outcome {
        .impossible(office.view(record), why)
    }

    private func entry(_ step: Step, _ ground: Ground) -> HoldEntry {
        var entry = office.entry(.operated, "\(step.rawValue): \(ground.reason)")
        entry.actor = HoldEntry.Actor.person(ground.person).text
        return entry
    }
}

extension HoldDesk {
    /// For people who look after holds.
    public var support: HoldSupport {
        HoldSupport(office: office, runner: runner, sweeper: sweeper)
    }
}
