internal import Synchronization

/// A number of events that only grows.
public final class Counter: Sendable {
    // Relaxed is enough: the value stands alone and orders nothing else.
    private let total = Atomic<Int>(0)

    init() {}

    /// Counts `amount` more events; a negative amount counts nothing.
    public func add(_ amount: Int = 1) {
        guard amount > 0 else { return }
        total.wrappingAdd(amount, ordering: .relaxed)
    }

    /// Events counted so far.
    public var value: Int { total.load(ordering: .relaxed) }

    func expose(to page: inout ExpositionPage, _ name: String, _ labels: [(String, String)]) {
        page.sample(name, labels, "\(value)")
    }
}
