import MockKit

/// The quota of an account and how Rapid shows it: load a minute, the rest in percent, the reset in milliseconds.
struct RateLimits {
    /// Load that a minute allows.
    var perMinute = 1_000_000
    private var minute: Int64 = -1
    private var used = 0

    /// Counts a call's load; false, and nothing counted, if the minute has no room for it.
    mutating func charge(_ load: Int, now: Moment) -> Bool {
        let current = now.milliseconds / 60_000
        if current != minute {
            minute = current
            used = 0
        }
        guard used + load <= perMinute else { return false }
        used += load
        return true
    }

    func fields(now: Moment) -> [(name: String, value: String)] {
        let left = (perMinute - used) * 100 / max(perMinute, 1)
        let reset = (now.milliseconds / 60_000 + 1) * 60_000
        return [
            ("Rate-Limit-Minute", String(perMinute)),
            ("Rate-Limit-Minute-Remaining", String(left)),
            ("Rate-Limit-Minute-Reset", String(reset)),
            ("Rate-Limit-Reduction-Status", "inactive"),
        ]
    }
}
