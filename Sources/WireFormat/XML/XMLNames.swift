/// Names made once a document: libxml2 keeps each distinct text at one address.
final class XMLNames {
    private struct Key: Hashable {
        let local: UnsafePointer<UInt8>?
        let namespace: UnsafePointer<UInt8>?

        /// Spreads neighbouring addresses over the slots.
        var slot: Int {
            let mixed = UInt(bitPattern: local) ^ UInt(bitPattern: namespace) &* 31
            return Int(bitPattern: (mixed >> 3 ^ mixed >> 11) & 255)
        }
    }

    private var numbers: [Key: Int] = [:]
    /// The names met last, one a slot, before the dictionary with its costly hash is asked.
    private var recent: [(key: Key, number: Int)?] = Array(repeating: nil, count: 256)
    /// Every name met so far; its place is its number.
    private(set) var all: [XMLName] = []

    /// The name with a number that `number(local:namespace:)` has given.
    subscript(number: Int) -> XMLName { all[number] }

    /// The number of the name made of two texts of libxml2's dictionary.
    func number(local: UnsafePointer<UInt8>?, namespace: UnsafePointer<UInt8>?) -> Int {
        let key = Key(local: local, namespace: namespace)
        let slot = key.slot
        if let met = recent[slot], met.key == key { return met.number }
        let number = numbers[key] ?? add(key)
        recent[slot] = (key, number)
        return number
    }

    private func add(_ key: Key) -> Int {
        let name = XMLName(
            key.local.map { String(cString: $0) } ?? "",
            namespace: key.namespace.map { String(cString: $0) })
        let number = all.count
        all.append(name)
        numbers[key] = number
        return number
    }
}
