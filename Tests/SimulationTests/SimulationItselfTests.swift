import Gateway
import GatewayTesting
import Glibc
import Testing

/// The simulation keeps its own promises: one thread, virtual time, one run for one seed.
@Suite struct SimulationItselfTests {
    @Test func everythingStaysOnItsThread() throws {
        let simulation = Simulation(seed: 1)
        let here = pthread_self()
        let threads = try simulation.run {
            var threads = [pthread_self()]
            await Task.yield()
            threads.append(pthread_self())
            try? await simulation.sleep(until: Uptime(nanoseconds: 5))
            threads.append(pthread_self())
            return threads
        }
        #expect(threads.allSatisfy { pthread_equal($0, here) != 0 })
    }

    @Test func timeJumpsToTheNextSleeper() throws {
        let simulation = Simulation(seed: 1)
        let year = Uptime(nanoseconds: 365 * 86_400 * 1_000_000_000)
        let woken = try simulation.run {
            try? await simulation.sleep(until: year)
            return simulation.uptime()
        }
        #expect(woken == year)
    }

    @Test func aRunThatCannotEndSaysSo() {
        let simulation = Simulation(seed: 1)
        #expect(throws: Simulation.Fault.stuck(after: .zero)) {
            try simulation.run {
                await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            }
        }
    }

    @Test func seedsDecideTheOrder() throws {
        func order(_ seed: UInt64) throws -> [Int] {
            let simulation = Simulation(seed: seed)
            return try simulation.run {
                await withTaskGroup(of: Int.self) { group in
                    for number in 0..<8 { group.addTask { number } }
                    return await group.reduce(into: []) { $0.append($1) }
                }
            }
        }
        #expect(try order(3) == order(3))
        #expect(try Set((0..<10).map { try order($0) }).count > 1)
    }

    @Test func aCancelledSleeperWakesAtOnce() throws {
        let simulation = Simulation(seed: 1)
        let woken = try simulation.run {
            let task = Task(executorPreference: simulation) {
                do throws(CancellationError) {
                    try await simulation.sleep(until: Uptime(nanoseconds: 1_000))
                    return false
                } catch {
                    return true
                }
            }
            task.cancel()
            return await task.value
        }
        #expect(woken)
        #expect(simulation.uptime() == Uptime(nanoseconds: 0))
    }
}
