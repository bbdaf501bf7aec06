internal import Synchronization

/// All series of one metric name: counters, gauges or histograms, one for each set of label values.
public final class MetricFamily<Series: AnyObject & Sendable>: Sendable {
    typealias Writer =
        @Sendable (Series, inout ExpositionPage, String, [(String, String)]) -> Void

    let name: String
    let help: String
    let kind: MetricKind
    private let dimensions: [Dimension]
    private let seriesCap: Int
    private let make: @Sendable () -> Series
    private let write: Writer
    private let overflow: Series
    // A lock: one look-up or one insertion is done under it and nothing else, and no other lock is
    // taken inside. Busy callers keep the series they got and never come here again.
    private let known = Mutex<[[String]: Series]>([:])

    init(
        name: String, help: String, kind: MetricKind, dimensions: [Dimension], seriesCap: Int,
        make: @escaping @Sendable () -> Series, write: @escaping Writer
    ) {
        self.name = name
        self.help = help
        self.kind = kind
        self.dimensions = dimensions
        self.seriesCap = seriesCap
        self.make = make
        self.write = write
        overflow = make()
    }

    /// The series of these label values, in the order of the declared dimensions.
    ///
    /// A value outside its vocabulary becomes `Dimension.other`. Beyond the registry's cap, and for a
    /// wrong number of values, the answer is the family's overflow series, whose every label is
    /// `Dimension.other`. Keep the series in hot paths: it may be used from any thread for ever.
    public func series(_ values: String...) -> Series {
        guard values.count == dimensions.count else { return overflow }
        let key = zip(dimensions, values).map { $0.admitted($1) }
        return known.withLock { known in
            if let series = known[key] { return series }
            guard known.count < seriesCap else { return overflow }
            let series = isOverflow(key) ? overflow : make()
            known[key] = series
            return series
        }
    }

    private func isOverflow(_ key: [String]) -> Bool {
        !key.isEmpty && key.allSatisfy { $0 == Dimension.other }
    }

    private var overflowKey: [String] { dimensions.map { _ in Dimension.other } }
}

extension MetricFamily: ExposedFamily {
    func expose(to page: inout ExpositionPage) {
        page.header(name, help: help, kind: kind)
        var series = known.withLock { $0 }
        // Shown from the start, so that a first overflow is a rise and not a new series.
        series[overflowKey] = series[overflowKey] ?? overflow
        for (values, member) in series.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let labels = zip(dimensions, values).map { ($0.name, $1) }
            write(member, &page, name, labels)
        }
    }
}

/// A family of any series, as the registry keeps it.
protocol ExposedFamily: AnyObject, Sendable {
    var name: String { get }
    func expose(to page: inout ExpositionPage)
}

enum MetricKind: String, Sendable {
    case counter, gauge, histogram
}
