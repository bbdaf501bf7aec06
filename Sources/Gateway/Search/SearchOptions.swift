public import TravelModel

/// What a search may leave to its defaults.
public struct SearchOptions: Sendable, Hashable {
    /// Hotels in ``SearchResult``, 1 to 100; a stream is not cut by it.
    public var limit = 25
    /// From start to the last event; held within 200 to 15,000 ms.
    public var timeout: Duration = .milliseconds(3_000)
    /// How old a kept answer may be; zero asks every supplier, `nil` leaves it to the policy.
    public var maxAge: Duration?
    /// Only these suppliers; empty for all.
    public var suppliers: [SupplierID] = []
    /// Whether rates that are sold only with another product are shown.
    public var packageRates = false
    /// Whether the client wants it recorded, so that it can be explained; changes no answer.
    public var isExplained = false

    /// The product's defaults.
    public init() {}

    var faults: [SearchRequestFault] {
        var faults: [SearchRequestFault] = []
        if !SearchLimits.page.contains(limit) {
            let page = SearchLimits.page
            faults.append(.init(.limit, "\(page.lowerBound) to \(page.upperBound), not \(limit)"))
        }
        if let maxAge, maxAge < .zero { faults.append(.init(.maxAge, "not below zero")) }
        if suppliers.count > 64 {
            faults.append(.init(.suppliers, "at most 64, not \(suppliers.count)"))
        }
        return faults
    }

    /// With the timeout moved into its bounds and the suppliers in a fixed order, each once.
    var clamped: SearchOptions {
        var options = self
        let bounds = SearchLimits.timeout
        options.timeout = min(max(timeout, bounds.lowerBound), bounds.upperBound)
        options.suppliers = suppliers.sorted().reduce(into: []) { kept, next in
            if kept.last != next { kept.append(next) }
        }
        return options
    }
}
