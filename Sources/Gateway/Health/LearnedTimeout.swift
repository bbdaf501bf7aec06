/// How long one step of one supplier may take: by what its calls took lately, within two bounds.
///
/// `clamp(1.2 x p99, floor, hard)`; where nothing is known, `hard`. Steps whose `floor` is their `hard`
/// are watched and never cut.
struct LearnedTimeout: Sendable {
    /// At least so long; never above ``hard``.
    let floor: Duration
    /// The manifest's timeout of the step.
    let hard: Duration
    private(set) var sketch = LatencySketch()

    init(floor: Duration, hard: Duration) {
        self.floor = min(floor, hard)
        self.hard = hard
    }

    /// The time a call that begins at `now` gets.
    func budget(at now: Uptime) -> Duration {
        guard floor < hard, let slow = sketch.quantile(990, at: now) else { return hard }
        return min(max(slow * 6 / 5, floor), hard)
    }

    /// Books a call that ended by itself after `duration`, or was cut off then.
    mutating func add(_ duration: Duration, isCensored: Bool, at now: Uptime) {
        sketch.add(duration, isCensored: isCensored, at: now)
    }

    /// Forgets what was learned.
    mutating func reset() { sketch = LatencySketch() }
}
