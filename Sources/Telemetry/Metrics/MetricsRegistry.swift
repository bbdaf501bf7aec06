internal import Synchronization

/// Why a metric could not be declared; every one is a mistake in the program, found at start.
public enum MetricFault: Error, Equatable, Sendable {
    /// The name or a label's name breaks the Prometheus rules, or a label is called `le`.
    case badName(String)
    /// Another family has this name.
    case nameTaken(String)
    /// Histogram bounds must be at least one and rise.
    case badBounds(String)
}

/// The process's metrics, declared once at start and shown as one page.
///
/// Safe from any thread.
public final class MetricsRegistry: Sendable {
    /// The type of `page()`, for an HTTP answer.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private let seriesCap: Int
    // A lock: taken to declare a family or to copy the list, with no other lock taken inside.
    private let families = Mutex<[String: any ExposedFamily]>([:])

    /// Creates an empty registry.
    ///
    /// - Parameter seriesCap: the most series a family may have beside its overflow series.
    public init(seriesCap: Int = 1_000) {
        self.seriesCap = max(1, seriesCap)
    }

    /// Declares counters; by custom the name ends in `_total`.
    public func counters(
        _ name: StaticString, help: StaticString, by dimensions: [Dimension] = []
    ) throws(MetricFault) -> MetricFamily<Counter> {
        try declare(name, help, .counter, dimensions, make: Counter.init) {
            $0.expose(to: &$1, $2, $3)
        }
    }

    /// Declares gauges.
    public func gauges(
        _ name: StaticString, help: StaticString, by dimensions: [Dimension] = []
    ) throws(MetricFault) -> MetricFamily<Gauge> {
        try declare(name, help, .gauge, dimensions, make: Gauge.init) {
            $0.expose(to: &$1, $2, $3)
        }
    }

    /// Declares histograms of durations; by custom the name ends in `_seconds`.
    public func histograms(
        _ name: StaticString, help: StaticString, by dimensions: [Dimension] = [],
        bounds: [Duration]
    ) throws(MetricFault) -> MetricFamily<Histogram> {
        try histograms(name, help, dimensions, bounds.map(\.wholeNanoseconds), .seconds)
    }

    /// Declares histograms of whole numbers, such as bytes.
    public func histograms(
        _ name: StaticString, help: StaticString, by dimensions: [Dimension] = [],
        bounds: [Int]
    ) throws(MetricFault) -> MetricFamily<Histogram> {
        try histograms(name, help, dimensions, bounds, .count)
    }

    /// Every metric in the Prometheus text format 0.0.4, families and series in a fixed order.
    public func page() -> [UInt8] {
        let families = families.withLock { Array($0.values) }
        var page = ExpositionPage()
        for family in families.sorted(by: { $0.name < $1.name }) { family.expose(to: &page) }
        return page.bytes
    }

    private func histograms(
        _ name: StaticString, _ help: StaticString, _ dimensions: [Dimension], _ bounds: [Int],
        _ unit: HistogramUnit
    ) throws(MetricFault) -> MetricFamily<Histogram> {
        guard !bounds.isEmpty, zip(bounds, bounds.dropFirst()).allSatisfy(<) else {
            throw .badBounds(name.description)
        }
        return try declare(
            name, help, .histogram, dimensions, make: { Histogram(bounds: bounds, unit: unit) },
            write: { $0.expose(to: &$1, $2, $3) })
    }

    private func declare<Series>(
        _ name: StaticString, _ help: StaticString, _ kind: MetricKind,
        _ dimensions: [Dimension], make: @escaping @Sendable () -> Series,
        write: @escaping MetricFamily<Series>.Writer
    ) throws(MetricFault) -> MetricFamily<Series> {
        let text = name.description
        for name in [text] + dimensions.map(\.name) where !Self.isWellFormed(name) {
            throw .badName(name)
        }
        let family = MetricFamily(
            name: text, help: help.description, kind: kind, dimensions: dimensions,
            seriesCap: seriesCap, make: make, write: write)
        let added = families.withLock { families in
            guard families[text] == nil else { return false }
            families[text] = family
            return true
        }
        guard added else { throw .nameTaken(text) }
        return family
    }

    /// `[a-zA-Z_][a-zA-Z0-9_]*`, not reserved: `le` belongs to histograms, `__` to Prometheus.
    private static func isWellFormed(_ name: String) -> Bool {
        guard name != "le", !name.hasPrefix("__"), let first = name.utf8.first else {
            return false
        }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return !digits.contains(first)
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || digits.contains(byte) || byte == UInt8(ascii: "_")
            }
    }
}
