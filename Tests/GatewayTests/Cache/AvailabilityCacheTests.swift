import GatewayTesting
import Testing
import TravelModel

@testable import Gateway

/// Kept answers: how long, how many, and what unlinks them.
@Suite struct AvailabilityCacheTests {
    private func key(_ number: Int) throws -> AvailabilityKey {
        AvailabilityKey(
            scope: AvailabilityKey.scope(of: try Sample.supplier("alpha"), try Sample.terms()),
            code: try Sample.code("alpha-\(number)"))
    }

    private func entry(ends: Int64 = .max, askedAt: Int64 = 0) throws -> AvailabilityCache.Entry {
        AvailabilityCache.Entry(
            supplier: try Sample.supplier("alpha"), stay: try Sample.terms().stay, offers: [],
            askedAt: Uptime(nanoseconds: askedAt),
            heardAt: Uptime(nanoseconds: askedAt), ends: Uptime(nanoseconds: ends))
    }

    private func has(
        _ cache: AvailabilityCache, _ number: Int, at now: Int64 = 1, maxAge: Duration? = nil
    ) throws -> Bool {
        cache.entry(try key(number), now: Uptime(nanoseconds: now), maxAge: maxAge) != nil
    }

    @Test func anEntryEndsAtItsMoment() throws {
        let cache = AvailabilityCache(capacity: 8)
        cache.insert(try entry(ends: 100), for: try key(0))
        #expect(try has(cache, 0, at: 99))
        #expect(try !has(cache, 0, at: 100))
        #expect(cache.weight == 0)
    }

    @Test func ageIsTheAskersChoice() throws {
        let cache = AvailabilityCache(capacity: 8)
        cache.insert(try entry(), for: try key(0))
        #expect(try has(cache, 0, at: 10, maxAge: .nanoseconds(10)))
        #expect(try !has(cache, 0, at: 11, maxAge: .nanoseconds(10)))
        #expect(try !has(cache, 0, at: 0, maxAge: .zero))
    }

    @Test func neverMoreThanItsCapacityAndTheUnreadGoFirst() throws {
        let cache = AvailabilityCache(capacity: 10)
        for number in 0..<10 { cache.insert(try entry(), for: try key(number)) }
        #expect(try has(cache, 0))
        for number in 10..<19 {
            cache.insert(try entry(), for: try key(number))
            #expect(cache.weight == 10)
        }
        #expect(try has(cache, 0))
        #expect(try !has(cache, 1))
        for number in 0..<1_000 { cache.insert(try entry(ends: 5), for: try key(number % 30)) }
        #expect(cache.weight == 10)
    }

    /// What was asked again a moment ago is the freshest there is, not the oldest.
    @Test func whatWasRefreshedGoesLast() throws {
        let cache = AvailabilityCache(capacity: 3)
        for number in 0..<3 { cache.insert(try entry(), for: try key(number)) }
        cache.insert(try entry(), for: try key(0))
        cache.insert(try entry(), for: try key(3))
        #expect(try [0, 1, 2, 3].map { try has(cache, $0) } == [true, false, true, true])
        // However often it was refreshed, it has one turn.
        let busy = AvailabilityCache(capacity: 3)
        for number in 0..<3 { busy.insert(try entry(), for: try key(number)) }
        for _ in 0..<500 { busy.insert(try entry(), for: try key(0)) }
        busy.insert(try entry(), for: try key(3))
        #expect(try [0, 1, 2, 3].map { try has(busy, $0) } == [true, false, true, true])
    }

    @Test func forgettingReachesEveryStayThatSharesANight() throws {
        let cache = AvailabilityCache(capacity: 8)
        let alpha = try Sample.supplier("alpha")
        let shared = try Sample.stay("2027-01-12", "2027-01-20")
        for number in 0..<2 { cache.insert(try entry(), for: try key(number)) }
        cache.invalidate(
            try Sample.supplier("beta"), try Sample.code("alpha-0"), overlapping: shared,
            now: Uptime(nanoseconds: 5))
        #expect(try has(cache, 0))
        cache.invalidate(
            alpha, try Sample.code("alpha-0"), overlapping: shared, now: Uptime(nanoseconds: 5))
        #expect(try !has(cache, 0))
        #expect(try has(cache, 1))
        // An answer to a question from before is not kept; one from after is.
        cache.insert(try entry(askedAt: 5), for: try key(0))
        #expect(try !has(cache, 0, at: 6))
        cache.insert(try entry(askedAt: 6), for: try key(0))
        #expect(try has(cache, 0, at: 7))
    }

    @Test(arguments: [
        (-1, 3), (1, 3), (2, 10), (7, 10), (8, 20), (30, 20), (31, 45), (90, 45), (91, 120),
    ])
    func livesByDaysToArrival(days: Int, minutes: Int) {
        #expect(AvailabilityLife.base(daysAhead: days) == .seconds(minutes * 60))
    }

    @Test func absenceIsShortChanceSpreadsAndTokensEndFirst() throws {
        let stay = try Sample.terms().stay
        func life(_ lines: [String], _ chance: UInt8) throws -> Duration {
            let offers = try Sample.answer("alpha", lines).byHotel.flatMap(\.offers)
            return AvailabilityLife.life(
                of: offers, stay: stay, now: Simulation.epoch, chance: chance)
        }
        let plain = "alpha-0 r1 Double BB free EUR 1.00"
        #expect(try life([plain], 0) == .seconds(1080))
        #expect(try life([plain], 255) == .seconds(1320))
        #expect(try life([], 0) == .seconds(270))
        #expect(try life([plain, plain + " expires=2027-01-01T00:10:00Z"], 0) == .seconds(480))
        #expect(try life([plain + " expires=2027-01-01T00:01:00Z"], 0) <= .zero)
    }
}
