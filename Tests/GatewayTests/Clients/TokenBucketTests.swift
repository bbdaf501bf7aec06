import Gateway
import Testing

/// Rates of requests, in virtual time.
@Suite struct TokenBucketTests {
    private func at(_ milliseconds: Int64) -> Uptime {
        Uptime(nanoseconds: milliseconds * 1_000_000)
    }

    @Test func aBurstPassesAndThenOneAsEachBecomesDue() {
        var bucket = TokenBucket(RequestRate(perSecond: 4, burst: 3), now: at(0))
        #expect((0..<3).map { _ in bucket.take(now: at(0)) } == [nil, nil, nil])
        #expect(bucket.take(now: at(0)) == .milliseconds(250))
        #expect(bucket.take(now: at(100)) == .milliseconds(150), "a refusal costs nothing")
        #expect(bucket.take(now: at(250)) == nil)
        #expect(bucket.take(now: at(250)) == .milliseconds(250))
    }

    @Test func theWaitThatIsToldIsEnough() throws {
        for perSecond in [1, 3, 7, 999, 100_000] {
            var bucket = TokenBucket(RequestRate(perSecond: perSecond, burst: 1), now: at(0))
            #expect(bucket.take(now: at(0)) == nil)
            let told = bucket.take(now: at(0))
            let wait = try #require(told)
            let due = at(0).advanced(by: wait)
            #expect(bucket.take(now: Uptime(nanoseconds: due.nanoseconds - 1)) != nil)
            #expect(bucket.take(now: due) == nil, "\(perSecond)")
        }
    }

    @Test func aLongPauseFillsItOnce() {
        var bucket = TokenBucket(RequestRate(perSecond: 2, burst: 2), now: at(0))
        for pause in [Int64(1) << 40, Int64.max / 1_000_000] {
            _ = (bucket.take(now: at(0)), bucket.take(now: at(0)))
            #expect(bucket.take(now: at(pause)) == nil)
            #expect(bucket.take(now: at(pause)) == nil)
            #expect(bucket.take(now: at(pause)) == .milliseconds(500))
        }
    }

    @Test func aClockThatGoesBackGivesNothing() {
        var bucket = TokenBucket(RequestRate(perSecond: 1, burst: 1), now: at(5_000))
        #expect(bucket.take(now: at(5_000)) == nil)
        #expect(bucket.take(now: at(0)) == .seconds(1))
        #expect(bucket.take(now: at(5_999)) == .milliseconds(1))
        #expect(bucket.take(now: at(6_000)) == nil)
    }

    /// The promise, against every way of asking: no span admits more than burst and rate allow.
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func noSpanAdmitsMoreThanAllowed(seed: UInt64) {
        let rate = RequestRate(perSecond: 5, burst: 3)
        var bucket = TokenBucket(rate, now: at(0))
        var state = seed
        var now: Int64 = 0
        var admitted: [Int64] = []
        for _ in 0..<400 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            now += Int64(state >> 33) % 180
            if bucket.take(now: at(now)) == nil { admitted.append(now) }
        }
        #expect(admitted.count > 100)
        for (first, start) in admitted.enumerated() {
            for (last, end) in admitted.enumerated() where last >= first {
                #expect(Int64(last - first + 1 - rate.burst) * 1000 <= (end - start) * 5)
            }
        }
    }

    @Test func ratesAreHeldWithinTheirRange() {
        #expect(RequestRate(perSecond: 0) == RequestRate(perSecond: 1, burst: 1))
        #expect(RequestRate(perSecond: .max, burst: -1).perSecond == 100_000)
    }
}
