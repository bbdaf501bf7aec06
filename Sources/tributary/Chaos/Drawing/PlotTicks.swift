import Foundation

/// Round values to mark on an axis.
enum PlotTicks {
    /// Multiples of 1, 2 or 5 times a power of ten from `low` to `high`, at most `most` + 1.
    static func round(_ low: Double, _ high: Double, most: Int) -> [Double] {
        guard low.isFinite, high.isFinite, high > low, most > 0 else { return [] }
        let rough = high / Double(most) - low / Double(most)
        guard rough.isFinite, rough > 0 else { return [] }
        let power = pow(10, floor(log10(rough)))
        guard power.isFinite, power > 0 else { return [] }
        let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough * 0.999 } ?? rough
        return multiples(of: step, low, high, most: most)
    }

    /// Whole counts only.
    static func counts(to high: Double, most: Int) -> [Double] {
        round(0, max(high, 1), most: most).filter { $0 == $0.rounded() }
    }

    /// Seconds that people count in: 1, 2, 5, 10, 15, 30, then minutes and an hour.
    static func seconds(to high: Double, most: Int) -> [Double] {
        guard high.isFinite, high > 0, most > 0 else { return [] }
        let steps: [Double] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600]
        guard let step = steps.first(where: { high / $0 <= Double(most) }) else {
            return round(0, high, most: most)
        }
        return multiples(of: step, 0, high, most: most)
    }

    /// The powers of ten from `low` to `high`.
    static func powers(_ low: Double, _ high: Double) -> [Double] {
        guard low.isFinite, high.isFinite, low > 0, high >= low else { return [] }
        let first = Int(ceil(log10(low) - 1e-9))
        let last = Int(floor(log10(high) + 1e-9))
        guard first <= last else { return [] }
        return (first...last).map { pow(10, Double($0)) }
    }

    private static func multiples(
        of step: Double, _ low: Double, _ high: Double, most: Int
    ) -> [Double] {
        let first = ceil(low / step - 1e-9)
        guard first.isFinite else { return [] }
        var ticks: [Double] = []
        for index in 0...(most + 1) {
            let tick = (first + Double(index)) * step
            guard tick.isFinite, tick <= high + step * 1e-9 else { break }
            // Where a step is too little to make a difference, one is enough.
            if tick != ticks.last { ticks.append(tick == 0 ? 0 : tick) }
        }
        return ticks
    }
}
