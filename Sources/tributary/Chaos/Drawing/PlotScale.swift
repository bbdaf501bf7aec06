import Foundation

/// From values to places on a drawing; whatever the values are, the places are finite.
struct PlotScale: Sendable, Equatable {
    /// How values are spread.
    enum Spread: Sendable {
        case linear
        /// By powers of ten, for positive values only.
        case logarithmic
    }

    /// Beyond it there is no room for a greater one.
    private static let most = 1e300

    let spread: Spread
    /// The least and the greatest value; always apart and finite.
    let low: Double
    let high: Double
    /// Where they are.
    let start: Double
    let end: Double

    /// A domain that is empty, turned round or not finite is replaced by one of length 1 (linear) or
    /// of one power of ten.
    init(
        _ low: Double, _ high: Double, to start: Double, _ end: Double,
        spread: Spread = .linear
    ) {
        self.spread = spread
        self.start = start
        self.end = end
        switch spread {
        case .linear:
            self.low = low.magnitude <= Self.most ? low : 0
            self.high = high.isFinite && high > self.low ? high : self.low.nextLength
        case .logarithmic:
            self.low = low > 0 && low <= Self.most ? low : 1
            self.high = high.isFinite && high > self.low ? high : self.low * 10
        }
    }

    /// The place of a value; beyond the domain that of its end, `nil` of what is no number.
    func place(_ value: Double) -> Double? {
        guard !value.isNaN else { return nil }
        let inside = min(max(value, low), high)
        let share =
            switch spread {
            // Halved first: the difference of two huge values is no number.
            case .linear: (inside / 2 - low / 2) / (high / 2 - low / 2)
            case .logarithmic: (log10(inside) - log10(low)) / (log10(high) - log10(low))
            }
        return start + (end - start) * min(max(share, 0), 1)
    }
}

extension Double {
    /// A greater value at least 1 away, also where 1 is too little to make a difference.
    fileprivate var nextLength: Double {
        let next = self + Swift.max(1, abs(self) / 1000)
        return next.isFinite && next > self ? next : .greatestFiniteMagnitude
    }
}

/// A place of a drawing with a value in it; `nil` or no number where nothing was measured.
struct PlotPoint: Sendable, Equatable {
    var x: Double
    var y: Double?

    init(_ x: Double, _ y: Double?) {
        self.x = x
        self.y = y
    }

    var isDrawable: Bool { x.isFinite && (y?.isFinite ?? false) }
}
