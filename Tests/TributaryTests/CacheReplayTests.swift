import Gateway
import Testing
import WireFormat

@testable import tributary

/// The replay compares policies on one world, and the product's own keeps its promise there.
@Suite struct CacheReplayTests {
    private func outcome(
        _ policy: ReplayPolicy, seed: UInt64 = 1, hours: Int = 1, searches: Int = 12_000
    ) throws -> ReplayOutcome {
        var settings = ReplaySettings()
        settings.seed = seed
        settings.hours = hours
        settings.searches = searches
        settings.questions = 2_000
        settings.searchesPerHold = 20
        var run = try ReplayRun(policy, settings)
        return run.run { _ in }
    }

    /// At least 70 % of calls saved with at least 95 % of held quotes unchanged.
    @Test(arguments: [UInt64(1), 7])
    func thePromiseOfTheProductsPolicy(seed: UInt64) throws {
        let outcome = try outcome(.refreshed, seed: seed, searches: 30_000)
        #expect(outcome.saved >= 0.70, "\(outcome.saved)")
        #expect(outcome.unchanged >= 0.95, "\(outcome.unchanged)")
        #expect(outcome.held > 1_000)
        let asking = try self.outcome(.none, seed: seed, searches: 30_000)
        // Nobody can do better than asking: prices change while clients think.
        #expect(asking.saved == 0 && asking.unchanged > outcome.unchanged - 0.005)
        #expect(asking.held == outcome.held, "the same clients hold")
    }

    @Test func longerLivesSaveMoreAndAreRightLess() throws {
        let five = try outcome(.fiveMinutes)
        let hour = try outcome(.hour)
        #expect(hour.saved > five.saved + 0.05)
        #expect(hour.accuracy < five.accuracy - 0.02)
        #expect(hour.meanAge > five.meanAge)
    }

    @Test func oneSeedIsOneTable() throws {
        func report(_ seed: UInt64) throws -> ReplayReport {
            var settings = ReplaySettings()
            settings.seed = seed
            return ReplayReport(
                settings: settings,
                outcomes: [try outcome(.refreshed, seed: seed, searches: 2_000)])
        }
        let (first, second) = (try report(3), try report(3))
        #expect(first.table == second.table && first.json == second.json)
        #expect(try report(4).json != first.json)
        let json = try JSONValue(parsing: first.json)
        #expect(json["policies"]?.elements?.first?["policy"]?.string == "and refreshed")
    }

    @Test(arguments: [
        ["replay", "--hours", "0"], ["replay", "--searches", "x"], ["play"], [],
        ["replay", "--seed"], ["replay", "--json=1"],
    ])
    func badCommandLinesAreRefused(arguments: [String]) {
        #expect(throws: UsageFault.self) {
            try CacheCommand(ParsedArguments(arguments, known: CacheCommand.options))
        }
    }
}
