import Synchronization

/// What all clients did and learned so far: for the line on the terminal, and for each other.
final class RunProgress: Sendable {
    /// The clients' records since they were last taken, and what was counted of them.
    private struct State {
        var fresh = History()
        var figures = ProgressFigures()
        var outages = Outages()
    }

    // A lock: clients add what they just did, the watch takes it away; held to append or to copy.
    private let state = Mutex(State())
    // A lock of its own: quotes and holds that anybody may use; held to add or to copy a few.
    private let known = Mutex(CommonKnowledge())

    /// Adds what a client did since it last told.
    func post(_ part: History) {
        state.withLock {
            $0.fresh.merge(part)
            $0.figures.count(part)
        }
        known.withLock { $0.learn(part) }
    }

    /// What was posted since the last call.
    func takeFresh() -> History {
        state.withLock { state in
            defer { state.fresh = History() }
            return state.fresh
        }
    }

    /// Leaves quotes for others.
    func offer(_ quotes: ArraySlice<SeenQuote>) { known.withLock { $0.offer(quotes) } }

    /// What others left.
    var offered: [SeenQuote] { known.withLock { $0.quotes } }

    /// What every life of the gateway must know.
    var common: CommonKnowledge { known.withLock { $0 } }

    func note(_ sample: OperatorSample) {
        state.withLock { $0.figures.pending = sample.unsettled["pending"] }
    }

    /// Notes that an interruption began; its number.
    func interrupted(_ record: InterruptionRecord) -> Int {
        state.withLock {
            $0.outages.records.append(record)
            return $0.outages.records.count - 1
        }
    }

    /// Notes how the interruption of this number ended.
    func resumed(_ number: Int, at back: RunTime?, status: Int32?) {
        state.withLock {
            guard $0.outages.records.indices.contains(number) else { return }
            $0.outages.records[number].back = back
            $0.outages.records[number].status = status
        }
    }

    var outages: Outages { state.withLock { $0.outages } }
    var figures: ProgressFigures { state.withLock { $0.figures } }
}
