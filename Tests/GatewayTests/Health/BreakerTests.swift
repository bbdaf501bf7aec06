import Testing

@testable import Gateway

/// The breaker's table, pair by pair, and what time and chance do to it.
@Suite struct BreakerTests {
    private enum Situation: String, CaseIterable { case closed, open, due, halfOpen }
    private enum Event: String, CaseIterable { case ask, answered, failed, unjudged, reset }

    private static func at(_ milliseconds: Int64) -> Uptime {
        Uptime(nanoseconds: milliseconds * 1_000_000)
    }

    /// A breaker in the situation, the moment, and a call that it let through and that is out.
    private static func reach(_ situation: Situation) throws -> (Breaker, Uptime, Breaker.Pass) {
        var breaker = Breaker()
        let early = try Self.pass(&breaker, at: at(0), until: at(60_000))
        if situation == .closed { return (breaker, at(1), early) }
        trip(&breaker, at: at(0))
        if situation == .open { return (breaker, at(100), early) }
        if situation == .due { return (breaker, at(2_000), early) }
        let probe = try Self.pass(&breaker, at: at(2_000), until: at(60_000))
        return (breaker, at(2_001), probe)
    }

    private static func pass(
        _ breaker: inout Breaker, at now: Uptime, until latest: Uptime
    ) throws -> Breaker.Pass {
        let pass = breaker.ask(at: now, until: latest)
        return try #require(pass)
    }

    private static func trip(_ breaker: inout Breaker, at now: Uptime) {
        for _ in 0..<5 {
            guard let pass = breaker.ask(at: now, until: now) else { return }
            breaker.end(pass, .failed, at: now, jitter: 128)
        }
    }

    /// The table at the head of the breaker's file: where each event leads, and whether it is let in.
    private static let table: [(Situation, Event, to: Breaker.Standing, isIn: Bool?)] = [
        (.closed, .ask, .closed, true), (.closed, .answered, .closed, nil),
        (.closed, .failed, .closed, nil), (.closed, .unjudged, .closed, nil),
        (.closed, .reset, .closed, nil),
        (.open, .ask, .open, false), (.open, .answered, .open, nil), (.open, .failed, .open, nil),
        (.open, .unjudged, .open, nil), (.open, .reset, .closed, nil),
        (.due, .ask, .halfOpen, true), (.due, .answered, .due, nil), (.due, .failed, .due, nil),
        (.due, .unjudged, .due, nil), (.due, .reset, .closed, nil),
        (.halfOpen, .ask, .halfOpen, true), (.halfOpen, .answered, .halfOpen, nil),
        (.halfOpen, .failed, .open, nil), (.halfOpen, .unjudged, .halfOpen, nil),
        (.halfOpen, .reset, .closed, nil),
    ]

    @Test func everyPairOfSituationAndEventIsInTheTableOnce() {
        let pairs = Self.table.map { "\($0.0) \($0.1)" }
        #expect(Set(pairs).count == pairs.count)
        #expect(pairs.count == Situation.allCases.count * Event.allCases.count)
    }

    @Test(arguments: table.indices)
    func pairByPair(row: Int) throws {
        let (situation, event, to, isIn) = Self.table[row]
        var (breaker, now, pass) = try Self.reach(situation)
        #expect(breaker.standing(at: now).rawValue == situation.rawValue)
        let epoch = breaker.epoch
        switch event {
        case .ask: #expect((breaker.ask(at: now, until: Self.at(60_000)) != nil) == isIn)
        case .answered: breaker.end(pass, .answered, at: now, jitter: 128)
        case .failed: breaker.end(pass, .failed, at: now, jitter: 128)
        case .unjudged: breaker.end(pass, .unjudged, at: now, jitter: 128)
        case .reset: breaker.reset()
        }
        #expect(breaker.standing(at: now) == to)
        let hasChanged = to.rawValue != situation.rawValue || event == .reset
        #expect((breaker.epoch != epoch) == hasChanged, "an epoch a change of state")
    }

    @Test func fiveInARowOpenItAndFourDoNot() throws {
        var breaker = Breaker()
        for call in 1...5 {
            let pass = try Self.pass(&breaker, at: Self.at(0), until: Self.at(0))
            breaker.end(pass, .failed, at: Self.at(0), jitter: 128)
            #expect(breaker.standing(at: Self.at(0)) == (call < 5 ? .closed : .open))
            if call == 3 {
                // Neither an answer nor a failure: the row goes on.
                let other = try Self.pass(&breaker, at: Self.at(0), until: Self.at(0))
                breaker.end(other, .unjudged, at: Self.at(0), jitter: 128)
            }
        }
    }

    /// Every third to fifth call is answered, so that no row is long; half of twenty is the edge.
    @Test(arguments: [(20, 10, true), (20, 9, false), (18, 9, false), (40, 20, true)])
    func halfOfTwentyInTenSecondsOpenIt(results: Int, failures: Int, opens: Bool) throws {
        var breaker = Breaker()
        // Answers first: the share is judged at failures.
        let answers = Array(repeating: Breaker.Judgement.answered, count: results - failures)
        var order: [Breaker.Judgement] = []
        for place in 0..<max(answers.count, failures) {
            if place < answers.count { order.append(.answered) }
            if place < failures { order.append(.failed) }
        }
        for judgement in order {
            guard let pass = breaker.ask(at: Self.at(0), until: Self.at(0)) else { break }
            breaker.end(pass, judgement, at: Self.at(0), jitter: 128)
        }
        #expect((breaker.standing(at: Self.at(0)) == .open) == opens)
    }

