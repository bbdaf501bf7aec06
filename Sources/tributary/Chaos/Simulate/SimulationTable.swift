import GatewayTesting

/// What simulated worlds have shown, for people at a terminal.
enum SimulationTable {
    static func text(
        _ tally: SimulationTally, _ settings: SimulationSettings, took: Duration
    ) -> String {
        [
            head(tally, settings, took), promises(tally),
            tally.broken.map { broken($0, settings) }.joined(),
        ]
        .joined(separator: "\n")
    }

    private static func head(
        _ tally: SimulationTally, _ settings: SimulationSettings, _ took: Duration
    ) -> String {
        let seconds = max(took / .seconds(1), 0.001)
        let hours = tally.virtualTime / .seconds(3_600)
        let crashes = CrashPoint.allCases.map { "\($0.rawValue) \(tally.crashes[$0] ?? 0)" }
        let counts = tally.counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return """

            \(tally.worlds) worlds from seed \(settings.first) in \(tenths(seconds)) s, \
            \(tenths(Double(tally.worlds) / seconds)) a second with \(settings.jobs) at once
            \(tally.events) events in \(tenths(hours)) hours of virtual time
            killed at: \(crashes.joined(separator: ", "))
            met: \(counts.joined(separator: ", "))

            """
    }

    private static func promises(_ tally: SimulationTally) -> String {
        WorldPromise.allCases.map { promise in
            let check = tally.checks[promise] ?? WorldCheck()
            let word = check.broken > 0 ? "BROKEN" : check.checked == 0 ? "unseen" : "pass  "
            return "  \(word)  \(pad(promise.rawValue, 22))\(left("\(check.checked)", 9))  "
                + promise.sentence + "\n"
        }.joined()
    }

    private static func broken(
        _ world: SimulationTally.Broken, _ settings: SimulationSettings
    ) -> String {
        """

        seed \(world.seed) is broken
        \(world.breaches.map { "  - \($0)\n" }.joined())\
        \(world.lastEvents.map { "  | \($0)\n" }.joined())\
        replay: \(settings.command(replaying: world.seed))

        """
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func left(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
