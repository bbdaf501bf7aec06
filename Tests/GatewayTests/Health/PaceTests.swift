import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// Limits: the contract's, the supplier's own word, and what we learned.
@Suite struct PaceTests {
    private static func at(_ milliseconds: Int64) -> Uptime {
        Uptime(nanoseconds: milliseconds * 1_000_000)
    }

    @Test func theLimitGrowsByOneWhileItIsUsedAndHalvesOnce() {
        var limit = ConcurrencyLimit(most: 64)
        #expect(limit.limit == 32)
        for _ in 0..<31 { limit.answered(running: 16) }
        #expect(limit.limit == 32)
        limit.answered(running: 16)
        #expect(limit.limit == 33)
        for _ in 0..<200 { limit.answered(running: 16) }
        #expect(limit.limit == 33, "it is not used")
        for _ in 0..<10 { limit.choked(begun: Self.at(0), at: Self.at(100)) }
        #expect(limit.limit == 16, "all that were out count once")
        limit.choked(begun: Self.at(101), at: Self.at(200))
        #expect(limit.limit == 8)
        for time in 0..<10 as Range<Int64> {
            limit.choked(begun: Self.at(1000 + time), at: Self.at(1000 + time))
        }
        #expect(limit.limit == 1)
        for _ in 0..<10_000 { limit.answered(running: 64) }
        #expect(limit.limit == 64, "never beyond the contract")
        #expect(ConcurrencyLimit(most: 4).limit == 4)
    }

    /// A learned timeout cuts one call in a hundred on purpose: that is no sign of choking.
    @Test(arguments: [(19, true), (20, false), (100, false)])
    func aTimeoutAmongManyAnswersIsForgiven(answers: Int, cuts: Bool) {
        var limit = ConcurrencyLimit(most: 32)
        for time in 0..<20 as Range<Int64> {
            for _ in 0..<answers { limit.answered(running: 1) }
            limit.timedOut(begun: Self.at(time * 10), at: Self.at(time * 10))
        }
        #expect((limit.limit < 32) == cuts)
    }

    @Test func retriesAreATenthAndNotInAdvance() {
        var budget = RetryBudget(percent: 10)
        var retried = 0
        for call in 1...1000 {
            budget.called()
            if budget.take() { retried += 1 }
            #expect(retried * 10 <= call)
        }
        #expect(retried == 100)
        for _ in 0..<1000 { budget.called() }
        #expect((0..<100).count { _ in budget.take() } == 10, "savings are bounded")
        var none = RetryBudget(percent: 0)
        for _ in 0..<1000 { none.called() }
        #expect(none.take() == false)
    }

    @Test func aThrottleIsObeyedAsLongAsItSays() {
        var pace = CallPace(reserve: .none)
        pace.throttled(.seconds(30), begun: Self.at(0), at: Self.at(0))
        #expect(pace.refusal(at: Self.at(29_999)) == .milliseconds(1))
        #expect(pace.refusal(at: Self.at(30_000)) == nil)
        // A shorter word does not take back a longer one.
        pace.throttled(.seconds(30), begun: Self.at(0), at: Self.at(0))
        pace.throttled(.seconds(1), begun: Self.at(0), at: Self.at(0))
        #expect(pace.refusal(at: Self.at(10_000)) == .seconds(20))
        pace.reset()
        #expect(pace.refusal(at: Self.at(10_000)) == nil)
        pace.throttled(.seconds(1 << 40), begun: Self.at(0), at: Self.at(0))
        #expect(pace.refusal(at: Self.at(0)) == CallPace.longest)
    }

