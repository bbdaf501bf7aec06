/// Quantiles of durations over time, on a logarithmic scale.
struct LatencyPlot: Sendable {
    /// One bin's quantiles, at its middle in seconds; `nil` where nothing was measured.
    struct Moment: Sendable {
        var second: Double
        var p50: Double?
        var p95: Double?
        var p99: Double?

        /// In the order of ``LatencyPlot/names``.
        var values: [Double?] { [p50, p95, p99] }
    }

    static let names = ["p50", "p95", "p99"]

    /// What it shows, for those who cannot see it.
    var label: String
    /// Above the plot.
    var title: String
    var time: PlotTime
    /// The scale in milliseconds; the same for drawings that are to be compared.
    var range: (low: Double, high: Double)
    var moments: [Moment]

    /// 1, 2 or 5 times a power of ten below and above all values; 1 ms to 1 s where there are none.
    ///
    /// What is faster than 1 ms is drawn there: nobody cares how much faster.
    static func range(_ moments: [Moment]) -> (low: Double, high: Double) {
        let values = moments.flatMap(\.values).compactMap { $0 }
            .filter { $0.isFinite && $0 > 0 }
        guard let least = values.min(), let most = values.max() else { return (1, 1000) }
        let marks = PlotTicks.powers(1, 1e9).flatMap { [$0, $0 * 2, $0 * 5] }
        return (
            marks.last { $0 <= least } ?? 1, marks.first { $0 > 1 && $0 >= most } ?? max(most, 2)
        )
    }

    func draw(_ size: PlotSize) -> Markup {
        let isSmall = size == .small
        let frame = PlotFrame(
            size, height: isSmall ? 170 : 230, left: 50, right: size == .wide ? 150 : 34,
            x: (0, time.seconds), y: range, spread: .logarithmic)
        return frame.svg(label) { page in
            frame.outages(time, &page)
            let powers = PlotTicks.powers(frame.y.low, frame.y.high)
            frame.levels(powers, title: title, &page) { Amounts.milliseconds($0) }
            frame.time(time, &page)
            var ends: [Double] = []
            for (index, name) in Self.names.enumerated() {
                let points = moments.map { moment in
                    PlotPoint(
                        frame.x.place(moment.second) ?? .nan,
                        moment.values[index].flatMap { $0 > 0 ? frame.y.place($0) : nil })
                }
                page.empty(
                    "path", ["class": "line \(name)", "d": SVGPath.line(points)])
                ends.append(points.last(where: \.isDrawable)?.y ?? frame.bottom)
            }
            guard moments.contains(where: { $0.p50 != nil }) else {
                return page.label(
                    "nothing measured", (frame.x.start + frame.x.end) / 2,
                    (frame.top + frame.bottom) / 2, "middle", "name")
            }
            // Slower is higher up, so the names come in their turned order.
            let places = LabelPlaces.spread(
                ends.reversed(), gap: 13, from: frame.top + 4, to: frame.bottom - 2)
            for (name, place) in zip(Self.names.reversed(), places) {
                page.label(name, frame.x.end + 6, place + 4, "start", "name")
            }
        }
    }
}
