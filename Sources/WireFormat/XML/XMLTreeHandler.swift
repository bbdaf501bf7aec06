/// Builds an `XMLDocument` from what an `XMLReader` reads, for documents that arrive in pieces.
public struct XMLTreeHandler: XMLHandler {
    private struct Open {
        let node: Int
        var lastChild: Int?
    }

    private let limits: XMLLimits
    private var nodes: [XMLTree.Node] = []
    private var attributes: [XMLTree.Attribute] = []
    private var text: [UInt8] = []
    private var names: XMLNames?
    private var open: [Open] = []
    /// The text of each open element so far, by depth; the buffers are used again.
    private var runs: [[UInt8]] = []

    /// A handler before the first element; `limits.elements` bounds the tree.
    public init(limits: XMLLimits = .standard) { self.limits = limits }

    /// Adds the element to the tree.
    public mutating func start(_ tag: borrowing XMLTag) throws(XMLFault) {
        guard nodes.count < limits.elements else { throw tag.fault(.tooManyElements) }
        names = tag.names
        let index = nodes.count
        var node = XMLTree.Node(
            name: UInt32(clamping: tag.nameNumber), line: UInt32(clamping: tag.line),
            firstAttribute: UInt32(clamping: attributes.count))
        for i in 0..<tag.attributes.count {
            let start = text.count
            tag.attributes.appendValue(at: i, to: &text)
            attributes.append(
                XMLTree.Attribute(
                    name: UInt32(clamping: tag.attributes.nameNumber(at: i)),
                    value: range(from: start)
                ))
            node.attributeCount += 1
        }
        nodes.append(node)
        link(index)
        open.append(Open(node: index))
        if runs.count < open.count { runs.append([]) }
    }

    /// Adds to the text of the innermost element.
    public mutating func text(_ text: borrowing XMLText) throws(XMLFault) {
        guard !open.isEmpty else { return }
        text.append(to: &runs[open.count - 1])
    }

    /// Puts the innermost element's text into the tree.
    public mutating func end(_ name: XMLName) throws(XMLFault) {
        let depth = open.count - 1
        guard let ended = open.popLast() else { return }
        let hasChildren = ended.lastChild != nil
        if !hasChildren || !runs[depth].allSatisfy(isWhiteSpace) {
            let start = text.count
            text.append(contentsOf: runs[depth])
            nodes[ended.node].text = range(from: start)
        }
        runs[depth].removeAll(keepingCapacity: true)
    }

    /// The tree once the reader has finished; throws `endsTooSoon` before that.
    public consuming func document() throws(XMLFault) -> XMLDocument {
        guard let names, open.isEmpty else { throw XMLFault(.endsTooSoon, line: 1) }
        let tree = XMLTree(names: names.all, nodes: nodes, attributes: attributes, text: text)
        return XMLDocument(root: XMLElement(tree: tree, index: 0))
    }

    private mutating func link(_ index: Int) {
        guard let parent = open.last else { return }
        let place = UInt32(clamping: index)
        if let previous = parent.lastChild {
            nodes[previous].nextSibling = place
        } else {
            nodes[parent.node].firstChild = place
        }
        open[open.count - 1].lastChild = index
    }

    private func range(from start: Int) -> XMLTree.Range {
        XMLTree.Range(
            offset: UInt32(clamping: start), count: UInt32(clamping: text.count - start))
    }
}
