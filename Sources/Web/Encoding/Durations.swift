extension Duration {
    /// Whole seconds, at least one, never less than the span: for `Retry-After`.
    var wholeSecondsUp: Int64 {
        let (seconds, attoseconds) = components
        let (more, overflow) = seconds.addingReportingOverflow(attoseconds > 0 ? 1 : 0)
        return overflow ? .max : max(1, more)
    }

    /// Milliseconds with three decimals, as `Server-Timing` has them: `12.345`.
    var timingText: String {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow, scaled >= 0 else { return "0" }
        let microseconds = scaled &+ attoseconds / 1_000_000_000_000
        let fraction = String(microseconds % 1000)
        let zeros = String(repeating: "0", count: 3 - fraction.utf8.count)
        return "\(microseconds / 1000).\(zeros)\(fraction)"
    }
}
