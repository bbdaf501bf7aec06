// One breaker, without a clock of its own: what was asked and heard in, what may be asked out.
//
//             5 failures in a row, or half of at least 20 in 10 s
//   closed ----------------------------------------------------------> open
//     ^                                                                |  ^
//     | 2 probes answered         its time is over, and a call asks    |  |  a probe failed:
//     |                                                                v  |  twice as long
//     '------------------------------------------------------------ half open
//
// Transitions. `due` is open when its time is over: time alone changes nothing, so that looking at a
// breaker never does. A result of an older epoch, and one of a probe that is no longer waited for,
// is ignored everywhere.
//
//              ask                          answered          failed             unjudged   reset
//   closed     admit                        closed            closed or open     closed     closed
//   open       refuse                       open              open               open       closed
//   due        half open, admit a probe     due               due                due        closed
//   half open  admit while a place is free, half open, or     open               half open, closed
//              else refuse                  closed            (twice as long)    place free
//
// Invariants:
// 1. Each change of state begins a new epoch; a result counts only in the epoch it was admitted in.
// 2. Half open, at most `probes` are out at once; one that is not heard of in its time frees its place.
// 3. Open, nothing is admitted before the time is over.
// 4. The time open doubles with each opening that comes within `calm` of the last closing.

/// Keeps calls from a supplier that fails, and lets a few through to see whether it still does.
struct Breaker: Sendable {
    /// When it opens, and for how long.
    struct Settings: Sendable, Hashable {
        /// So many failures with no answer between them open it.
        var failuresInARow = 5
        /// Results in the window below which no share of failures opens it.
        var leastResults = 20
        /// The share of failures in the window that opens it, in percent.
        var failingPercent = 50
        /// The first time open, give or take a fifth.
        var firstOpen: Duration = .seconds(1)
        /// The longest time open, give or take a fifth.
        var mostOpen: Duration = .seconds(60)
        /// Answered probes that close it, and probes out at once.
        var probes = 2
        /// How long it must have been closed for the time open to begin anew.
        var calm: Duration = .seconds(60)
    }

    /// A call that was let through.
    struct Pass: Sendable, Hashable {
        let epoch: Int
        /// `nil` for a call through a closed breaker.
        let probe: Int?
    }

    /// What a call's end says about the supplier.
    enum Judgement: Sendable, CaseIterable {
        /// It answered; not necessarily what was hoped for.
        case answered
        /// It did not, or nothing that could be read.
        case failed
        /// Nothing: given up by us, turned away at its door for asking too often, or for what was in
        /// this one request.
        case unjudged
    }

    private struct Probe: Sendable {
        let number: Int
        let until: Uptime
    }

    private enum State: Sendable {
        case closed
        case open(until: Uptime)
        case halfOpen(out: [Probe], answered: Int)
    }

    let settings: Settings
    private(set) var epoch = 0
    private(set) var failuresInARow = 0
    private var state = State.closed
    private var results = ResultWindow()
    /// Openings since it was last calm.
    private var openings = 0
    private var closedAt: Uptime?
    private var lastProbe = 0

    init(_ settings: Settings = Settings()) { self.settings = settings }

    // MARK: - Looking

    /// How it stands; looking changes nothing.
    enum Standing: String, Sendable, CaseIterable {
        case closed
        case open
        /// Open, and the next call will be a probe.
        case due
        case halfOpen
    }

    func standing(at now: Uptime) -> Standing {
        switch state {
        case .closed: .closed
        case .open(let until): now < until ? .open : .due
        case .halfOpen: .halfOpen
        }
    }

    /// How long a call should wait that is refused now; `nil` when it is not refused.
    func refusal(at now: Uptime) -> Duration? {
        switch state {
        case .closed: nil
        case .open(let until): now < until ? now.duration(to: until) : nil
        case .halfOpen(let out, let answered):
            Self.isFull(out, answered, settings, now) ? settings.firstOpen : nil
        }
    }

    /// Results in the last ten seconds, and how many of them failures.
    func recent(at now: Uptime) -> (results: Int, failures: Int) { results.count(at: now) }

    // MARK: - Events

