internal import Gateway
internal import SupplierKit
internal import TravelModel

// How a client holds, comes back, looks and lets go.
extension WorldClient {
    private static let grace = Duration.seconds(3)

    // MARK: - Placing

    mutating func hold(atHotel hotel: String? = nil) async {
        let offers = records.offers(of: plan.tenant)
            .filter { offer in hotel.map { offer.hotel.text == $0 } ?? true }
        guard !offers.isEmpty else { return }
        // Mostly something seen just now.
        let offer = dice.chance(75) ? dice.pick(Array(offers.suffix(12))) : dice.pick(offers)
        lastKey += 1
        guard let key = IdempotencyKey("\(plan.name)-\(lastKey)") else { return }
        let increase: MaxIncrease =
            dice.chance(60) ? .none : .basisPoints(dice.pick([100, 1_000, 5_000]))
        wishes.append(Wish(key: key, offer: offer, maxIncrease: increase))
        await attempt(wishes.count - 1)
        if dice.chance(10), let last = wishes.last, !last.isLost {
            // Another key for the same quote, right after.
            lastKey += 1
            guard let key = IdempotencyKey("\(plan.name)-\(lastKey)") else { return }
            wishes.append(Wish(key: key, offer: offer, maxIncrease: increase))
            await attempt(wishes.count - 1)
        }
    }

    /// The same key once more, first those whose answer was lost.
    mutating func comeBack() async {
        let lost = wishes.indices.filter { wishes[$0].isLost }
        let place = lost.first ?? dice.number(in: 0...wishes.count - 1)
        await attempt(place)
    }

    private mutating func attempt(_ place: Int) async {
        let wish = wishes[place]
        var request = HoldRequest(tenant: plan.tenant, key: wish.key, quote: wish.offer.quote)
        request.maxIncrease = wish.maxIncrease
        let isAltered = dice.chance(4)
        if isAltered { request.clientReference = "another body" }
        let body = isAltered ? 1 : 0
        let waitFor = WorldPlan.millis(&dice, 500...10_000)
        let leaves = dice.chance(18)
        let patience = leaves ? WorldPlan.millis(&dice, 1...4_000) : waitFor + Self.grace
        let calls = dice.chance(15) ? 2 : 1
        let nodes = (0..<calls).map { _ in node() }
        let (desk, who, tenant) = (desk, who, plan.tenant)
        let sent = request
        let answers = await withTaskGroup(of: Bool.self) { group in
            for node in nodes {
                group.addTask(executorPreference: desk.world.clock) {
                    await desk.place(
                        sent, of: wish, body: body, waitFor: waitFor, patience: patience,
                        mustAnswer: !leaves, at: node, by: who, tenant)
                }
            }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        wishes[place].isLost = !answers.contains(true)
    }

    // MARK: - Afterwards

    private mutating func someHold() -> HoldID? {
        let holds = records.holds(of: plan.tenant)
        return holds.isEmpty ? nil : dice.pick(Array(holds.suffix(8)))
    }

    mutating func look() async {
        guard let hold = someHold() else { return }
        await desk.look(hold, of: plan.tenant, at: node(), by: who)
    }

    mutating func lookByKey() async {
        let wish = dice.pick(wishes)
        await desk.find(wish.key, of: plan.tenant, at: node(), by: who)
    }

    mutating func release() async {
        guard let hold = someHold() else { return }
        let (tenant, records) = (plan.tenant, records)
        let left = records.end(of: hold).map { world.clock.uptime().duration(to: $0) } ?? .zero
        if left > .zero, left < .seconds(20), dice.chance(35) {
            // When it is about to end by itself.
            await desk.pause(left + .milliseconds(dice.number(in: -300...20)))
        }
        records.releases(hold, from: world.history.stamp())
        let asked = await desk.ask(node(), patience: Self.grace) { process in
            await Result.of { () async throws(StorageFault) in
                try await process.holds.release(hold, of: tenant)
            }
        }
        if case .answer(.success(.unknown)) = asked { records.lost(hold) }
        world.log.note(
            who, "release \(WorldText.short(hold.text)): " + asked.word { $0.word { "\($0)" } })
        await desk.look(hold, of: tenant, at: node(), by: who)
    }

    mutating func extend() async {
        guard let hold = someHold() else { return }
        let tenant = plan.tenant
        let sent = world.history.stamp()
        let asked = await desk.ask(node(), patience: Self.grace) { process in
            await Result.of { () async throws(StorageFault) in
                try await process.holds.extend(hold, of: tenant)
            }
        }
        world.log.note(
            who, "extend \(WorldText.short(hold.text)): " + asked.word { $0.word(\.word) })
        if case .answer(.success(.extended(let view))) = asked {
            let span = WorldRecords.Span(sent: sent, received: world.history.stamp())
            records.saw(WorldSight(view), tenant: tenant, span: span)
        }
    }
}

extension WorldDesk {
    /// One request for a hold; whether an answer came.
    func place(
        _ request: HoldRequest, of wish: WorldClient.Wish, body: Int, waitFor: Duration,
        patience: Duration, mustAnswer: Bool, at node: Int, by who: String, _ tenant: TenantID
    ) async -> Bool {
        let history = world.history
        let sent = history.stamp()
        let life = world.process(node)?.life
        let asked = await ask(node, patience: patience) { process in
            WorldAnswer(await process.holds.place(request, waitFor: waitFor), process.quotes)
        }
        let span = WorldRecords.Span(sent: sent, received: history.stamp())
        world.log.note(who, "hold \(request.key.text) at \(node): " + asked.word(\.word))
        let stood = life?.stoodStill(since: sent.uptime) ?? true
        if mustAnswer, !stood {
            var isLeft = false
            if case .left = asked { isLeft = true }
            history.check(
                .answered, !isLeft, "\(who) \(request.key.text): no answer in \(patience)")
        }
        guard case .answer(let answer) = asked else { return false }
        if let life {
            // The gateway may die now. The task stays where it does, so it must not be the client's.
            Task(executorPreference: world.clock) { [world] in await world.meet(.responded, life) }
        }
        history.count("hold \(answer.word)")
        records.told(
            answer, attempt: WorldRecords.Attempt(tenant: tenant, key: request.key), body: body,
            span: span)
        if case .hold(let sight, _) = answer { checkPrice(sight, wish, body) }
        return true
    }

