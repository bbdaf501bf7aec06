/// Names one scheduled timer of one loop; stays harmless after the timer fired or was cancelled.
public struct TimerToken: Hashable, Sendable {
    let slot: UInt32
    let generation: UInt32
}

/// Timers ordered by deadline, then by the order of scheduling, with removal at once.
///
/// A binary heap of slots that know their place in it: a cancelled timer leaves nothing behind,
/// so memory follows the timers that are really pending.
struct TimerQueue<Action> {
    private struct Slot {
        var generation: UInt32 = 0
        var deadline = MonotonicInstant.distantFuture
        var sequence: UInt64 = 0
        var place = -1
        var action: Action?
    }

    private var slots: [Slot] = []
    private var free: [UInt32] = []
    private var heap: [UInt32] = []
    private var nextSequence: UInt64 = 0

    /// How many timers are pending.
    var count: Int { heap.count }

    /// The deadline of the timer that is due first.
    var earliest: MonotonicInstant? { heap.first.map { slots[Int($0)].deadline } }

    mutating func schedule(at deadline: MonotonicInstant, _ action: Action) -> TimerToken {
        let index: UInt32
        if let reused = free.popLast() {
            index = reused
        } else {
            index = UInt32(truncatingIfNeeded: slots.count)
            slots.append(Slot())
        }
        slots[Int(index)].deadline = deadline
        slots[Int(index)].sequence = nextSequence
        slots[Int(index)].action = action
        nextSequence &+= 1
        heap.append(index)
        slots[Int(index)].place = heap.count - 1
        siftUp(from: heap.count - 1)
        return TimerToken(slot: index, generation: slots[Int(index)].generation)
    }

    /// Removes the timer; false if it already fired or was cancelled.
    mutating func cancel(_ token: TimerToken) -> Bool {
        let index = Int(token.slot)
        guard index < slots.count, slots[index].generation == token.generation,
            slots[index].place >= 0
        else { return false }
        _ = remove(at: slots[index].place)
        return true
    }

    /// Takes the first timer whose deadline is not later than `now`.
    mutating func popDue(at now: MonotonicInstant) -> Action? {
        guard let earliest, earliest <= now else { return nil }
        return remove(at: 0)
    }

    /// Takes every timer, in order.
    mutating func removeAll() -> [Action] {
        var actions: [Action] = []
        while !heap.isEmpty {
            if let action = remove(at: 0) { actions.append(action) }
        }
        return actions
    }

    private mutating func remove(at place: Int) -> Action? {
        let index = heap[place]
        let last = heap.count - 1
        if place != last { swapPlaces(place, last) }
        heap.removeLast()
        if place < heap.count {
            siftUp(from: place)
            siftDown(from: place)
        }
        let action = slots[Int(index)].action
        slots[Int(index)].action = nil
        slots[Int(index)].place = -1
        slots[Int(index)].generation &+= 1
        free.append(index)
        return action
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        let first = Int(heap[left])
        let second = Int(heap[right])
        if slots[first].deadline != slots[second].deadline {
            return slots[first].deadline < slots[second].deadline
        }
        return slots[first].sequence < slots[second].sequence
    }

    private mutating func swapPlaces(_ left: Int, _ right: Int) {
        heap.swapAt(left, right)
        slots[Int(heap[left])].place = left
        slots[Int(heap[right])].place = right
    }

    private mutating func siftUp(from start: Int) {
        var place = start
        while place > 0 {
            let parent = (place - 1) / 2
            guard isBefore(place, parent) else { return }
            swapPlaces(place, parent)
            place = parent
        }
    }

    private mutating func siftDown(from start: Int) {
        var place = start
        while true {
            var first = place
            for child in [2 * place + 1, 2 * place + 2]
            where child < heap.count && isBefore(child, first) {
                first = child
            }
            guard first != place else { return }
            swapPlaces(place, first)
            place = first
        }
    }
}
