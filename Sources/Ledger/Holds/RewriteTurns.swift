import Gateway
import Synchronization

/// Decides after which erasures the ledger's file is written anew.
///
/// Once a day at most: holds wait meanwhile, and what is left over until then is sealed.
final class RewriteTurns: Sendable {
    static let interval: Duration = .seconds(86_400)

    private struct State {
        var isOwed = false
        var next: StampedTime?
    }

    // A lock: held to note an erasure or to take a turn; nothing is called under it.
    private let state = Mutex(State())

    /// Notes what a sweep did; `true` when the file is to be written anew now.
    ///
    /// The last batch of a sweep takes the turn for all of them.
    func take(erased: Bool, mayBeMore: Bool, at now: StampedTime) -> Bool {
        state.withLock { state in
            state.isOwed = state.isOwed || erased
            guard state.isOwed, !mayBeMore, state.next?.hasCome(at: now) != false else {
                return false
            }
            state.isOwed = false
            state.next = now.advanced(by: Self.interval)
            return true
        }
    }
}