    private func checkPrice(_ sight: WorldSight, _ wish: WorldClient.Wish, _ body: Int) {
        guard body == 0, let total = sight.total else { return }
        let quoted = wish.offer.total
        guard let change = sight.change else {
            world.history.check(
                .priceAsQuoted, total == quoted, "\(sight.word): \(total), quoted \(quoted)")
            return
        }
        var points: Int64 = 0
        if case .basisPoints(let given) = wish.maxIncrease { points = Int64(given) }
        let most = quoted.minorUnits + quoted.minorUnits * points / 10_000 + 1
        world.history.check(
            .priceAsQuoted,
            change.old == quoted && change.new == total && total.minorUnits <= most,
            "\(sight.word): \(total), quoted \(quoted), told \(change.old) to \(change.new)")
    }

    func look(_ hold: HoldID, of tenant: TenantID, at node: Int, by who: String) async {
        let sent = world.history.stamp()
        let asked = await ask(node, patience: .seconds(3)) { process in
            await Result.of { () async throws(StorageFault) in
                try await process.holds.hold(hold, of: tenant).map { WorldSight($0) }
            }
        }
        world.log.note(
            who,
            "look \(WorldText.short(hold.text)): "
                + asked.word { $0.word { $0?.word ?? "nothing" } })
        guard case .answer(.success(let sight)) = asked else { return }
        guard let sight else { return records.lost(hold) }
        world.history.check(.acknowledgedFound, sight.hold == hold, "\(sight.word) for another")
        let span = WorldRecords.Span(sent: sent, received: world.history.stamp())
        records.saw(sight, tenant: tenant, span: span)
    }

    func find(_ key: IdempotencyKey, of tenant: TenantID, at node: Int, by who: String) async {
        let sent = world.history.stamp()
        let asked = await ask(node, patience: .seconds(3)) { process in
            await Result.of { () async throws(StorageFault) in
                try await process.holds.hold(key, of: tenant).map { WorldSight($0) }
            }
        }
        world.log.note(who, "find \(key.text): " + asked.word { $0.word { $0?.word ?? "nothing" } })
        guard case .answer(.success(let sight?)) = asked else { return }
        let span = WorldRecords.Span(sent: sent, received: world.history.stamp())
        records.saw(sight, tenant: tenant, span: span)
    }
}

extension Result where Failure == StorageFault {
    static func of(
        _ body: () async throws(StorageFault) -> Success
    ) async -> Result {
        do throws(StorageFault) { return .success(try await body()) } catch {
            return .failure(error)
        }
    }
}

extension WorldDesk.Asked {
    /// For the log.
    func word(_ spell: (Value) -> String) -> String {
        switch self {
        case .answer(let value): spell(value)
        case .cut: "cut"
        case .left: "left"
        case .down: "down"
        }
    }
}

extension Result where Failure == StorageFault {
    fileprivate func word(_ spell: (Success) -> String) -> String {
        switch self {
        case .success(let value): spell(value)
        case .failure(let fault): "\(fault)"
        }
    }
}

extension HoldDesk.Extension {
    fileprivate var word: String {
        switch self {
        case .extended(let view): "extended " + WorldSight(view).word
        case .notExtendable: "not extendable"
        case .pending: "pending"
        case .ended(let state): "ended \(state.rawValue)"
        case .unknown: "unknown"
        }
    }
}

extension WorldAnswer {
    init(_ outcome: HoldOutcome, _ quotes: QuoteDesk) {
        switch outcome {
        case .hold(let view, let replayed):
            var sight = WorldSight(view)
            if let granted = view.record.granted, view.state.isOpen {
                sight.total = quotes.shown(view.record.quote, as: granted)?.price.total
            }
            self = .hold(sight, replayed: replayed)
        case .refused(let refusal, _): self = .refused(refusal.reason, refusal.body)
        case .declined(let decline): self = .declined(Self.word(decline))
        }
    }

    private static func word(_ decline: HoldDecline) -> String {
        switch decline {
        case .quoteUnknown: "quoteUnknown"
        case .quoteExpired: "quoteExpired"
        case .offerMismatch: "offerMismatch"
        case .guestsRequired: "guestsRequired"
        case .guestsMismatch: "guestsMismatch"
        case .keyReused: "keyReused"
        case .inProgress: "inProgress"
        case .quoteAlreadyHeld: "quoteAlreadyHeld"
        case .tooManyHolds: "tooManyHolds"
        case .supplierUnavailable: "unavailable"
        case .storage: "storage"
        case .outcomeUnknown: "outcomeUnknown"
        case .overloaded: "overloaded"
        }
    }

    /// For the log and for counts.
    var word: String {
        switch self {
        case .hold(let sight, let replayed): (replayed ? "again " : "") + sight.state.rawValue
        case .refused(let reason, _): reason.rawValue
        case .declined(let word): word
        }
    }
}
