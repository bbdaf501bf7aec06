/// Whole numbers written with a decimal point, exactly.
enum DecimalText {
    /// `value` times ten to the minus `digits`, without trailing zeros: 1500 with 3 digits is `1.5`.
    static func scaled(_ value: Int, digits: Int) -> String {
        let text = String(value.magnitude)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.utf8.count)) + text
        let whole = padded.dropLast(digits)
        var fraction = padded.suffix(digits)
        while fraction.last == "0" { fraction.removeLast() }
        let sign = value < 0 ? "-" : ""
        return fraction.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(fraction)"
    }
}

extension Duration {
    /// The span in nanoseconds, held at the ends of `Int` (292 years).
    var wholeNanoseconds: Int {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carried) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        if overflow || carried { return seconds < 0 ? .min : .max }
        return Int(sum)
    }
}
