internal import Synchronization

/// A level that rises and falls.
public final class Gauge: Sendable {
    // Relaxed is enough: the value stands alone and orders nothing else.
    private let level = Atomic<Int>(0)

    init() {}

    /// Replaces the level.
    public func set(_ value: Int) { level.store(value, ordering: .relaxed) }

    /// Raises the level, or lowers it by a negative amount; wraps instead of trapping.
    public func add(_ amount: Int) { level.wrappingAdd(amount, ordering: .relaxed) }

    /// The level now.
    public var value: Int { level.load(ordering: .relaxed) }

    func expose(to page: inout ExpositionPage, _ name: String, _ labels: [(String, String)]) {
        page.sample(name, labels, "\(value)")
    }
}
