/// One supplier at work: decides for each call its fault, its answer and its latency.
///
/// A pure state machine: the same calls at the same times give the same deliveries.
public struct SupplierDesk: Sendable {
    /// The protocol.
    public private(set) var supplier: any MockSupplier
    /// The truth.
    public private(set) var shop: Shop
    /// Every call so far.
    public private(set) var audit = AuditLog()
    private var scenario: Scenario
    private var behaviour: SupplierBehaviour
    private var plan = Plan()
    private var calls: [String: Int] = [:]
    private var callbacks = 0

    /// A desk that behaves by a scenario.
    public init(_ supplier: any MockSupplier, shop: Shop, scenario: Scenario) {
        self.supplier = supplier
        self.shop = shop
        self.scenario = scenario
        behaviour = SupplierBehaviour()
        adopt(scenario)
    }

    /// Whether the supplier's port refuses connections.
    public var isDown: Bool { behaviour.isDown }

    /// Behaves by another scenario from the next call on.
    public mutating func adopt(_ scenario: Scenario) {
        self.scenario = scenario
        behaviour = scenario.behaviour(of: supplier.id)
        shop.market.drift = scenario.drift
        shop.holdLife = behaviour.holdLife
        shop.tokenLife = behaviour.tokenLife
    }

    /// Sets the next outcomes of a step; false when too many wait.
    public mutating func planNext(_ outcomes: [PlannedOutcome], for target: PlanTarget) -> Bool {
        plan.set(outcomes, for: target)
    }

    /// Gives back the rooms of holds whose time has passed.
    mutating func settle(now: Moment) {
        shop.inventory.settle(now: now)
    }

    /// Decides what a call comes to; `now` is virtual, `wall` real time.
    ///
    /// `underWay` counts the supplier's other calls that still wait for their answers.
    public mutating func handle(
        _ request: MockRequest, now: Moment, wall: Moment, underWay: Int = 0
    ) -> Delivery {
        guard let call = supplier.outline(of: request, in: shop) else {
            let answer = supplier.failed(request, status: 404)
            let unknown = CallOutline(step: "unknown")
            record(unknown, answer: answer, fault: nil, status: answer.status, now, delay: 0)
            return Spoiler.plain(answer, delay: 0, gaps: [], acceptsGzip: false)
        }
        let number = calls[call.step, default: 0] + 1
        calls[call.step] = number
        let step = behaviour.behaviour(at: call.step)
        var chance = Chance(shop.seed, "call", supplier.id, call.step, String(number))
        let rehearsal = Rehearsal(of: request)
        let delay =
            step.slowed(step.latency.draw(&chance), underWay: underWay) + (rehearsal?.delay ?? 0)
        let drawn = step.draw(&chance)
        shop.retrieveLag = Int64(behaviour.retrieveLag.draw(&chance))
        let planned =
            rehearsal?.outcome
            ?? plan.take(step: call.step, hotels: call.hotels, reference: call.reference)
        let fault: Fault? =
            switch planned {
            case .success: nil
            case .fault(let fault): fault
            case nil: scenario.outage(of: supplier.id, at: now) ?? drawn
            }
        if let fault, fault.isBeforeWork {
            return undone(call, fault, now, delay: delay)
        }
        shop.isRehearsed = rehearsal != nil
        let answer = self.answer(request, call, fault, now, wall)
        let acceptsGzip = request.field("Accept-Encoding")?.contains("gzip") ?? false
        let gaps = answer.body.partCount.map { _ in step.gap.draw(&chance) }
        var delivery = Spoiler.plain(answer, delay: delay, gaps: gaps, acceptsGzip: acceptsGzip)
        if let limit = answer.limit { delivery.stop(by: limit) }
        if let fault { delivery = Spoiler.spoil(delivery, answer, with: fault) }
        if answer.committed != nil { delivery.changed = call.reference }
        record(call, answer: answer, fault: fault, status: delivery.status, now, delay: delay)
        return delivery
    }

    /// What the supplier sends on its own account about a reservation, each time with a new token.
    mutating func callback(about reference: String, now: Moment, wall: Moment) -> MockCallback? {
        callbacks += 1
        var chance = Chance(shop.seed, "callback", supplier.id, String(callbacks))
        let hex = (0..<4).map { _ in String(chance.bits(), radix: 16) }.joined()
        let token = String((hex + String(repeating: "0", count: 50)).prefix(50))
        shop.begin(now: now, wall: wall, forced: nil)
        return supplier.callback(about: reference, in: &shop, token: token)
    }

    private mutating func answer(
        _ request: MockRequest, _ call: CallOutline, _ fault: Fault?, _ now: Moment, _ wall: Moment
    ) -> MockAnswer {
        shop.begin(now: now, wall: wall, forced: fault?.forced)
        switch fault {
        case .status(let status):
            var answer = supplier.failed(request, status: status)
            answer.outcome = "refused"
            return answer
        case .throttle:
            var answer = supplier.throttled(request)
            answer.outcome = "throttled"
            return answer
        default: return supplier.answer(request, call, in: &shop)
        }
    }

    private mutating func undone(
        _ call: CallOutline, _ fault: Fault, _ now: Moment, delay: Int
    ) -> Delivery {
        let delivery: Delivery =
            switch fault {
            case .html: Spoiler.html(delay: delay)
            case .hang: .nothing(after: delay, .hang)
            default: .nothing(after: delay, .reset)
            }
        record(call, answer: nil, fault: fault, status: delivery.status, now, delay: delay)
        return delivery
    }

    private mutating func record(
        _ call: CallOutline, answer: MockAnswer?, fault: Fault?, status: Int, _ now: Moment,
        delay: Int
    ) {
        let supplier = supplier.id
        audit.add { sequence in
            AuditEntry(
                sequence: sequence, supplier: supplier, step: call.step,
                hotels: Array(call.hotels.prefix(10)), reference: call.reference,
                outcome: answer?.outcome ?? "undone", fault: fault?.name,
                committed: answer?.committed, status: status, at: now, delay: delay)
        }
    }
}

extension MockAnswer.Body {
    /// Places of the gaps between parts; empty for a whole body.
    fileprivate var partCount: Range<Int> {
        switch self {
        case .whole: 0..<0
        case .parts(let parts): 0..<parts.count
        }
    }
}