    /// Lets a call through, or not; a probe is waited for until `latest`.
    mutating func ask(at now: Uptime, until latest: Uptime) -> Pass? {
        switch state {
        case .closed: return Pass(epoch: epoch, probe: nil)
        case .open(let until):
            guard now >= until else { return nil }
            enter(.halfOpen(out: [], answered: 0))
            return probe(out: [], answered: 0, until: latest)
        case .halfOpen(let out, let answered):
            guard !Self.isFull(out, answered, settings, now) else { return nil }
            return probe(out: out.filter { now < $0.until }, answered: answered, until: latest)
        }
    }

    /// Books the end of a call that was let through; `jitter` (0 to 255) varies the time open.
    mutating func end(_ pass: Pass, _ judgement: Judgement, at now: Uptime, jitter: UInt8) {
        guard pass.epoch == epoch else { return }
        switch state {
        case .closed: book(judgement, now, jitter)
        // No call is let through in an epoch that began with opening.
        case .open: break
        case .halfOpen(var out, var answered):
            guard let place = out.firstIndex(where: { $0.number == pass.probe }) else { return }
            out.remove(at: place)
            switch judgement {
            case .failed: open(now, jitter)
            case .unjudged: state = .halfOpen(out: out, answered: answered)
            case .answered:
                answered += 1
                guard answered >= settings.probes else {
                    state = .halfOpen(out: out, answered: answered)
                    return
                }
                closedAt = now
                enter(.closed)
            }
        }
    }

    /// Closes it and forgets what was.
    mutating func reset() {
        openings = 0
        closedAt = nil
        enter(.closed)
    }

    // MARK: - Parts

    private mutating func book(_ judgement: Judgement, _ now: Uptime, _ jitter: UInt8) {
        switch judgement {
        case .unjudged: break
        case .answered:
            failuresInARow = 0
            results.add(isFailure: false, at: now)
        case .failed:
            failuresInARow += 1
            results.add(isFailure: true, at: now)
            let (all, failures) = results.count(at: now)
            let isMostly =
                all >= settings.leastResults && failures * 100 >= all * settings.failingPercent
            if failuresInARow >= settings.failuresInARow || isMostly {
                if let closedAt, closedAt.duration(to: now) >= settings.calm { openings = 0 }
                open(now, jitter)
            }
        }
    }

    private mutating func probe(out: [Probe], answered: Int, until latest: Uptime) -> Pass {
        lastProbe += 1
        state = .halfOpen(
            out: out + [Probe(number: lastProbe, until: latest)], answered: answered)
        return Pass(epoch: epoch, probe: lastProbe)
    }

    /// Answered probes keep their places: more than needed would be asked of a supplier in doubt.
    private static func isFull(
        _ out: [Probe], _ answered: Int, _ settings: Settings, _ now: Uptime
    ) -> Bool {
        answered + out.count { now < $0.until } >= settings.probes
    }

    private mutating func open(_ now: Uptime, _ jitter: UInt8) {
        var length = settings.firstOpen
        for _ in 0..<min(openings, 16) { length = min(length * 2, settings.mostOpen) }
        // 0.8 to 1.2 of it.
        length = length * (4 * 255 + 2 * Int(jitter)) / (5 * 255)
        openings += 1
        enter(.open(until: now.advanced(by: length)))
    }

    private mutating func enter(_ next: State) {
        state = next
        epoch += 1
        failuresInARow = 0
        results = ResultWindow()
    }
}

/// How many calls of the last ten seconds failed, by whole seconds.
struct ResultWindow: Sendable {
    private struct Second {
        let number: Int64
        var results = 0
        var failures = 0
    }

    private static let seconds: Int64 = 10
    /// Ascending, at most ten.
    private var kept: [Second] = []

    mutating func add(isFailure: Bool, at now: Uptime) {
        let number = Self.second(of: now)
        kept.removeAll { $0.number <= number - Self.seconds }
        // A clock that seems to go backwards counts in the newest second.
        if (kept.last?.number ?? .min) < number { kept.append(Second(number: number)) }
        let last = kept.count - 1
        kept[last].results += 1
        if isFailure { kept[last].failures += 1 }
    }

    func count(at now: Uptime) -> (results: Int, failures: Int) {
        let first = Self.second(of: now) - Self.seconds
        return kept.reduce(into: (results: 0, failures: 0)) { sum, second in
            guard second.number > first else { return }
            sum.results += second.results
            sum.failures += second.failures
        }
    }

    private static func second(of now: Uptime) -> Int64 { now.nanoseconds / 1_000_000_000 }
}
