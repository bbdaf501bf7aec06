import Synchronization

/// What all clients did so far, for the line on the terminal.
final class RunProgress: Sendable {
    private let searchCount = Atomic<Int>(0)
    private let holdCount = Atomic<Int>(0)
    private let grantCount = Atomic<Int>(0)
    private let brokenCount = Atomic<Int>(0)
    // A lock: quotes that any client may take; held to add or to copy a few.
    private let shared = Mutex<[SeenQuote]>([])

    func note(_ exchange: Exchange) {
        switch exchange.kind {
        case .ndjson, .serverSent, .json: searchCount.wrappingAdd(1, ordering: .relaxed)
        case .hold:
            holdCount.wrappingAdd(1, ordering: .relaxed)
            if exchange.status == 201 { grantCount.wrappingAdd(1, ordering: .relaxed) }
        default: break
        }
        if case .broken = exchange.end { brokenCount.wrappingAdd(1, ordering: .relaxed) }
    }

    /// Leaves quotes for others; the oldest of 64 make room.
    func offer(_ quotes: ArraySlice<SeenQuote>) {
        shared.withLock {
            $0 += quotes
            if $0.count > 64 { $0.removeFirst($0.count - 64) }
        }
    }

    /// What others left.
    var offered: [SeenQuote] { shared.withLock { $0 } }

    var searches: Int { searchCount.load(ordering: .relaxed) }
    var holds: Int { holdCount.load(ordering: .relaxed) }
    var granted: Int { grantCount.load(ordering: .relaxed) }
    var broken: Int { brokenCount.load(ordering: .relaxed) }
}
