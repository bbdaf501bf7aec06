internal import Gateway
internal import Synchronization

/// Everything that happens in a world, line by line, as one number that two equal runs share.
final class WorldLog: Sendable {
    private struct State {
        /// FNV-1a over all lines.
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        var count = 0
        var lines: [String] = []
    }

    private let clock: Simulation
    private let keepsLines: Bool
    // A lock around plain values; nothing is called under it.
    private let state = Mutex(State())

    /// Lines are kept only for people who want to read them: the number is all that a check needs.
    init(_ clock: Simulation, keepsLines: Bool) {
        self.clock = clock
        self.keepsLines = keepsLines
    }

    /// Notes one thing that somebody did or was told.
    func note(_ who: String, _ what: String) {
        let line = "\(WorldText.time(clock.uptime())) \(who): \(what)"
        state.withLock { state in
            state.count += 1
            for byte in line.utf8 {
                state.digest = (state.digest ^ UInt64(byte)) &* 0x100_0000_01B3
            }
            if keepsLines { state.lines.append(line) }
        }
    }

    var digest: UInt64 { state.withLock { $0.digest } }
    var count: Int { state.withLock { $0.count } }
    var lines: [String] { state.withLock { $0.lines } }
}

/// How a world's things are written in its log.
enum WorldText {
    /// Seconds with six decimals.
    static func time(_ uptime: Uptime) -> String {
        let micros = uptime.nanoseconds / 1000
        let part = "\(micros % 1_000_000)"
        return "\(micros / 1_000_000)." + String(repeating: "0", count: 6 - part.count) + part
    }

    /// Enough of a long name to tell it from the others of a world.
    static func short(_ text: some StringProtocol) -> String { String(text.prefix(6)) }
}
