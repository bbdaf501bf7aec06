/// What a run was asked for.
struct ChaosSettings: Sendable {
    var scenario = "storm"
    var seed: UInt64 = 1
    /// Seconds of load.
    var duration = 60
    var clients = 16
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
}
