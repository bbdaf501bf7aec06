internal import SupplierKit
internal import TravelModel

/// Everything that decides whether one supplier may be called now, and what was learned from calls.
///
/// Pure: time comes in with each event. Invariants:
/// 1. At most the contract's number of calls is out, look-ups and releases apart; searches leave an
///    eighth of it to holds, and all of it for a while after a hold found no place.
/// 2. In `t` seconds at most `burst + t x rate` calls leave under a contract's rate, and a few holds in
///    advance, for which searches wait.
/// 3. Looks at single prices are a ``CallShare`` of them.
/// 4. Reading changes nothing.
/// 5. Each permit counts once, however often it is ended.
struct SupplierGate: Sendable {
    /// One in fifty: such a call gets its whole hard timeout, however quick the others are.
    private static let probeChance: UInt8 = 5
    /// How long searches make room after a hold was refused.
    private static let yielding: Duration = .seconds(5)
    private static let mostErrors = 8

    /// What a lane knows of itself.
    struct Lane: Sendable {
        var breaker: Breaker
        var pace: CallPace
        var running = 0
    }

    private struct Call: Sendable {
        let lane: CallLane
        let step: SupplierStep
        let urgency: CallUrgency
    }

    let supplier: SupplierID
    private(set) var search: Lane
    private(set) var deal: Lane
    private(set) var settle: Lane
    private(set) var timeouts: [SupplierStep: LearnedTimeout] = [:]
    private(set) var concurrency: ConcurrencyLimit
    private(set) var retries: RetryBudget
    private(set) var errors: [SupplierHealthView.CallError] = []
    private(set) var refusals: [CallRefusal.Reason: Int] = [:]
    /// Set by operators.
    var isEnabled: Bool
    private var bucket: TokenBucket?
    private let rate: Int?
    private var looks: CallShare
    private var yieldsUntil: Uptime?
    private var out: [Int: Call] = [:]
    private var lastNumber = 0
    private var chance: Chance

    init(_ supplier: Supplier, _ settings: HealthSettings, chance: Chance, now: Uptime) {
        self.supplier = supplier.id
        isEnabled = supplier.enabled
        self.chance = chance
        let breaker = Breaker(settings.breaker)
        search = Lane(breaker: breaker, pace: CallPace(reserve: .ofSearches))
        deal = Lane(breaker: breaker, pace: CallPace(reserve: .none))
        settle = Lane(breaker: breaker, pace: CallPace(reserve: .none))
        let manifest = supplier.manifest
        concurrency = ConcurrencyLimit(most: manifest.limits.concurrency)
        retries = RetryBudget(percent: settings.retryPercent)
        rate = manifest.limits.callsPerSecond
        looks = CallShare(concurrency: manifest.limits.concurrency, callsPerSecond: rate)
        bucket = rate.map { TokenBucket(RequestRate(perSecond: $0), now: now) }
        for step in SupplierStep.allCases {
            let hard = manifest.timeouts[step]
            let floor =
                switch step {
                case _ where !settings.learnsTimeouts: hard
                case .search: settings.timeoutFloor
                // Somebody has decided to buy: worth waiting for.
                case .revalidate: settings.timeoutFloor * 3
                // Cut short, they would be in doubt.
                case .hold, .release, .retrieve: hard
                }
            timeouts[step] = LearnedTimeout(floor: floor, hard: hard)
        }
    }

    // MARK: - Asking

