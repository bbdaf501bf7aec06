internal import Gateway
internal import SupplierKit
internal import Synchronization
internal import TravelModel

/// What clients were told and suppliers said, and how the promises fared so far.
final class WorldHistory: Sendable {
    /// A moment of virtual time, and its place among those of one instant.
    struct Moment: Comparable, Sendable {
        let uptime: Uptime
        let number: Int

        static func < (left: Moment, right: Moment) -> Bool {
            (left.uptime, left.number) < (right.uptime, right.number)
        }
    }

    /// Whose a reference is.
    struct Owner: Hashable, Sendable {
        let tenant: TenantID
        let key: IdempotencyKey
        let quote: QuoteID
        let hold: HoldID
    }

    /// A whole answer to a search call about one hotel.
    struct Heard: Sendable {
        let at: Uptime
        let offers: Int
        /// Some of it could not be read, so that no offer does not mean none.
        let isGarbled: Bool
    }

    private struct State {
        var moments = 0
        var checks: [WorldPromise: WorldCheck] = [:]
        var counts: [String: Int] = [:]
        var crashes: [CrashPoint: Int] = [:]
        var owners: [String: Owner] = [:]
        var heard: [String: [Heard]] = [:]
    }

    private let clock: Simulation
    // A lock around plain values; nothing is called under it.
    private let state = Mutex(State())

    init(_ clock: Simulation) { self.clock = clock }

    /// Now, after everything noted so far.
    func stamp() -> Moment {
        let now = clock.uptime()
        return state.withLock { state in
            state.moments += 1
            return Moment(uptime: now, number: state.moments)
        }
    }

    /// Puts a promise to the test.
    func check(_ promise: WorldPromise, _ passes: Bool, _ breach: @autoclosure () -> String) {
        let words = passes ? "" : "at \(WorldText.time(clock.uptime())) s: " + breach()
        state.withLock { $0.checks[promise, default: WorldCheck()].check(passes) { words } }
    }

    func count(_ name: String) { state.withLock { $0.counts[name, default: 0] += 1 } }

    func crashed(_ point: CrashPoint) { state.withLock { $0.crashes[point, default: 0] += 1 } }

    /// A row is in the ledger as it is here.
    func wrote(_ record: HoldRecord) {
        let owner = Owner(
            tenant: record.tenant, key: record.key, quote: record.quote.id, hold: record.id)
        state.withLock { $0.owners[record.reference.text] = owner }
    }

    /// Whose a supplier's reference is; `nil` when the ledger has none like it.
    func owner(_ reference: String) -> Owner? { state.withLock { $0.owners[reference] } }

    /// A search call was answered whole.
    func heard(of target: String, lines: [String], isGarbled: Bool, at now: Uptime) {
        let codes = target.split(separator: "?").last?.split(separator: ",").map(String.init) ?? []
        state.withLock { state in
            for code in codes {
                let offers = lines.count { $0.hasPrefix(code + " ") }
                state.heard[code, default: []].append(
                    Heard(at: now, offers: offers, isGarbled: isGarbled))
            }
        }
    }

    /// Whole answers about a supplier's hotel, oldest first.
    func heard(of code: String) -> [Heard] { state.withLock { $0.heard[code] ?? [] } }

    var checks: [WorldPromise: WorldCheck] { state.withLock { $0.checks } }
    var counts: [String: Int] { state.withLock { $0.counts } }
    var crashes: [CrashPoint: Int] { state.withLock { $0.crashes } }
}
