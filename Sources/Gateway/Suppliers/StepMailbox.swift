internal import SupplierKit
internal import Synchronization

/// Brings what happens to a step's requests and timers to its driver, one thing at a time.
///
/// A sender of an event is held until the driver has dealt with it: that is the back-pressure on
/// a supplier's body, and it bounds what lies here to one event for each running request, beside the
/// one word that it is going out.
final class StepMailbox: Sendable {
    /// What can happen to a step.
    enum Item: Sendable {
        case event(StepEvent)
        /// A connection stands and the request is going out; no machine is told.
        case sending(RequestTag)
        case deadline
        case cancelled
    }

    /// An item, and the sender that waits for it to be dealt with.
    struct Delivery: Sendable {
        let item: Item
        fileprivate let sender: CheckedContinuation<Void, Never>?

        /// Lets the sender go on; to be called once.
        func acknowledge() { sender?.resume() }
    }

    private struct State {
        var waiting: [Delivery] = []
        var receiver: CheckedContinuation<Delivery, Never>?
        var isClosed = false
    }

    // A lock: each holder makes one transition; continuations are resumed after it is left.
    private let state = Mutex(State())

    /// Delivers an event and returns when the driver has dealt with it, or at once when it ended.
    func send(_ event: StepEvent) async {
        await withCheckedContinuation { sender in
            deliver(Delivery(item: .event(event), sender: sender))
        }
    }

    /// Delivers without waiting: timers, the deadline, cancellation and that a request goes out, each
    /// bounded by its owner.
    func post(_ item: Item) { deliver(Delivery(item: item, sender: nil)) }

    /// The next delivery; one receiver at a time.
    func receive() async -> Delivery {
        await withCheckedContinuation { receiver in
            let ready = state.withLock { state -> Delivery? in
                if !state.waiting.isEmpty { return state.waiting.removeFirst() }
                state.receiver = receiver
                return nil
            }
            if let ready { receiver.resume(returning: ready) }
        }
    }

    /// Lets every sender go, now and later; nothing is delivered any more.
    func close() {
        let left = state.withLock { state -> [Delivery] in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for delivery in left { delivery.acknowledge() }
    }

    private func deliver(_ delivery: Delivery) {
        enum Next {
            case hand(CheckedContinuation<Delivery, Never>)
            case drop, keep
        }
        let next = state.withLock { state -> Next in
            if state.isClosed { return .drop }
            if let receiver = state.receiver {
                state.receiver = nil
                return .hand(receiver)
            }
            state.waiting.append(delivery)
            return .keep
        }
        switch next {
        case .hand(let receiver): receiver.resume(returning: delivery)
        case .drop: delivery.acknowledge()
        case .keep: break
        }
    }
}