    @Test func throttlesWithoutAWordWaitLongerEachTime() throws {
        var pace = CallPace(reserve: .none)
        var now = Self.at(0)
        var waits: [Int64] = []
        for _ in 0..<8 {
            // Four that were out together are one.
            for _ in 0..<4 { pace.throttled(nil, begun: now, at: now.advanced(by: .seconds(1))) }
            now = now.advanced(by: .seconds(1))
            let wait = try #require(pace.refusal(at: now))
            waits.append(wait.components.seconds)
            now = now.advanced(by: wait + .milliseconds(1))
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60])
        pace.answered()
        pace.throttled(nil, begun: now, at: now)
        #expect(pace.refusal(at: now) == .seconds(1))
    }

    @Test func searchesLeaveTheRestOfAnAllowanceToOthers() {
        var (search, deal) = (CallPace(reserve: .ofSearches), CallPace(reserve: .none))
        func hear(_ left: SupplierAllowance.Left) {
            let allowance = SupplierAllowance(left, renewedIn: .seconds(20))
            search.hear(allowance, at: Self.at(0))
            deal.hear(allowance, at: Self.at(0))
        }
        hear(.calls(4))
        #expect(search.refusal(at: Self.at(0)) == nil)
        search.take()
        search.take()
        #expect(search.refusal(at: Self.at(0)) == .seconds(20), "two are left")
        #expect(deal.refusal(at: Self.at(0)) == nil)
        hear(.calls(0))
        #expect(deal.refusal(at: Self.at(5_000)) == .seconds(15))
        hear(.calls(100))
        #expect(search.refusal(at: Self.at(0)) == nil && deal.refusal(at: Self.at(0)) == nil)
        hear(.percent(11))
        #expect(search.refusal(at: Self.at(0)) == nil)
        hear(.percent(10))
        #expect(search.refusal(at: Self.at(0)) == .seconds(20))
        #expect(deal.refusal(at: Self.at(0)) == nil)
        hear(.percent(0))
        #expect(deal.refusal(at: Self.at(0)) == .seconds(20))
        #expect(search.refusal(at: Self.at(20_000)) == nil)
    }

    /// Epoch: 2027-01-01T00:00:00Z is 1,798,761,600 s.
    @Test(
        arguments: [
            (
                [
                    ("Rate-Limit-Minute-Remaining", "7"),
                    ("Rate-Limit-Minute-Reset", "1798761630000"),
                ],
                SupplierAllowance(.percent(7), renewedIn: .seconds(30))
            ),
            // A wall clock that is far off, ours or theirs, makes no minute longer than one.
            (
                [
                    ("Rate-Limit-Minute-Remaining", "7"),
                    ("Rate-Limit-Minute-Reset", "9999999999999"),
                ],
                SupplierAllowance(.percent(7), renewedIn: .seconds(60))
            ),
            (
                [
                    ("rate-limit-minute-remaining", "7"),
                    ("Rate-Limit-Minute-Reset", "1000000000000"),
                ],
                SupplierAllowance(.percent(7), renewedIn: .seconds(1))
            ),
            (
                [("RateLimit-Remaining", "3"), ("RateLimit-Reset", "12")],
                SupplierAllowance(.calls(3), renewedIn: .seconds(12))
            ),
            (
                [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "45")],
                SupplierAllowance(.calls(0), renewedIn: .seconds(45))
            ),
            (
                [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1798761645")],
                SupplierAllowance(.calls(0), renewedIn: .seconds(45))
            ),
            (
                [("X-RateLimit-Remaining", "9"), ("X-RateLimit-Reset", "1798761645000")],
                SupplierAllowance(.calls(9), renewedIn: .seconds(45))
            ),
            // By its own clock, an hour behind ours, it is 15 s.
            (
                [
                    ("X-RateLimit-Remaining", "9"), ("X-RateLimit-Reset", "1798758015"),
                    ("Date", "Thu, 31 Dec 2026 23:00:00 GMT"),
                ],
                SupplierAllowance(.calls(9), renewedIn: .seconds(15))
            ),
            ([("X-RateLimit-Remaining", "9")], nil),
            ([("X-RateLimit-Remaining", "-1"), ("X-RateLimit-Reset", "45")], nil),
            ([("X-RateLimit-Remaining", "many"), ("X-RateLimit-Reset", "45")], nil),
            ([("RateLimit-Remaining", "3"), ("RateLimit-Reset", "99999999999999999999")], nil),
            ([], nil),
        ] as [([(String, String)], SupplierAllowance?)])
    func whatSuppliersSayOfTheirLimitsIsRead(
        fields: [(String, String)], expected: SupplierAllowance?
    ) {
        let head = ResponseHead(status: 200, headers: fields.map { (name: $0.0, value: $0.1) })
        #expect(head.allowance(at: Simulation.epoch) == expected)
    }

    @Test func aDateToComeBackAtIsReadByTheSuppliersOwnClock() {
        let head = ResponseHead(
            status: 429,
            headers: [
                ("Retry-After", "Thu, 31 Dec 2026 23:00:20 GMT"),
                ("Date", "Thu, 31 Dec 2026 23:00:00 GMT"),
            ])
        #expect(head.retryAfter(at: Simulation.epoch) == .seconds(20))
    }
}