    /// Lets a call out, or says why not; a refusal has used nothing up.
    mutating func admit(
        _ step: SupplierStep, _ urgency: CallUrgency = .pressing, isRetry: Bool = false,
        at now: Uptime
    ) -> Result<CallPermit, CallRefusal> {
        let lane = step.lane
        let isFirst = lane == .deal && urgency == .pressing
        let isLook = lane == .deal && urgency == .asking
        let share = isLook ? looks.refusal(at: now) : nil
        if let refusal = refusal(lane, isFirst, at: now)
            ?? share.map({ .overloaded(retryAfter: $0) }) ?? takeFromRate(lane, isFirst, at: now)
        {
            if isFirst, refusal.reason == .overloaded {
                yieldsUntil = now.advanced(by: Self.yielding)
            }
            return .failure(refusal)
        }
        let timeout = timeouts[step] ?? LearnedTimeout(floor: .zero, hard: .zero)
        var pass: Breaker.Pass?
        if lane != .settle {
            // Not refused above.
            pass = self[lane].breaker.ask(
                at: now, until: now.advanced(by: timeout.hard + .seconds(1)))
        }
        var budget = timeout.budget(at: now)
        if budget < timeout.hard, pass?.probe != nil || chance.byte() < Self.probeChance {
            budget = timeout.hard
        }
        if step == .search, !isRetry { retries.called() }
        if isFirst { yieldsUntil = nil }
        if isLook { looks.take(at: now) }
        self[lane].pace.take()
        self[lane].running += 1
        lastNumber += 1
        out[lastNumber] = Call(lane: lane, step: step, urgency: urgency)
        return .success(
            CallPermit(
                number: lastNumber, supplier: supplier, step: step, begun: now, budget: budget,
                isRetry: isRetry, pass: pass))
    }

    /// Lets a search out a second time after `failure`: once, within the budget, and only where the
    /// way to the supplier broke, which says nothing about the answer.
    mutating func retry(
        _ permit: CallPermit, after failure: SupplierFailure, at now: Uptime
    ) -> CallPermit? {
        guard permit.step == .search, !permit.isRetry, retries.left > 0,
            failure.code == .connectFailed || failure.code == .brokenBody,
            case .success(let again) = admit(.search, isRetry: true, at: now)
        else { return nil }
        _ = retries.take()
        return again
    }

    /// A call that was refused is given up.
    mutating func count(_ refusal: CallRefusal) { refusals[refusal.reason, default: 0] += 1 }

    private func refusal(
        _ lane: CallLane, _ isFirst: Bool, at now: Uptime
    ) -> CallRefusal? {
        guard lane != .settle else { return nil }
        guard isEnabled else { return .disabled }
        if let wait = self[lane].breaker.refusal(at: now) { return .circuitOpen(retryAfter: wait) }
        if let wait = self[lane].pace.refusal(at: now) { return .throttled(retryAfter: wait) }
        guard running < room(isFirst, at: now) else { return .overloaded(retryAfter: .seconds(1)) }
        if lane == .search, search.running >= concurrency.limit {
            return .overloaded(retryAfter: .seconds(1))
        }
        return nil
    }

    /// How many calls may be out, of searches and deals together, for one more to go.
    private func room(_ isFirst: Bool, at now: Uptime) -> Int {
        if isFirst { return concurrency.most }
        if let yieldsUntil, now < yieldsUntil { return 0 }
        return concurrency.most - reserved
    }

    private mutating func takeFromRate(
        _ lane: CallLane, _ isFirst: Bool, at now: Uptime
    ) -> CallRefusal? {
        guard let rate else { return nil }
        let inAdvance =
            switch lane {
            case .search, .deal: isFirst ? max(2, rate / 4) : 0
            // Never refused, yet paid for by those that come after.
            case .settle: rate
            }
        guard let wait = bucket?.take(now: now, inAdvance: inAdvance), lane != .settle else {
            return nil
        }
        return .overloaded(retryAfter: wait)
    }

    // MARK: - Hearing

    /// An answer to a call has begun.
    mutating func hear(_ allowance: SupplierAllowance, _ permit: CallPermit, at now: Uptime) {
        self[permit.step.lane].pace.hear(allowance, at: now)
    }

