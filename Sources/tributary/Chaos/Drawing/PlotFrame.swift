/// The widths a drawing is made for; the page shows the one that fits.
enum PlotSize: String, Sendable, CaseIterable {
    /// A desk's screen.
    case wide
    /// A telephone, or a narrow window.
    case narrow
    /// One of several side by side.
    case small

    /// In pixels at the size texts are meant to be read.
    var width: Double {
        switch self {
        case .wide: 960
        case .narrow: 360
        case .small: 310
        }
    }
}

/// What all plots over the time of a run share.
struct PlotTime: Sendable {
    /// Something that happened to the gateway, in seconds since the start.
    struct Mark: Sendable, Equatable {
        var from: Double
        var until: Double
        var label: String
    }

    /// The length of the load.
    var seconds: Double
    var marks: [Mark] = []
}

/// The axes of a drawing and the room inside them.
struct PlotFrame: Sendable {
    /// Above the plot: a line for the axis' title and one for marks.
    private static let top = 36.0
    private static let bottom = 24.0

    let size: PlotSize
    let height: Double
    let x: PlotScale
    let y: PlotScale

    /// `left` and `right` are margins; `y` runs from the bottom upwards.
    init(
        _ size: PlotSize, height: Double, left: Double, right: Double,
        x: (low: Double, high: Double), y: (low: Double, high: Double),
        spread: PlotScale.Spread = .linear
    ) {
        self.size = size
        self.height = height
        self.x = PlotScale(x.low, x.high, to: left, size.width - right)
        self.y = PlotScale(
            y.low, y.high, to: height - Self.bottom, Self.top, spread: spread)
    }

    var top: Double { y.end }
    var bottom: Double { y.start }

    /// The whole drawing; `label` is what it shows, for those who cannot see it.
    func svg(_ label: String, _ content: (inout Markup) -> Void) -> Markup {
        Markup { page in
            page.element(
                "svg",
                [
                    "class": size.rawValue,
                    "viewBox": "0 0 \(SVGPath.number(size.width)) \(SVGPath.number(height))",
                    "role": "img", "aria-label": label,
                ], content)
        }
    }

    /// Horizontal lines with their values, and the title of the axis above it.
    func levels(
        _ ticks: [Double], title: String, _ page: inout Markup, label: (Double) -> String
    ) {
        for tick in ticks {
            guard let place = y.place(tick) else { continue }
            page.line(x.start, place, x.end, place, "grid")
            page.label(label(tick), x.start - 6, place + 4, "end")
        }
        page.label(title, size == .small ? 0 : 2, 12, "start")
    }

    /// The time without service, to be drawn below everything else.
    func outages(_ time: PlotTime, _ page: inout Markup) {
        for mark in time.marks {
            guard let from = x.place(mark.from), let until = x.place(mark.until) else { continue }
            page.empty(
                "rect",
                [
                    "class": "outage", "x": SVGPath.number(from), "y": SVGPath.number(top),
                    "width": SVGPath.number(max(0, until - from)),
                    "height": SVGPath.number(bottom - top),
                ])
        }
    }

    /// Seconds or minutes below the plot, and the signals to the gateway across and above it.
    func time(_ time: PlotTime, _ page: inout Markup) {
        let isLong = time.seconds > 240
        for tick in PlotTicks.seconds(to: time.seconds, most: size == .wide ? 8 : 4) {
            guard let place = x.place(tick) else { continue }
            page.line(place, bottom, place, bottom + 4, "axis")
            let text = isLong ? Amounts.mark(tick / 60) + " min" : Amounts.mark(tick) + " s"
            page.label(text, place, bottom + 17, "middle")
        }
        page.line(x.start, bottom, x.end, bottom, "axis")
        var free = -Double.infinity
        for mark in time.marks {
            guard let from = x.place(mark.from) else { continue }
            page.line(from, top - 4, from, bottom, "mark")
            // A label that would stand on the one before is left out: the table has them all.
            let half = Double(mark.label.count) * 3.4
            let middle = min(max(from, x.start + half), size.width - half)
            guard middle - half > free else { continue }
            free = middle + half + 6
            page.label(mark.label, middle, top - 8, "middle", "mark-name")
        }
    }
}

extension Markup {
    /// A straight line.
    mutating func line(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String
    ) {
        empty(
            "line",
            [
                "class": style, "x1": SVGPath.number(x1), "y1": SVGPath.number(y1),
                "x2": SVGPath.number(x2), "y2": SVGPath.number(y2),
            ])
    }

    /// A text whose `anchor` (start, middle, end) is at the place.
    mutating func label(
        _ text: String, _ x: Double, _ y: Double, _ anchor: String, _ style: String = "tick"
    ) {
        element(
            "text",
            [
                "class": style, "x": SVGPath.number(x), "y": SVGPath.number(y),
                "text-anchor": anchor,
            ], text: text)
    }

    /// A filled rectangle with a colour of its own and a word on it for whoever points there.
    mutating func block(
        _ colour: PlotColour, x: Double, y: Double, width: Double, height: Double, _ word: String
    ) {
        element(
            "rect",
            [
                "class": "area \(colour.style)", "x": SVGPath.number(x), "y": SVGPath.number(y),
                "width": SVGPath.number(max(0, width)), "height": SVGPath.number(max(0, height)),
            ]
        ) { $0.element("title", text: word) }
    }
}
