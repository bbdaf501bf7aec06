import GatewayTesting
import Testing

@testable import Gateway

/// How long calls took, and what is made of it.
@Suite struct LatencySketchTests {
    private static func at(_ milliseconds: Int64) -> Uptime {
        Uptime(nanoseconds: milliseconds * 1_000_000)
    }

    private func sketch(
        _ samples: [(milliseconds: Int, isCensored: Bool)], at now: Uptime = at(0)
    ) -> LatencySketch {
        var sketch = LatencySketch()
        for sample in samples {
            sketch.add(
                .milliseconds(sample.milliseconds), isCensored: sample.isCensored, at: now)
        }
        return sketch
    }

    @Test func bucketsHoldTheirDurationsWithinAnEighth() {
        var dice = SplitMix(seed: 1)
        for _ in 0..<20_000 {
            let duration = Duration.microseconds(dice.number(in: 2_000...300_000_000))
            let bound = LatencyBucket.upperBound(of: LatencyBucket.index(of: duration))
            #expect(bound > duration && bound <= duration * 9 / 8 + .microseconds(250))
        }
        for index in 1..<LatencyBucket.count {
            #expect(LatencyBucket.upperBound(of: index) > LatencyBucket.upperBound(of: index - 1))
        }
        #expect(LatencyBucket.index(of: .seconds(-1)) == 0)
        #expect(LatencyBucket.index(of: .seconds(1 << 40)) == LatencyBucket.count - 1)
    }

    @Test(arguments: [500, 950, 990])
    func quantilesAreThoseOfTheSamplesWithinAnEighth(permille: Int) throws {
        var dice = SplitMix(seed: UInt64(permille))
        let values = (0..<1000).map { _ in dice.number(in: 20...4_000) }
        let told = try #require(
            sketch(values.map { ($0, false) }).quantile(permille, at: Self.at(0)))
        let exact = Duration.milliseconds(values.sorted()[permille - 1])
        #expect(told >= exact && told <= exact * 9 / 8 + .milliseconds(1))
    }

    @Test func fewerThanFiftySamplesSayNothing() {
        let fifty = Array(repeating: (milliseconds: 100, isCensored: false), count: 50)
        #expect(sketch(fifty).quantile(990, at: Self.at(0)) != nil)
        #expect(sketch(Array(fifty.dropLast())).quantile(990, at: Self.at(0)) == nil)
    }

    /// Left out, the calls that were cut off would make a supplier that takes a second look quick.
    @Test func callsThatWereCutOffCountAsAtLeastSoLong() throws {
        let quick = Array(repeating: (milliseconds: 100, isCensored: false), count: 95)
        let cut = Array(repeating: (milliseconds: 300, isCensored: true), count: 5)
        #expect(sketch(quick + cut).quantile(990, at: Self.at(0)) == nil, "nobody knows")
        // One that was let go on shows where the others would have ended.
        let probe = (milliseconds: 1_000, isCensored: false)
        let known = try #require(sketch(quick + cut + [probe]).quantile(990, at: Self.at(0)))
        #expect(known >= .seconds(1) && known < .milliseconds(1_130))
        // As many that end within the cut leave the tail known.
        let rare = Array(repeating: (milliseconds: 300, isCensored: true), count: 1)
        let many = Array(repeating: (milliseconds: 100, isCensored: false), count: 199)
        #expect(
            try #require(sketch(many + rare).quantile(990, at: Self.at(0))) < .milliseconds(114))
    }

    @Test func aBusySupplierIsJudgedByItsLastSecondsAQuietOneByTwoMinutes() throws {
        var sketch = LatencySketch()
        for second in 0..<60 {
            for _ in 0..<50 {
                sketch.add(
                    .milliseconds(second < 50 ? 2_000 : 100), isCensored: false,
                    at: Self.at(Int64(second) * 1000))
            }
        }
        #expect(try #require(sketch.quantile(990, at: Self.at(60_000))) < .milliseconds(114))
        #expect(sketch.samples(at: Self.at(60_000)) >= LatencySketch.plenty)

        var quiet = LatencySketch()
        for second in 0..<100 {
            quiet.add(.milliseconds(100), isCensored: false, at: Self.at(Int64(second) * 1000))
        }
        #expect(quiet.samples(at: Self.at(100_000)) == 100)
        #expect(quiet.samples(at: Self.at(150_000)) == 65)
        #expect(quiet.quantile(990, at: Self.at(250_000)) == nil)
    }

    @Test func aTimeoutIsAFifthMoreThanTheSlowestOfAHundredWithinItsBounds() {
        func budget(_ milliseconds: Int, floor: Int = 500, hard: Int = 6_000) -> Duration {
            var timeout = LearnedTimeout(
                floor: .milliseconds(floor), hard: .milliseconds(hard))
            for _ in 0..<100 {
                timeout.add(.milliseconds(milliseconds), isCensored: false, at: Self.at(0))
            }
            return timeout.budget(at: Self.at(0))
        }
        #expect(budget(1_000) >= .milliseconds(1_200) && budget(1_000) < .milliseconds(1_360))
        #expect(budget(20) == .milliseconds(500))
        #expect(budget(5_900) == .milliseconds(6_000))
        #expect(budget(20, floor: 6_000) == .milliseconds(6_000), "never cut")
        #expect(budget(20, floor: 9_000, hard: 100) == .milliseconds(100))
        #expect(
            LearnedTimeout(floor: .zero, hard: .seconds(6)).budget(at: Self.at(0)) == .seconds(6))
    }
}
