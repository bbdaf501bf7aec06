/// Names made once a document: libxml2 keeps each distinct name at one address.
final class XMLNames {
    private struct Key: Hashable {
        let local: UnsafePointer<UInt8>?
        let namespace: UnsafePointer<UInt8>?
    }

    private var numbers: [Key: Int] = [:]
    /// Every name met so far; its place is its number.
    private(set) var all: [XMLName] = []

    /// The number of the name made of two texts of libxml2's dictionary.
    func number(local: UnsafePointer<UInt8>?, namespace: UnsafePointer<UInt8>?) -> Int {
        let key = Key(local: local, namespace: namespace)
        if let number = numbers[key] { return number }
        let name = XMLName(
            local.map { String(cString: $0) } ?? "",
            namespace: namespace.map { String(cString: $0) })
        let number = all.count
        all.append(name)
        numbers[key] = number
        return number
    }
}
