import Testing

@testable import tributary

@Suite("Drawings of a report: whatever is measured, something sensible is drawn")
struct DrawingTests {
    private static let odd: [Double] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0, -1,
        1e-300, 1e300,
    ]

    @Test("A scale puts values in proportion, and what is beyond its domain at its end")
    func scale() {
        let scale = PlotScale(0, 10, to: 100, 300)
        #expect(scale.place(0) == 100)
        #expect(scale.place(5) == 200)
        #expect(scale.place(-3) == 100)
        #expect(scale.place(.infinity) == 300)
        #expect(scale.place(.nan) == nil)
        let turned = PlotScale(0, 4, to: 200, 0)
        #expect(turned.place(1) == 150)
        let powers = PlotScale(1, 1000, to: 0, 300, spread: .logarithmic)
        #expect(powers.place(10).map { $0.rounded() } == 100)
        #expect(powers.place(0) == 0)
    }

    @Test("No domain and no value leads off the drawing", arguments: Self.odd, Self.odd)
    func oddScales(_ low: Double, _ high: Double) {
        for spread in [PlotScale.Spread.linear, .logarithmic] {
            let scale = PlotScale(low, high, to: 10, 20, spread: spread)
            #expect(scale.low < scale.high)
            for value in Self.odd where !value.isNaN {
                let place = scale.place(value)
                #expect(place.map { (10...20).contains($0) } == true, "\(value)")
            }
        }
    }

    @Test(
        "Ticks are multiples of 1, 2 or 5",
        arguments: [
            (0, 10, 5, [0, 2, 4, 6, 8, 10]), (0, 1, 4, [0, 0.5, 1]),
            (-3, 3, 6, [-3, -2, -1, 0, 1, 2, 3]),
            (0, 87, 4, [0, 50]), (0, 0, 4, []), (5, 1, 4, []), (.nan, 1, 4, []),
            (0, .infinity, 4, []),
            (0, 9, 0, []),
        ] as [(Double, Double, Int, [Double])])
    func ticks(_ low: Double, _ high: Double, _ most: Int, _ expected: [Double]) {
        #expect(PlotTicks.round(low, high, most: most) == expected)
    }

    @Test(
        "There are never more ticks than fit, and each is in the domain", arguments: Self.odd,
        Self.odd)
    func oddTicks(_ low: Double, _ high: Double) {
        let ticks = PlotTicks.round(low, high, most: 5)
        #expect(ticks.count <= 7)
        #expect(ticks.allSatisfy { $0.isFinite })
        #expect(Set(ticks).count == ticks.count)
        #expect(PlotTicks.seconds(to: high, most: 5).count <= 7)
        #expect(PlotTicks.powers(low, high).count <= 620)
    }

    @Test(
        "Time is marked as people count it",
        arguments: [
            (60, 8, [0, 10, 20, 30, 40, 50, 60]), (3, 8, [0, 1, 2, 3]),
            (600, 8, [0, 120, 240, 360, 480, 600]), (3600, 4, [0, 900, 1800, 2700, 3600]),
            (0, 8, []),
        ] as [(Double, Int, [Double])])
    func seconds(_ high: Double, _ most: Int, _ expected: [Double]) {
        #expect(PlotTicks.seconds(to: high, most: most) == expected)
    }

    @Test("Powers of ten, and none where there is no positive domain")
    func powers() {
        #expect(PlotTicks.powers(1, 1000) == [1, 10, 100, 1000])
        #expect(PlotTicks.powers(2, 9) == [])
        #expect(PlotTicks.powers(0, 10) == [])
    }

    @Test(
        "A line has gaps where nothing was measured, and a dot for a point alone",
        arguments: [
            ([], ""), ([1], "M0 1h0"), ([1, 2], "M0 1L1 2"), ([nil, nil], ""),
            ([1, nil, 2], "M0 1h0M2 2h0"), ([1, 2, .nan, 3, 4], "M0 1L1 2M3 3L4 4"),
            ([.infinity, 1], "M1 1h0"), ([1e300, 1.25], "M0 1000000L1 1.3"),
        ] as [([Double?], String)])
    func lines(_ values: [Double?], _ expected: String) {
        let points = values.enumerated().map { PlotPoint(Double($0), $1) }
        #expect(SVGPath.line(points) == expected)
    }

    @Test("A band goes along its upper side and back along its lower one")
    func bands() {
        #expect(
            SVGPath.steps(edges: [0, 10, 20], upper: [5, 3], lower: [9, 8])
                == "M0 5H10V3H20V8H10V9H0Z")
        #expect(SVGPath.steps(edges: [], upper: [], lower: []) == "")
        #expect(SVGPath.steps(edges: [0, 1], upper: [2], lower: [2]) == "")
        #expect(SVGPath.steps(edges: [0, 1], upper: [.nan], lower: [2]) == "")
        #expect(SVGPath.steps(edges: [0], upper: [1], lower: [2]) == "")
    }

    @Test("Labels keep their order and their distance, and stay inside where they fit")
    func labels() {
        #expect(LabelPlaces.spread([10, 50], gap: 10, from: 0, to: 100) == [10, 50])
        #expect(LabelPlaces.spread([50, 50, 50], gap: 10, from: 0, to: 100) == [50, 60, 70])
        #expect(LabelPlaces.spread([98, 99], gap: 10, from: 0, to: 100) == [90, 100])
        #expect(LabelPlaces.spread([0, 0, 0], gap: 10, from: 5, to: 15) == [5, 15, 25])
        #expect(LabelPlaces.spread([.nan], gap: 10, from: 5, to: 15) == [5])
        #expect(LabelPlaces.spread([], gap: 10, from: 5, to: 15) == [])
    }

    @Test("Figures read well")
    func amounts() {
        #expect(Amounts.count(1_234_567) == "1,234,567")
        #expect(Amounts.count(-999) == "\u{2212}999")
        #expect(Amounts.milliseconds(0.44) == "0.4 ms")
        #expect(Amounts.milliseconds(999) == "999 ms")
        #expect(Amounts.milliseconds(1250) == "1.25 s")
        #expect(Amounts.milliseconds(10_000) == "10 s")
        #expect(Amounts.milliseconds(.nan) == "\u{2013}")
        #expect(Amounts.share(1, of: 1000) == "<1 %")
        #expect(Amounts.share(999, of: 1000) == ">99 %")
        #expect(Amounts.share(0, of: 0) == "\u{2013}")
        #expect(Amounts.mark(0.05) == "0.05")
        #expect(Amounts.mark(1e300) == "\u{2013}")
    }

    // MARK: - Whole drawings

    @Test("Lateness beyond the last bar is counted in it, and nothing is lost")
    func lateness() {
        let plot = LatenessPlot(
            label: "", values: [0, 4.9, 5, 59, 60, 1e9, .infinity, .nan], limit: 60)
        let bars = plot.bars
        #expect(bars.count == 49)
        #expect(bars[0] == 2 && bars[1] == 1 && bars[11] == 1 && bars[12] == 1)
        #expect(bars.last == 2)
        #expect(plot.draw(.wide).text.contains("c-bad"))
        let timely = LatenessPlot(label: "", values: [0, 59.9], limit: 60)
        #expect(!timely.draw(.wide).text.contains("c-bad"))
    }

    @Test("The scale of durations spans all of them between round marks, from 1 ms on")
    func latencyRange() {
        let moments = [
            LatencyPlot.Moment(second: 1, p50: 12, p95: 340, p99: 4000),
            LatencyPlot.Moment(second: 2),
        ]
        let range = LatencyPlot.range(moments)
        #expect(range.low == 10 && range.high == 5000)
        let quick = LatencyPlot.range([.init(second: 1, p50: 0.02, p95: 0.5, p99: 0.9)])
        #expect(quick.low == 1 && quick.high == 2)
        let nothing = LatencyPlot.range([.init(second: 1, p50: .nan, p95: 0)])
        #expect(nothing.low == 1 && nothing.high == 1000)
    }

    @Test(
        "Every drawing is made of nothing, of one value and of odd ones",
        arguments: PlotSize.allCases)
    func oddDrawings(_ size: PlotSize) {
        let time = PlotTime(
            seconds: 0, marks: [.init(from: .nan, until: .infinity, label: "SIGKILL")])
        for values in [[], [1], Self.odd] as [[Double]] {
            let stacked = StackedPlot(
                label: "l", unit: "u", time: time,
                edges: (0...values.count).map(Double.init),
                layers: [.init(name: "n", colour: .good, values: values, note: "")])
            let latency = LatencyPlot(
                label: "l", title: "t", time: time, range: (.nan, .infinity),
                moments: values.map { .init(second: $0, p50: $0, p95: $0, p99: $0) })
            let drawings = [
                stacked.draw(size), latency.draw(size),
                LatenessPlot(label: "l", values: values, limit: 60).draw(size),
                StatePlot(
                    label: "l", time: time,
                    rows: [
                        .init(
                            name: "r",
                            stretches: values.map { .init(from: $0, until: $0, state: "open") })
                    ]
                ).draw(size),
                BarPlot(
                    label: "l", bars: values.map { _ in .init(name: "b", colour: .bad, count: 0) }
                )
                .draw(size),
            ]
            for drawing in drawings {
                #expect(drawing.text.hasPrefix("<svg") && drawing.text.hasSuffix("</svg>"))
                #expect(!drawing.text.contains("nan") && !drawing.text.contains("inf\""))
            }
        }
    }

    @Test("Names that would stand on each other are left out, their lines are not")
    func marks() {
        let time = PlotTime(
            seconds: 60,
            marks: (0..<20).map { .init(from: Double($0), until: Double($0), label: "SIGSTOP") })
        let text = StackedPlot(label: "", unit: "", time: time, edges: [0, 60], layers: [])
            .draw(.narrow).text
        #expect(text.components(of: "class=\"mark\"") == 20)
        #expect((1..<5).contains(text.components(of: ">SIGSTOP<")))
    }
}

extension String {
    /// How often a part occurs.
    func components(of part: String) -> Int { ranges(of: part).count }
}
