/// Something done to the gateway while the clients work.
struct Interruption: Hashable, Sendable {
    /// What is done.
    enum Kind: Hashable, Sendable {
        /// SIGTERM, and a new start when it has ended.
        case terminate
        /// SIGKILL, and a new start.
        case kill
        /// SIGSTOP, and SIGCONT after so many milliseconds.
        case pause(Int)
    }

    /// Milliseconds from the start.
    var at: Int
    var kind: Kind

    /// The signal's name, as operators know it.
    var name: String {
        switch kind {
        case .terminate: "SIGTERM"
        case .kill: "SIGKILL"
        case .pause: "SIGSTOP"
        }
    }

    /// Whether another process serves afterwards.
    var isRestart: Bool {
        switch kind {
        case .terminate, .kill: true
        case .pause: false
        }
    }
}

extension ChaosSchedule {
    /// The interruptions of a run, in order of time: any three that begin at a multiple of three are
    /// one of each kind.
    ///
    /// Each has a part of the run to itself, and comes in the middle half of it, so that there is
    /// load before and after.
    static func interruptions(
        seed: UInt64, milliseconds: Int, count: Int
    ) -> [Interruption] {
        guard count > 0, milliseconds > 0 else { return [] }
        var random = SeededRandom(seed: seed, stream: .max)
        var bag: [Interruption.Kind] = []
        return (0..<count).map { index in
            if bag.isEmpty {
                bag = [.terminate, .kill, .pause(random.within(800...3000))]
                bag.shuffle(using: &random)
            }
            let part = milliseconds / count
            let at = index * part + random.within(part / 4...max(part / 4, part * 3 / 4))
            return Interruption(at: at, kind: bag.removeLast())
        }
    }
}
