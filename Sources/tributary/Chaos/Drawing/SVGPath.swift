/// The `d` of a path.
enum SVGPath {
    /// A line through the points; what is no number leaves a gap, and a point alone becomes a dot where
    /// the line has round ends.
    static func line(_ points: [PlotPoint]) -> String {
        var parts: [String] = []
        var run = 0
        for point in points {
            guard point.isDrawable, let y = point.y else {
                if run == 1 { parts.append("h0") }
                run = 0
                continue
            }
            parts.append((run == 0 ? "M" : "L") + number(point.x) + " " + number(y))
            run += 1
        }
        if run == 1 { parts.append("h0") }
        return parts.joined()
    }

    /// A band of steps: `edges` has one place more than `upper` and `lower` have values.
    ///
    /// Empty when there is nothing to draw or the three do not fit together.
    static func steps(edges: [Double], upper: [Double], lower: [Double]) -> String {
        guard !upper.isEmpty, upper.count == lower.count, edges.count == upper.count + 1,
            (edges + upper + lower).allSatisfy(\.isFinite), upper != lower
        else { return "" }
        var parts = ["M" + number(edges[0]) + " " + number(upper[0])]
        for index in upper.indices {
            if index > 0 { parts.append("V" + number(upper[index])) }
            parts.append("H" + number(edges[index + 1]))
        }
        for index in lower.indices.reversed() {
            parts.append("V" + number(lower[index]))
            parts.append("H" + number(edges[index]))
        }
        return parts.joined() + "Z"
    }

    /// A coordinate with at most one decimal; 0 for what is no number, and never far off any drawing.
    static func number(_ value: Double) -> String {
        guard !value.isNaN else { return "0" }
        let tenths = Int((min(max(value, -1e6), 1e6) * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
        return sign + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
    }
}
