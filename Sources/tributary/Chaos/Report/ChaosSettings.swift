/// What a run was asked for.
struct ChaosSettings: Sendable {
    var scenario = "storm"
    var seed: UInt64 = 1
    /// Seconds of load.
    var duration = 60
    var clients = 16
    /// Interruptions of the gateway: SIGTERM, SIGKILL and SIGSTOP.
    var restarts = 0
    /// Seconds that undecided holds have to settle after the load.
    var grace = 240
    /// Where everything is written.
    var out = "chaos"

    /// The life of a hold in milliseconds, by default short enough that some end by themselves.
    var holdLife: Int {
        givenHoldLife.map { $0 * 1000 } ?? min(max(duration * 500, 10_000), 600_000)
    }
    /// Seconds; to see for instance that no hold outlives the supplier's.
    var givenHoldLife: Int?

    /// The command that repeats the run, with what differs from the defaults and always the seed.
    var command: String {
        let defaults = ChaosSettings()
        var words = ["tributary chaos --scenario", Self.word(scenario), "--seed", "\(seed)"]
        words += ["--duration", "\(duration)", "--clients", "\(clients)"]
        if restarts != defaults.restarts { words += ["--restarts", "\(restarts)"] }
        if grace != defaults.grace { words += ["--grace", "\(grace)"] }
        if let givenHoldLife { words += ["--hold-life", "\(givenHoldLife)"] }
        if out != defaults.out { words += ["--out", Self.word(out)] }
        return words.joined(separator: " ")
    }

    /// A word for a shell, in quotes where it needs them.
    private static func word(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || "-_./".contains($0))
            }
        return isPlain
            ? text
            : "'"
                + text.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: "'\\''") + "'"
    }
}
