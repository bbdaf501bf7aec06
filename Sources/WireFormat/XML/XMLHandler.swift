/// Takes a document's parts as they are read, in document order.
///
/// A fault thrown by any of the functions ends the reading and comes out of `feed` or `finish`.
public protocol XMLHandler {
    /// An element begins.
    mutating func start(_ tag: borrowing XMLTag) throws(XMLFault)
    /// A piece of text or of a CDATA section; one run may come in many pieces.
    mutating func text(_ text: borrowing XMLText) throws(XMLFault)
    /// The element that began last and has not ended ends.
    mutating func end(_ name: XMLName) throws(XMLFault)
}

/// A start tag, valid only while the handler looks at it.
public struct XMLTag: ~Copyable {
    /// The element's name.
    public let name: XMLName
    /// The line it was found on, from 1.
    public let line: Int
    let nameNumber: Int
    let names: XMLNames
    let attributes: XMLAttributes

    init(nameNumber: Int, names: XMLNames, line: Int, attributes: XMLAttributes) {
        self.name = names[nameNumber]
        self.nameNumber = nameNumber
        self.names = names
        self.line = line
        self.attributes = attributes
    }

    /// How many attributes it has, namespace declarations not counted.
    public var attributeCount: Int { attributes.count }

    /// The value of the first attribute with this local name, whatever its namespace.
    public func attribute(_ local: String) -> String? {
        for i in 0..<attributes.count where attributes.isNamed(local, at: i) {
            return attributes.value(at: i)
        }
        return nil
    }

    /// Hands over every attribute's name and value in the order written.
    public func forEachAttribute<Failure: Error>(
        _ body: (XMLName, String) throws(Failure) -> Void
    ) throws(Failure) {
        for i in 0..<attributes.count { try body(attributes.name(at: i), attributes.value(at: i)) }
    }

    /// A fault on this tag's line, for decoders that refuse what they find.
    public func fault(_ reason: XMLFault.Reason) -> XMLFault { XMLFault(reason, line: line) }
}

/// A piece of text, valid only while the handler looks at it.
public struct XMLText: ~Copyable {
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Bytes of UTF-8.
    public var count: Int { bytes.count }

    /// Whether it is white space only (XML 1.0 production S).
    public var isBlank: Bool { bytes.allSatisfy(isWhiteSpace) }

    /// A copy; to join pieces append their bytes, since a piece may end inside a character.
    public var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends the UTF-8.
    public func append(to text: inout [UInt8]) { text.append(contentsOf: bytes) }
}
