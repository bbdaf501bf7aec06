import GatewayTesting
import Testing
import TravelModel

@testable import Gateway

/// How often a supplier is asked for what is stale, and what is remembered of what became untrue.
@Suite struct RefreshPacingTests {
    private func at(_ milliseconds: Int) -> Uptime {
        Uptime(nanoseconds: Int64(milliseconds) * 1_000_000)
    }

    @Test func aBoundedNumberAtOnce() {
        var pacing = RefreshPacing()
        func begin(_ time: Int) -> Bool { pacing.begin(most: 2, now: at(time)) }
        #expect(begin(0) && begin(0) && !begin(0))
        pacing.succeed()
        #expect(begin(1))
    }

    @Test func afterAFailureOneAloneAndLater() {
        var pacing = RefreshPacing()
        func begin(_ time: Int) -> Bool { pacing.begin(most: 8, now: at(time)) }
        _ = begin(0)
        _ = begin(0)
        pacing.fail(now: at(0), chance: 128, retryAfter: nil)
        #expect(!begin(1_999))
        // One of before still runs: it is the one alone.
        #expect(!begin(2_100))
        pacing.abandon()
        #expect(begin(2_100))
        #expect(!begin(2_100))
        pacing.fail(now: at(2_100), chance: 128, retryAfter: nil)
        #expect(!begin(6_000))
        #expect(begin(6_200))
        pacing.succeed()
        for _ in 0..<3 { #expect(begin(6_201)) }
    }

    @Test func waitsGrowToAMinuteAndTheSuppliersWordIsKept() {
        var pacing = RefreshPacing()
        func begin(_ time: Int) -> Bool { pacing.begin(most: 8, now: at(time)) }
        var now = 0
        for _ in 0..<20 {
            #expect(begin(now))
            pacing.fail(now: at(now), chance: 255, retryAfter: nil)
            now += 72_000
        }
        #expect(begin(now))
        pacing.fail(now: at(now), chance: 0, retryAfter: .seconds(300))
        #expect(!begin(now + 299_999))
        #expect(begin(now + 300_000))
    }

    @Test func forgottenPlacesAreRememberedAsLongAsACallMayLast() throws {
        let place = Invalidations.Place(
            supplier: try Sample.supplier("alpha"), code: try Sample.code("alpha-0"))
        let other = Invalidations.Place(
            supplier: try Sample.supplier("alpha"), code: try Sample.code("alpha-1"))
        let stay = try Sample.stay("2027-01-11", "2027-01-13")
        var marks = Invalidations(most: 3)
        marks.add(place, stay, at: at(1_000))
        #expect(marks.outdates(place, stay, askedAt: at(1_000)))
        #expect(!marks.outdates(place, stay, askedAt: at(1_001)))
        #expect(!marks.outdates(other, stay, askedAt: at(0)))
        let apart = try Sample.stay("2027-01-13", "2027-01-15")
        #expect(!marks.outdates(place, apart, askedAt: at(0)))
        // More than can be remembered: then nothing from before is believed.
        for _ in 0..<3 { marks.add(other, stay, at: at(2_000)) }
        #expect(marks.outdates(place, apart, askedAt: at(1_000)))
        #expect(!marks.outdates(place, apart, askedAt: at(1_001)))
        #expect(marks.outdates(other, stay, askedAt: at(2_000)))
    }
}
