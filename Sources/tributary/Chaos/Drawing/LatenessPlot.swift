/// How late something was, as counts, with the limit marked.
struct LatenessPlot: Sendable {
    /// The width of a bar in milliseconds.
    static let step = 5.0

    var label: String
    /// Milliseconds; what came before the deadline is left out by whoever makes this.
    var values: [Double]
    /// The last bar collects all that is later than four times this.
    var limit: Double

    /// Counts of each bar, the last one of all beyond the others.
    var bars: [Int] {
        let count = Int(max(1, (limit * 4 / Self.step).rounded(.up)))
        var bars = [Int](repeating: 0, count: count + 1)
        for value in values where !value.isNaN {
            let place = min(max(value / Self.step, 0), Double(count))
            bars[Int(place)] += 1
        }
        return bars
    }

    func draw(_ size: PlotSize) -> Markup {
        let bars = bars
        // No more empty room on the right than the limit needs.
        let last = max(bars.lastIndex { $0 > 0 } ?? 0, Int(limit / Self.step) + 2)
        let shown = Array(bars.prefix(last + 1))
        let frame = PlotFrame(
            size, height: 200, left: 40, right: 20,
            x: (0, Double(shown.count) * Self.step), y: (0, Double(shown.max() ?? 0)))
        return frame.svg(label) { page in
            frame.levels(PlotTicks.counts(to: frame.y.high, most: 4), title: "streams", &page) {
                Amounts.mark($0)
            }
            for (index, count) in shown.enumerated() where count > 0 {
                let from = Double(index) * Self.step
                guard let left = frame.x.place(from), let right = frame.x.place(from + Self.step),
                    let top = frame.y.place(Double(count))
                else { continue }
                let isLate = from >= limit
                let isRest = index == bars.count - 1
                page.block(
                    isLate ? .bad : .live, x: left + 0.5, y: top, width: right - left - 1,
                    height: frame.bottom - top,
                    isRest
                        ? "\(count) later than \(Amounts.milliseconds(from))"
                        : "\(count) from \(Amounts.milliseconds(from))")
            }
            for tick in PlotTicks.round(0, frame.x.high, most: size == .wide ? 10 : 5) {
                guard let place = frame.x.place(tick) else { continue }
                page.label(Amounts.milliseconds(tick), place, frame.bottom + 17, "middle")
            }
            page.line(frame.x.start, frame.bottom, frame.x.end, frame.bottom, "axis")
            guard let place = frame.x.place(limit) else { return }
            page.line(place, frame.top - 4, place, frame.bottom, "limit")
            page.label(
                "limit \(Amounts.milliseconds(limit))", place, frame.top - 8, "middle",
                "limit-name")
        }
    }
}
