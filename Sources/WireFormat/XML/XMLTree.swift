/// The storage of an `XMLDocument`: flat arrays that refer to each other by place.
final class XMLTree: Sendable {
    /// Bytes of `text`, as offset and count.
    struct Range {
        var offset: UInt32 = 0
        var count: UInt32 = 0
    }

    struct Node {
        let name: UInt32
        let line: UInt32
        let firstAttribute: UInt32
        var attributeCount: UInt32 = 0
        var firstChild = XMLTree.none
        var nextSibling = XMLTree.none
        var text = Range()
    }

    struct Attribute {
        let name: UInt32
        let value: Range
    }

    /// Stands for no node.
    static let none = UInt32.max

    let names: [XMLName]
    let nodes: [Node]
    let attributes: [Attribute]
    let text: [UInt8]

    init(names: [XMLName], nodes: [Node], attributes: [Attribute], text: [UInt8]) {
        self.names = names
        self.nodes = nodes
        self.attributes = attributes
        self.text = text
    }

    func name(_ number: UInt32) -> XMLName { names[Int(number)] }

    func attributes(of node: Int) -> ArraySlice<Attribute> {
        let first = Int(nodes[node].firstAttribute)
        return attributes[first..<first + Int(nodes[node].attributeCount)]
    }

    func string(_ range: Range) -> String { String(decoding: bytes(range), as: UTF8.self) }

    func trimmedString(_ range: Range) -> String {
        var bytes = bytes(range)
        while let first = bytes.first, isWhiteSpace(first) { bytes.removeFirst() }
        while let last = bytes.last, isWhiteSpace(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func bytes(_ range: Range) -> ArraySlice<UInt8> {
        let first = Int(range.offset)
        return text[first..<first + Int(range.count)]
    }
}
