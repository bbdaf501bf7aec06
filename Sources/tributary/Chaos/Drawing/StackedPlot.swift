/// How many of each kind there were over time, one on top of the other.
struct StackedPlot: Sendable {
    struct Layer: Sendable {
        var name: String
        var colour: PlotColour
        /// One value for each bin.
        var values: [Double]
        /// What the label says besides the name.
        var note: String
    }

    /// What it shows, for those who cannot see it.
    var label: String
    /// The unit of the values.
    var unit: String
    var time: PlotTime
    /// The ends of the bins in seconds; one more than there are values.
    var edges: [Double]
    /// From the bottom upwards.
    var layers: [Layer]

    func draw(_ size: PlotSize) -> Markup {
        let count = max(0, edges.count - 1)
        var sums = [[Double](repeating: 0, count: count)]
        for layer in layers {
            let below = sums.last ?? []
            sums.append(
                below.indices.map { index in
                    let value = index < layer.values.count ? layer.values[index] : 0
                    return below[index] + (value.isFinite ? min(max(0, value), 1e12) : 0)
                })
        }
        let most = sums.last?.max() ?? 0
        let frame = PlotFrame(
            size, height: size == .wide ? 230 : 200, left: 40, right: size == .wide ? 150 : 12,
            x: (0, time.seconds), y: (0, most))
        return frame.svg(label) { page in
            frame.outages(time, &page)
            frame.levels(PlotTicks.round(0, frame.y.high, most: 4), title: unit, &page) {
                Amounts.mark($0)
            }
            let places = edges.map { frame.x.place($0) ?? frame.x.start }
            for (index, layer) in layers.enumerated() {
                let upper = sums[index + 1].map { frame.y.place($0) ?? frame.bottom }
                let lower = sums[index].map { frame.y.place($0) ?? frame.bottom }
                let path = SVGPath.steps(edges: places, upper: upper, lower: lower)
                guard !path.isEmpty else { continue }
                page.element("path", ["class": "area \(layer.colour.style)", "d": path]) {
                    $0.element("title", text: "\(layer.name) \(layer.note)")
                }
            }
            frame.time(time, &page)
            if size == .wide { names(frame, &page) }
        }
    }

    /// Beside the plot, each about where its layer is in the whole.
    private func names(_ frame: PlotFrame, _ page: inout Markup) {
        let totals = layers.map { $0.values.filter(\.isFinite).reduce(0, +) }
        let sum = totals.reduce(0, +)
        guard sum > 0, sum.isFinite else { return }
        var below = 0.0
        let wanted = totals.map { total in
            defer { below += total }
            return frame.bottom - (frame.bottom - frame.top) * (below + total / 2) / sum
        }
        // From the top downwards, as places on a drawing grow.
        let places = LabelPlaces.spread(
            wanted.reversed(), gap: 16, from: frame.top + 6, to: frame.bottom - 4)
        for (layer, place) in zip(layers.reversed(), places) {
            page.block(
                layer.colour, x: frame.x.end + 10, y: place - 5, width: 10, height: 10,
                layer.name)
            page.label(
                "\(layer.name) \(layer.note)", frame.x.end + 26, place + 4, "start", "name")
        }
    }

    /// The names again for widths that have no room beside the plot.
    var legend: [PlotLegend.Entry] {
        layers.map { .init(name: "\($0.name) \($0.note)", colour: $0.colour) }
    }
}

/// Colours and their names below a drawing.
enum PlotLegend {
    struct Entry: Sendable {
        var name: String
        var colour: PlotColour
    }

    static func draw(_ entries: [Entry], _ style: String) -> Markup {
        Markup { page in
            page.element("ul", ["class": style]) { page in
                for entry in entries {
                    page.element("li") { page in
                        page.element("i", ["class": entry.colour.style]) { _ in }
                        page.write(entry.name)
                    }
                }
            }
        }
    }
}
