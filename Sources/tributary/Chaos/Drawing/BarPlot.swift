/// Counts side by side, each with its name and figure.
struct BarPlot: Sendable {
    struct Bar: Sendable {
        var name: String
        var colour: PlotColour
        var count: Int
    }

    var label: String
    var bars: [Bar]

    func draw(_ size: PlotSize) -> Markup {
        let row = 24.0
        let left = 150.0
        let room = max(40, size.width - left - 110)
        let most = Double(max(1, bars.map(\.count).max() ?? 1))
        let sum = bars.reduce(0) { $0 + max(0, $1.count) }
        let height = row * Double(max(1, bars.count)) + 6
        return Markup { page in
            page.element(
                "svg",
                [
                    "class": size.rawValue,
                    "viewBox": "0 0 \(SVGPath.number(size.width)) \(SVGPath.number(height))",
                    "role": "img", "aria-label": label,
                ]
            ) { page in
                for (index, bar) in bars.enumerated() {
                    let top = Double(index) * row + 4
                    let width = room * Double(max(0, bar.count)) / most
                    page.label(bar.name, left - 8, top + 13, "end", "name")
                    page.block(
                        bar.colour, x: left, y: top, width: max(bar.count > 0 ? 1 : 0, width),
                        height: 17, "\(bar.name) \(bar.count)")
                    page.label(
                        "\(Amounts.count(bar.count)) \u{00B7} \(Amounts.share(bar.count, of: sum))",
                        left + width + 6, top + 13, "start", "name")
                }
            }
        }
    }
}