    @Test func whatIsOlderThanTenSecondsDoesNotCount() throws {
        var breaker = Breaker()
        func feed(_ judgement: Breaker.Judgement, _ count: Int, at now: Uptime) {
            for _ in 0..<count {
                guard let pass = breaker.ask(at: now, until: now) else { return }
                breaker.end(pass, judgement, at: now, jitter: 128)
            }
        }
        for _ in 0..<9 {
            feed(.failed, 1, at: Self.at(0))
            feed(.answered, 1, at: Self.at(0))
        }
        #expect(breaker.recent(at: Self.at(9_999)).results == 18)
        #expect(breaker.recent(at: Self.at(10_000)).results == 0)
        feed(.answered, 1, at: Self.at(10_000))
        feed(.failed, 1, at: Self.at(10_000))
        #expect(breaker.standing(at: Self.at(10_000)) == .closed)
    }

    @Test func halfOpenLetsTwoOutAndFreesThePlaceOfAProbeThatIsLost() throws {
        var (breaker, now, _) = try Self.reach(.due)
        let first = breaker.ask(at: now, until: Self.at(3_000))
        let second = breaker.ask(at: now, until: Self.at(3_000))
        #expect(first != nil && second != nil)
        #expect(breaker.ask(at: now, until: Self.at(3_000)) == nil)
        #expect(breaker.refusal(at: now) != nil)
        // Not heard of in their time: their places are free, their words count no longer.
        now = Self.at(3_000)
        #expect(breaker.refusal(at: now) == nil)
        let third = try Self.pass(&breaker, at: now, until: Self.at(9_000))
        breaker.end(try #require(first), .failed, at: now, jitter: 128)
        #expect(breaker.standing(at: now) == .halfOpen)
        let fourth = try Self.pass(&breaker, at: now, until: Self.at(9_000))
        breaker.end(third, .answered, at: now, jitter: 128)
        #expect(breaker.ask(at: now, until: Self.at(9_000)) == nil, "two in all are enough")
        breaker.end(fourth, .answered, at: now, jitter: 128)
        #expect(breaker.standing(at: now) == .closed)
    }

    @Test func aResultOfAnOlderEpochIsIgnored() throws {
        var (breaker, now, old) = try Self.reach(.open)
        now = Self.at(2_000)
        for _ in 0..<2 {
            let probe = try Self.pass(&breaker, at: now, until: Self.at(60_000))
            breaker.end(probe, .answered, at: now, jitter: 128)
        }
        #expect(breaker.standing(at: now) == .closed)
        for _ in 0..<10 { breaker.end(old, .failed, at: now, jitter: 128) }
        #expect(breaker.standing(at: now) == .closed && breaker.failuresInARow == 0)
    }

    @Test func theTimeOpenDoublesToAMinuteAndBeginsAnewAfterACalm() throws {
        var breaker = Breaker()
        var now = Self.at(0)
        Self.trip(&breaker, at: now)
        var waits: [Int64] = []
        for _ in 0..<9 {
            let wait = try #require(breaker.refusal(at: now))
            waits.append(Int64(wait / .milliseconds(1)))
            now = now.advanced(by: wait)
            let probe = try Self.pass(&breaker, at: now, until: now.advanced(by: .seconds(9)))
            breaker.end(probe, .failed, at: now, jitter: 128)
        }
        // A jitter of 128 is a thousandth above the middle.
        for (wait, seconds) in zip(waits, [1, 2, 4, 8, 16, 32, 60, 60, 60] as [Int64]) {
            #expect(abs(wait - seconds * 1000) <= seconds)
        }
        func close() throws {
            now = now.advanced(by: try #require(breaker.refusal(at: now)))
            for _ in 0..<2 {
                let probe = try Self.pass(&breaker, at: now, until: now.advanced(by: .seconds(9)))
                breaker.end(probe, .answered, at: now, jitter: 128)
            }
        }
        try close()
        now = now.advanced(by: .seconds(59))
        Self.trip(&breaker, at: now)
        #expect(try #require(breaker.refusal(at: now)) > .seconds(59), "it flaps")
        try close()
        now = now.advanced(by: .seconds(60))
        Self.trip(&breaker, at: now)
        #expect(try #require(breaker.refusal(at: now)) < .milliseconds(1_002))
    }

    @Test(arguments: [(UInt8(0), 0.8), (255, 1.2)])
    func chanceMovesItByAFifth(jitter: UInt8, factor: Double) throws {
        var breaker = Breaker()
        for _ in 0..<5 {
            let pass = try Self.pass(&breaker, at: Self.at(0), until: Self.at(0))
            breaker.end(pass, .failed, at: Self.at(0), jitter: jitter)
        }
        let wait = try #require(breaker.refusal(at: Self.at(0)))
        #expect(abs(wait / .seconds(1) - factor) < 0.001)
    }
}
