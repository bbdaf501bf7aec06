/// The attributes of a start tag as libxml2 lays them out, valid as long as the tag.
///
/// Five pointers each: local name, prefix, namespace, first byte of the value and the one after its
/// last.
struct XMLAttributes {
    typealias Texts = UnsafeMutablePointer<UnsafePointer<UInt8>?>

    let count: Int
    private let texts: Texts?
    private let names: XMLNames

    init(_ texts: Texts?, count: Int, names: XMLNames) {
        self.texts = texts
        self.count = texts == nil ? 0 : count
        self.names = names
    }

    func nameNumber(at i: Int) -> Int {
        names.number(local: texts?[i * 5], namespace: texts?[i * 5 + 2])
    }

    func name(at i: Int) -> XMLName { names[nameNumber(at: i)] }

    func isNamed(_ local: String, at i: Int) -> Bool {
        guard var byte = texts?[i * 5] else { return false }
        for wanted in local.utf8 {
            // The terminating NUL differs from every character of a name, so this stops at it.
            guard byte.pointee == wanted, wanted != 0 else { return false }
            byte += 1
        }
        return byte.pointee == 0
    }

    /// Appends the value.
    ///
    /// libxml2 leaves `&` as `&#38;` where entities are not substituted, and only
    /// `&`, so the reverse loses nothing.
    func appendValue(at i: Int, to value: inout [UInt8]) {
        guard let start = texts?[i * 5 + 3], let end = texts?[i * 5 + 4], end >= start else {
            return
        }
        let raw = UnsafeBufferPointer(start: start, count: end - start)
        var rest = raw[...]
        while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
            value.append(contentsOf: rest[...ampersand])
            rest = rest[(ampersand + 1)...]
            if rest.starts(with: [0x23, 0x33, 0x38, 0x3B]) { rest = rest.dropFirst(4) }
        }
        value.append(contentsOf: rest)
    }

    func value(at i: Int) -> String {
        var value: [UInt8] = []
        appendValue(at: i, to: &value)
        return String(decoding: value, as: UTF8.self)
    }
}
