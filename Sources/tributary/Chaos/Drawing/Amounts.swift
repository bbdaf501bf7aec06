/// Figures as people read them, the same on every machine.
enum Amounts {
    /// `12,345`.
    static func count(_ value: Int) -> String {
        let digits = String(value.magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return (value < 0 ? "\u{2212}" : "") + text
    }

    /// `0.4 ms`, `12 ms`, `1.25 s`; a dash for what is no number.
    static func milliseconds(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e12 else { return "\u{2013}" }
        if value.magnitude < 9.95 { return decimal(value, 1) + " ms" }
        if value.magnitude < 999.5 { return "\(Int(value.rounded())) ms" }
        return decimal(value / 1000, value.magnitude < 99_950 ? 2 : 0) + " s"
    }

    /// `42 %`, with `<1 %` and `>99 %` where rounding would say none or all.
    static func share(_ part: Int, of whole: Int) -> String {
        guard whole > 0 else { return "\u{2013}" }
        let percent = Double(part) / Double(whole) * 100
        if part > 0, percent < 1 { return "<1 %" }
        if part < whole, percent > 99 { return ">99 %" }
        return "\(Int(percent.rounded())) %"
    }

    /// A mark of an axis: whole where it is, else with the decimals it has, at most three.
    static func mark(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "\u{2013}" }
        if value == value.rounded() { return count(Int(value)) }
        return decimal(value, 3)
    }

    private static func decimal(_ value: Double, _ places: Int) -> String {
        let unit = [1, 10, 100, 1000][min(max(places, 0), 3)]
        let scaled = Int((value * Double(unit)).rounded())
        let (whole, rest) = Int(scaled.magnitude).quotientAndRemainder(dividingBy: unit)
        let sign = scaled < 0 ? "\u{2212}" : ""
        guard rest > 0 else { return sign + "\(whole)" }
        var digits = String(rest)
        digits = String(repeating: "0", count: max(0, places - digits.count)) + digits
        while digits.last == "0" { digits.removeLast() }
        return sign + "\(whole).\(digits)"
    }
}