    /// A call is over; `true` when it opened a breaker.
    mutating func end(_ permit: CallPermit, _ verdict: CallVerdict, at now: Uptime) -> Bool {
        guard let call = out.removeValue(forKey: permit.number) else { return false }
        let running = self.search.running
        self[call.lane].running -= 1
        if call.lane == .deal, call.urgency == .asking { looks.end() }
        let took = permit.begun.duration(to: now)
        switch verdict {
        case .answered:
            timeouts[call.step]?.add(took, isCensored: false, at: now)
            self[call.lane].pace.answered()
            if call.lane == .search { concurrency.answered(running: running) }
        case .abandoned: timeouts[call.step]?.add(took, isCensored: true, at: now)
        case .failed(let failure):
            note(failure, call, at: now)
            learn(failure, call, permit, at: now)
        case .void(let failure):
            if let failure { note(failure, call, at: now) }
        }
        return judge(permit, call.lane, Self.judgement(of: verdict), at: now)
    }

    private mutating func note(_ failure: SupplierFailure, _ call: Call, at now: Uptime) {
        // Of a hold its own words may name a guest; those of a search are masked.
        let told = call.lane == .search ? failure : failure.saying("")
        errors.append(SupplierHealthView.CallError(step: call.step, failure: told, at: now))
        if errors.count > Self.mostErrors { errors.removeFirst() }
    }

    private mutating func learn(
        _ failure: SupplierFailure, _ call: Call, _ permit: CallPermit, at now: Uptime
    ) {
        switch failure.code {
        case .timeout:
            timeouts[call.step]?.add(
                permit.begun.duration(to: now), isCensored: true, at: now)
            if call.lane == .search { concurrency.timedOut(begun: permit.begun, at: now) }
        case .throttled:
            self[call.lane].pace.throttled(failure.retryAfter, begun: permit.begun, at: now)
            if call.lane == .search { concurrency.choked(begun: permit.begun, at: now) }
        default:
            // Only who asked for this one thing is to stay away.
            guard !failure.isOfRequest else { break }
            if let wait = failure.retryAfter { self[call.lane].pace.wait(wait, at: now) }
        }
    }

    private mutating func judge(
        _ permit: CallPermit, _ lane: CallLane, _ judgement: Breaker.Judgement, at now: Uptime
    ) -> Bool {
        guard let pass = permit.pass else { return false }
        let before = self[lane].breaker.standing(at: now)
        self[lane].breaker.end(pass, judgement, at: now, jitter: chance.byte())
        return before != .open && self[lane].breaker.standing(at: now) == .open
    }

    /// Throttled is not down; what never left our house says nothing about the supplier.
    ///
    /// Nor does its no to one request: counted as a failure, one client's nonsense would keep all
    /// others away, and counted as an answer it would hide that the supplier fails.
    private static func judgement(of verdict: CallVerdict) -> Breaker.Judgement {
        switch verdict {
        case .answered: .answered
        case .abandoned, .void: .unjudged
        case .failed(let failure):
            switch failure.code {
            case .throttled, .cancelled, .overloaded: .unjudged
            case _ where failure.isOfRequest: .unjudged
            case .auth where failure.phase == .connect: .unjudged
            // Our own transport would not send it.
            case .malformed where failure.phase == .connect: .unjudged
            default: .failed
            }
        }
    }

    /// Forgets what was learned, closes the breakers, ends the pauses; calls that are out still count.
    mutating func reset() {
        for lane in CallLane.allCases {
            self[lane].breaker.reset()
            self[lane].pace.reset()
        }
        for step in SupplierStep.allCases { timeouts[step]?.reset() }
        concurrency.reset()
        yieldsUntil = nil
        errors = []
    }

    // MARK: - Parts

    /// Calls of searches and deals that are out.
    var running: Int { search.running + deal.running }

    /// Places searches leave to holds.
    var reserved: Int { concurrency.most / 8 }

    subscript(lane: CallLane) -> Lane {
        get {
            switch lane {
            case .search: search
            case .deal: deal
            case .settle: settle
            }
        }
        set {
            switch lane {
            case .search: search = newValue
            case .deal: deal = newValue
            case .settle: settle = newValue
            }
        }
    }
}
