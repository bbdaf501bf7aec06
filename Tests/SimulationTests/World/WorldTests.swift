import GatewayTesting
import Testing

/// Whole gateways in whole worlds; `tributary chaos --simulate` lives through many more of them.
@Suite("Simulated worlds")
struct WorldTests {
    private static let command = "replay: tributary chaos --simulate --seeds 1 --trace --seed"

    @Test("Every promise holds in every world", arguments: 0..<10)
    func promises(batch: UInt64) throws {
        for seed in batch * 20 + 1...batch * 20 + 20 {
            let report = try SimulatedWorld(seed: seed).run()
            for (promise, example) in report.breaches {
                Issue.record("\(promise.rawValue): \(example); \(Self.command) \(seed)")
            }
        }
    }

    @Test("Worlds that broke a promise once do so no more", arguments: [UInt64(21_865)])
    func found(seed: UInt64) throws {
        let report = try SimulatedWorld(seed: seed).run()
        #expect(report.isSound, "\(report.breaches)")
    }

    @Test("One seed is one world", arguments: UInt64(1)...15)
    func again(seed: UInt64) throws {
        let first = try SimulatedWorld(seed: seed, keepsLines: true).run()
        let second = try SimulatedWorld(seed: seed).run()
        #expect(first.digest == second.digest)
        #expect(first.events == second.events && first.lines.count == first.events)
        #expect(first.virtualTime == second.virtualTime)
        let other = try SimulatedWorld(seed: seed + 1_000).run()
        #expect(other.digest != first.digest)
    }

    @Test("Worlds meet every crash point and put every promise to the test")
    func coverage() throws {
        var crashes = Set(CrashPoint.allCases)
        var promises = Set(WorldPromise.allCases)
        var counts: Set = [
            "standstills", "wall jumps", "killed", "searches", "hold HELD",
            "hold PRICE_CONFIRMED", "hold PENDING", "hold again HELD", "hold PRICE_CHANGED",
            "hold TERMS_CHANGED", "hold SOLD_OUT", "hold quoteAlreadyHeld", "hold quoteExpired",
            "hold unavailable", "hold keyReused", "hold storage",
        ]
        for seed in UInt64(1_001)...1_400 {
            let report = try SimulatedWorld(seed: seed).run()
            #expect(report.isSound, "seed \(seed)")
            crashes.subtract(report.crashes.keys)
            promises.subtract(report.checks.keys)
            counts.subtract(report.counts.keys)
            if crashes.isEmpty, promises.isEmpty, counts.isEmpty { return }
        }
        Issue.record("never met: \(crashes), \(promises), \(counts)")
    }

    @Test("A planted fault is found within a hundred worlds", arguments: PlantedFault.allCases)
    func plantedFault(_ fault: PlantedFault) throws {
        let found = UInt64(1)...100
        let seed = found.first { seed in
            guard let report = try? SimulatedWorld(seed: seed, fault: fault).run() else {
                return true
            }
            return !report.isSound
        }
        let first = try #require(seed, "\(fault.summary): not found")
        let report = try? SimulatedWorld(seed: first, fault: fault).run()
        let promises = report?.breaches.map(\.promise.rawValue) ?? ["the world has no end"]
        print("\(fault.rawValue): found by seed \(first): \(promises.joined(separator: ", "))")
    }
}
