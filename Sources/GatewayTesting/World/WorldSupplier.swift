internal import Gateway
internal import SupplierKit
internal import Synchronization
internal import TravelModel

/// A supplier with books of its own: what it sells, what it keeps for whom, and what it was told.
///
/// It does what a sound supplier does: one reservation a reference for ever, no more rooms than there
/// are, no price but the one it was asked for.
final class WorldSupplier: Sendable {
    enum Life: Sendable { case live, released, lapsed }

    /// A room kept under a reference.
    struct Reservation: Sendable {
        let number: Int
        let reference: String
        let rate: String
        let minor: Int64
        let madeAt: Uptime
        /// When the supplier lets go by itself.
        let ends: Uptime?
        var life = Life.live
    }

    fileprivate struct State {
        var rates: [WorldRate]
        var reservations: [Reservation] = []
        /// References that came to nothing here, for ever.
        var spent: Set<String> = []
        var dice: SplitMix
        var storm: Int
        var calls = 0
    }

    let house: WorldPlan.House
    private let clock: Simulation
    // A lock around the books; nothing is called under it but the clock.
    private let state: Mutex<State>

    init(_ house: WorldPlan.House, clock: Simulation, seed: UInt64) {
        self.house = house
        self.clock = clock
        state = Mutex(
            State(rates: house.rates, dice: SplitMix(seed: seed), storm: house.storm))
    }

    var id: SupplierID { house.id }

    // MARK: - Calls

    /// A number for a call that is sent now, and what becomes of it.
    func draw(_ step: SupplierStep) -> (call: Int, fate: SupplierFate) {
        state.withLock { state in
            state.calls += 1
            if state.storm == 0, step != .search { return (state.calls, .calm) }
            let fate = SupplierFate(
                &state.dice, storm: state.storm, step: step, manifest: house.manifest)
            return (state.calls, fate)
        }
    }

    /// Does what a request asks and says what is answered.
    func act(_ request: String) -> String {
        let parts = request.split(separator: "?", maxSplits: 1).map(String.init)
        let words = (parts.last ?? "").split(separator: ",").map(String.init)
        let now = clock.uptime()
        return state.withLock { state in
            state.lapse(at: now)
            return switch parts.first ?? "" {
            case "search": Self.lines(words, state)
            case "revalidate": Self.current(words.first ?? "", &state)
            case "hold": keep(words, &state, now)
            case "release": Self.release(words.first ?? "", &state)
            default: find(words.first ?? "", state, now)
            }
        }
    }

    private static func lines(_ codes: [String], _ state: State) -> String {
        codes.flatMap { code in
            state.rates.filter { $0.code == code && $0.isOn && state.left($0) > 0 }
        }.map { $0.line + "\n" }.joined()
    }

    /// What a rate is now; now and then it is another one just afterwards.
    private static func current(_ key: String, _ state: inout State) -> String {
        guard let place = state.rates.firstIndex(where: { $0.key == key }),
            state.rates[place].isOn, state.left(state.rates[place]) > 0
        else { return "gone" }
        let line = state.rates[place].line
        if state.storm > 0, state.dice.chance(4) {
            state.rates[place].minor += Int64(state.dice.number(in: 1...900))
        }
        return line
    }

    private func keep(_ words: [String], _ state: inout State, _ now: Uptime) -> String {
        guard words.count == 3, let rate = state.rates.first(where: { $0.key == words[1] }) else {
            return "refused"
        }
        let reference = words[0]
        if state.spent.contains(reference)
            || state.reservations.contains(where: { $0.reference == reference })
        {
            return "duplicate"
        }
        guard rate.isOn, state.left(rate) > 0 else { return "gone" }
        guard words[2] == "any" || Int64(words[2]) == rate.minor else {
            state.spent.insert(reference)
            return "price"
        }
        let number = state.reservations.count + 1
        state.reservations.append(
            Reservation(
                number: number, reference: reference, rate: rate.key, minor: rate.minor,
                madeAt: now, ends: house.manifest.holdLife.map { now.advanced(by: $0) }))
        return "held \(number)"
    }

    private static func release(_ reference: String, _ state: inout State) -> String {
        let place = state.reservations.firstIndex { $0.reference == reference }
        if let place, state.reservations[place].life == .live {
            state.reservations[place].life = .released
        }
        return "released"
    }

    private func find(_ reference: String, _ state: State, _ now: Uptime) -> String {
        guard let found = state.reservations.first(where: { $0.reference == reference }) else {
            return state.spent.contains(reference) ? "ended" : "none"
        }
        guard found.madeAt.advanced(by: house.indexing) <= now else { return "none" }
        return found.life == .live ? "held \(found.number)" : "ended"
    }

    // MARK: - The market

    /// Changes a rate; whoever is told later is told of the change.
    func change(_ rate: Int, _ body: (inout WorldRate) -> Void) {
        state.withLock { state in
            if state.rates.indices.contains(rate) { body(&state.rates[rate]) }
        }
    }

    /// No call goes wrong from now on.
    func calm() { state.withLock { $0.storm = 0 } }

    // MARK: - Books

    /// Every room it ever kept.
    var reservations: [Reservation] {
        let now = clock.uptime()
        return state.withLock { state in
            state.lapse(at: now)
            return state.reservations
        }
    }

    /// Rates of which more rooms are taken than there are.
    var oversold: [String] {
        state.withLock { state in state.rates.filter { state.left($0) < 0 }.map(\.key) }
    }
}

extension WorldSupplier.State {
    fileprivate func left(_ rate: WorldRate) -> Int {
        rate.rooms - reservations.count { $0.rate == rate.key && $0.life == .live }
    }

    fileprivate mutating func lapse(at now: Uptime) {
        for place in reservations.indices where reservations[place].life == .live {
            if let ends = reservations[place].ends, ends <= now {
                reservations[place].life = .lapsed
            }
        }
    }
}
