/// Durations of one kind, by rank.
struct Quantiles: Sendable, Equatable {
    let count: Int
    let p50: Double
    let p95: Double
    let p99: Double
    let most: Double

    /// By nearest rank; all zero of nothing.
    init(_ values: [Double]) {
        let sorted = values.sorted()
        func rank(_ share: Double) -> Double {
            guard !sorted.isEmpty else { return 0 }
            let index = Int((share * Double(sorted.count)).rounded(.up)) - 1
            return sorted[min(max(0, index), sorted.count - 1)]
        }
        count = sorted.count
        (p50, p95, p99, most) = (rank(0.5), rank(0.95), rank(0.99), rank(1))
    }
}
