/// A whole XML document as a compact tree, for adapters that read their supplier's answer by name.
///
/// Names are stored once, text in one buffer; an `XMLElement` is a view into it.
public struct XMLDocument: Sendable {
    /// The outermost element.
    public let root: XMLElement

    /// Reads all of `body`; throws also `tooManyElements`.
    public init(parsing body: [UInt8], limits: XMLLimits = .standard) throws(XMLFault) {
        let reader = XMLReader(handler: XMLTreeHandler(limits: limits), limits: limits)
        try reader.feed(body)
        self = try reader.finish().document()
    }

    init(root: XMLElement) { self.root = root }
}

/// One element of a document's tree.
///
/// Looking up is by local name, since prefixes mean nothing and suppliers' namespaces vary by dialect;
/// where the namespace matters, compare `namespace`.
public struct XMLElement: Sendable {
    let tree: XMLTree
    let index: Int

    /// The name without prefix.
    public var name: String { tree.name(tree.nodes[index].name).local }

    /// The namespace's URI, nil for none.
    public var namespace: String? { tree.name(tree.nodes[index].name).namespace }

    /// The line its start tag was found on, from 1.
    public var line: Int { Int(tree.nodes[index].line) }

    /// Its own text as written, that of its child elements left out; blank text beside child
    /// elements is dropped.
    public var text: String { tree.string(tree.nodes[index].text) }

    /// Its own text without white space around it; how SOAP values are best read.
    public var trimmedText: String { tree.trimmedString(tree.nodes[index].text) }

    /// The value of the first attribute with this local name.
    public func attribute(_ local: String) -> String? {
        for attribute in tree.attributes(of: index) where tree.name(attribute.name).local == local {
            return tree.string(attribute.value)
        }
        return nil
    }

    /// Every attribute in the order written, namespace declarations left out.
    public var attributes: [(name: XMLName, value: String)] {
        tree.attributes(of: index).map { (tree.name($0.name), tree.string($0.value)) }
    }

    /// The child elements in order.
    public var children: XMLChildren { XMLChildren(parent: self, local: nil) }

    /// The child elements of this local name in order.
    public func children(_ local: String) -> XMLChildren {
        XMLChildren(parent: self, local: local)
    }

    /// The first child element of this local name.
    public func child(_ local: String) -> XMLElement? {
        var children = XMLChildren(parent: self, local: local).makeIterator()
        return children.next()
    }

    /// The first element found by going down one name after another.
    public func descendant(_ path: String...) -> XMLElement? {
        var element = self
        for name in path {
            guard let child = element.child(name) else { return nil }
            element = child
        }
        return element
    }

    /// The trimmed text of the first child element of this local name, nil without one.
    public func text(of local: String) -> String? { child(local)?.trimmedText }

    /// A fault on this element's line, for decoders that refuse what they find.
    public func fault(_ reason: XMLFault.Reason) -> XMLFault { XMLFault(reason, line: line) }
}

/// Child elements of one element, in order, found as they are asked for.
public struct XMLChildren: Sequence, Sendable {
    let parent: XMLElement
    let local: String?

    /// Starts at the first child.
    public func makeIterator() -> Iterator {
        Iterator(
            tree: parent.tree, following: parent.tree.nodes[parent.index].firstChild, local: local)
    }

    /// Goes from child to next sibling.
    public struct Iterator: IteratorProtocol {
        let tree: XMLTree
        var following: UInt32
        let local: String?

        /// The next child element that fits.
        public mutating func next() -> XMLElement? {
            while following != XMLTree.none {
                let index = Int(following)
                following = tree.nodes[index].nextSibling
                if let local, tree.name(tree.nodes[index].name).local != local { continue }
                return XMLElement(tree: tree, index: index)
            }
            return nil
        }
    }
}
