import WireFormat

extension FuzzTarget {
    /// An XML document: however it is cut, the same parts; what was read comes back when written.
    static let xml = FuzzTarget(
        "xml", seeds: [.files("Tests/WireFormatTests/Fixtures/XML")]
    ) { input in
        let whole = PartList(of: [input])
        for pieces in input.waysOfArriving() {
            let cut = PartList(of: pieces)
            try expectSame(cut.isDocument, whole.isDocument, "a document depends on its pieces")
            if whole.isDocument { try expectSame(cut, whole, "parts depend on the pieces") }
        }
        let tree = try? XMLDocument(parsing: input)
        try expect((tree != nil) == whole.isDocument, "the tree is of another opinion")
        guard let tree else { return }
        var writer = XMLWriter()
        writer.start("copy")
        write(tree.root, to: &writer)
        writer.end()
        let copy = try XMLDocument(
            parsing: try writer.finish(), limits: XMLLimits(depth: 40)
        ).root
        try expectSame(
            copy.children.map(\.copied), [tree.root.outline], "written text reads otherwise")
    }

    /// Names that are not known before run time cannot be written, so they become values.
    private static func write(_ element: XMLElement, to writer: inout XMLWriter) {
        writer.start("element")
        writer.attribute("name", element.name)
        writer.attribute("text", element.text)
        for attribute in element.attributes {
            writer.start("attribute")
            writer.attribute("name", attribute.name.local)
            writer.element("value", attribute.value)
            writer.end()
        }
        for child in element.children { write(child, to: &writer) }
        writer.end()
    }

    /// The document's parts, text runs joined, or that it is none.
    private struct PartList: XMLHandler, Equatable {
        var isDocument = false
        private var parts: [[UInt8]] = []
        private var isInText = false

        init() {}

        init(of pieces: [[UInt8]]) {
            let reader = XMLReader(handler: PartList())
            do throws(XMLFault) {
                for piece in pieces { try reader.feed(piece) }
                self = try reader.finish()
                isDocument = true
            } catch {
                self = PartList()
            }
        }

        mutating func start(_ tag: borrowing XMLTag) throws(XMLFault) {
            isInText = false
            parts.append(Array("<\(Self.spell(tag.name))".utf8))
            tag.forEachAttribute { name, value in
                parts.append(Array("\(Self.spell(name))=\(value)".utf8))
            }
        }

        mutating func text(_ text: borrowing XMLText) throws(XMLFault) {
            var run = isInText ? parts.removeLast() : []
            isInText = true
            text.append(to: &run)
            parts.append(run)
        }

        mutating func end(_ name: XMLName) throws(XMLFault) {
            isInText = false
            parts.append(Array(">\(Self.spell(name))".utf8))
        }

        private static func spell(_ name: XMLName) -> String {
            "\(name.namespace ?? "") \(name.local)"
        }
    }
}

extension XMLElement {
    /// Name, text, attributes and children, namespaces left out.
    fileprivate var outline: [String] {
        ["<" + name, text] + attributes.flatMap { [$0.name.local, $0.value] }
            + children.flatMap(\.outline) + [">"]
    }

    /// The outline of the element that this one is a copy of.
    fileprivate var copied: [String] {
        ["<" + (attribute("name") ?? ""), attribute("text") ?? ""]
            + children("attribute").flatMap { copy in
                [
                    copy.attribute("name") ?? "",
                    copy.children("value").first { _ in true }?.text ?? "",
                ]
            } + children("element").flatMap(\.copied) + [">"]
    }
}
