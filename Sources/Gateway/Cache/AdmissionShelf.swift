/// Values by key within a bound of bytes, where what is asked for often stays whatever passes by.
///
/// Pure. A new value stands in a small window, the last to be found going last; what leaves the window
/// comes into the main part only if it was asked for more often than what would have to go for it
/// (W-TinyLFU: Einziger, Friedman, Manes 2017). A scan of things that are asked for once flows through
/// the window and touches nothing else.
///
/// Invariants:
/// 1. The bytes of all values never pass the capacity.
/// 2. Each value is in exactly one of the two orders, which end in the one that was found last.
struct AdmissionShelf<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Node: Sendable {
        let key: Key
        let hash: UInt64
        var value: Value
        var bytes: Int
        var isMain = false
        /// Towards the one that was found longest ago.
        var before: Int?
        var after: Int?
    }

    private struct Order: Sendable {
        var first: Int?
        var last: Int?
        var bytes = 0
    }

    let capacity: Int
    private let windowCapacity: Int
    private var nodes: [Node?] = []
    private var free: [Int] = []
    private var places: [Key: Int] = [:]
    private var window = Order()
    private var main = Order()
    private var sketch: FrequencySketch

    /// `typical` is the bytes most values have; it only decides how finely is counted.
    init(capacity: Int, typical: Int) {
        self.capacity = max(1, capacity)
        windowCapacity = self.capacity / 50
        sketch = FrequencySketch(things: self.capacity / max(1, typical))
    }

    /// All values together.
    var bytes: Int { window.bytes + main.bytes }

    var count: Int { places.count }

    /// Finds a value for somebody who asks; asking counts whether there is one or not.
    mutating func find(_ key: Key, _ hash: UInt64) -> Value? {
        sketch.note(hash)
        guard let place = places[key], let node = nodes[place] else { return nil }
        detach(place)
        attach(place, toMain: node.isMain)
        return node.value
    }

    /// Looks without asking.
    func peek(_ key: Key) -> Value? { places[key].flatMap { nodes[$0]?.value } }

    /// Changes a value in its place; its bytes stay the same.
    mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
        guard let place = places[key], var value = nodes[place]?.value else { return }
        change(&value)
        nodes[place]?.value = value
    }

    /// Takes a value away.
    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        detach(place)
        defer {
            nodes[place] = nil
            free.append(place)
        }
        return nodes[place]?.value
    }

    /// Puts a value in the place of an earlier one, or in the window; gives back what had to go, which
    /// may be the new one.
    ///
    /// `isSpent` values go before all others.
    mutating func put(
        _ key: Key, _ hash: UInt64, _ value: Value, bytes: Int, isSpent: (Value) -> Bool
    ) -> [(Key, Value)] {
        let bytes = max(1, bytes)
        var gone: [(Key, Value)] = []
        guard bytes <= capacity else {
            if let old = remove(key) { gone.append((key, old)) }
            return gone + [(key, value)]
        }
        if let place = places[key], let isMain = nodes[place]?.isMain {
            detach(place)
            nodes[place]?.value = value
            nodes[place]?.bytes = bytes
            attach(place, toMain: isMain)
        } else {
            let node = Node(key: key, hash: hash, value: value, bytes: bytes)
            let place = free.popLast() ?? nodes.count
            if place < nodes.count { nodes[place] = node } else { nodes.append(node) }
            places[key] = place
            attach(place, toMain: false)
        }
        settle(isSpent, &gone)
        return gone
    }

    private mutating func settle(_ isSpent: (Value) -> Bool, _ gone: inout [(Key, Value)]) {
        while window.bytes > windowCapacity, let place = window.first {
            detach(place)
            attach(place, toMain: true)
            admit(place, isSpent, &gone)
        }
        // A value that grew in its place.
        while bytes > capacity, let place = main.first ?? window.first { drop(place, &gone) }
    }

    /// Makes room for what came from the window, or drops it.
    private mutating func admit(
        _ candidate: Int, _ isSpent: (Value) -> Bool, _ gone: inout [(Key, Value)]
    ) {
        guard let newcomer = nodes[candidate] else { return }
        let count = sketch.count(newcomer.hash)
        while bytes > capacity, let place = main.first, let victim = nodes[place] {
            let goes =
                place != candidate && (isSpent(victim.value) || sketch.count(victim.hash) < count)
            guard goes else { return drop(candidate, &gone) }
            drop(place, &gone)
        }
    }

    private mutating func drop(_ place: Int, _ gone: inout [(Key, Value)]) {
        guard let key = nodes[place]?.key, let value = remove(key) else { return }
        gone.append((key, value))
    }

    private mutating func attach(_ place: Int, toMain: Bool) {
        var order = toMain ? main : window
        nodes[place]?.isMain = toMain
        nodes[place]?.before = order.last
        nodes[place]?.after = nil
        if let last = order.last { nodes[last]?.after = place } else { order.first = place }
        order.last = place
        order.bytes += nodes[place]?.bytes ?? 0
        if toMain { main = order } else { window = order }
    }

    private mutating func detach(_ place: Int) {
        guard let node = nodes[place] else { return }
        var order = node.isMain ? main : window
        if let before = node.before {
            nodes[before]?.after = node.after
        } else {
            order.first = node.after
        }
        if let after = node.after {
            nodes[after]?.before = node.before
        } else {
            order.last = node.before
        }
        order.bytes -= node.bytes
        if node.isMain { main = order } else { window = order }
    }
}
