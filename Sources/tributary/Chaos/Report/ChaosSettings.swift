/// What a run was asked for.
struct ChaosSettings: Sendable {
    var scenario = "storm"
    var seed: UInt64 = 1
    /// Seconds of load.
    var duration = 60
    var clients = 16
    /// Seconds that undecided holds have to settle after the load.
    var grace = 180
    /// Where everything is written.
    var out = "chaos"

    /// The life of a hold while it lasts: short enough that some end by themselves.
    var holdLife: Int { min(max(duration * 500, 10_000), 600_000) }
}
