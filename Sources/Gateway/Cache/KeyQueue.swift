/// First in, first out, without moving the rest at each removal.
struct KeyQueue<Key: Sendable>: Sendable {
    private var keys: [Key] = []
    private var head = 0

    var count: Int { keys.count - head }

    var first: Key? { head < keys.count ? keys[head] : nil }

    mutating func append(_ key: Key) { keys.append(key) }

    mutating func popFirst() -> Key? {
        guard head < keys.count else { return nil }
        let key = keys[head]
        head += 1
        if head > 1024, head * 2 > keys.count {
            keys.removeFirst(head)
            head = 0
        }
        return key
    }

    func forEach(_ body: (Key) -> Void) {
        for key in keys[head...] { body(key) }
    }
}
