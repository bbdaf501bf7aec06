/// The states of several things over time, one row each.
struct StatePlot: Sendable {
    struct Stretch: Sendable, Equatable {
        /// Seconds since the start.
        var from: Double
        var until: Double
        var state: String
    }

    struct Row: Sendable, Equatable {
        var name: String
        var stretches: [Stretch]
    }

    var label: String
    var time: PlotTime
    var rows: [Row]

    func draw(_ size: PlotSize) -> Markup {
        let row = 22.0
        let isWide = size == .wide
        let frame = PlotFrame(
            size, height: 60 + row * Double(max(1, rows.count)), left: isWide ? 40 : 140,
            right: isWide ? 150 : 12, x: (0, time.seconds), y: (0, Double(max(1, rows.count))))
        return frame.svg(label) { page in
            frame.outages(time, &page)
            for (index, entry) in rows.enumerated() {
                guard let middle = frame.y.place(Double(rows.count - index) - 0.5) else { continue }
                // In a wide window on the right, so that the time is below that of other plots.
                page.label(
                    Self.cut(entry.name), isWide ? frame.x.end + 10 : frame.x.start - 8,
                    middle + 4, isWide ? "start" : "end", "name")
                for stretch in entry.stretches { draw(stretch, middle, frame, &page) }
            }
            frame.time(time, &page)
        }
    }

    /// What is as it should be is a thin line, everything else a block.
    private func draw(
        _ stretch: Stretch, _ middle: Double, _ frame: PlotFrame, _ page: inout Markup
    ) {
        guard let from = frame.x.place(stretch.from), let until = frame.x.place(stretch.until)
        else { return }
        let height = stretch.state == "closed" ? 3.0 : 14
        page.block(
            .breaker(stretch.state), x: from, y: middle - height / 2,
            width: max(1, until - from), height: height,
            "\(stretch.state), \(Amounts.mark((stretch.from * 10).rounded() / 10)) to "
                + "\(Amounts.mark((stretch.until * 10).rounded() / 10)) s")
    }

    private static func cut(_ name: String) -> String {
        name.count > 20 ? String(name.prefix(19)) + "\u{2026}" : name
    }

    /// The states that occur, in a fixed order.
    var legend: [PlotLegend.Entry] {
        let states = Set(rows.flatMap(\.stretches).map(\.state))
        return states.sorted().map { .init(name: $0, colour: .breaker($0)) }
    }
}
