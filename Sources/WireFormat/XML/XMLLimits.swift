/// What a reader accepts before it refuses a document.
public struct XMLLimits: Hashable, Sendable {
    /// The defaults: supplier bodies as the gateway takes them.
    public static let standard = XMLLimits()

    /// Bytes of a whole document as it comes in.
    public let bytes: Int
    /// Elements inside each other, at most 200.
    public let depth: Int
    /// Attributes and namespace declarations on one element.
    public let attributes: Int
    /// Namespace declarations in force at once.
    public let namespaces: Int
    /// UTF-8 bytes of one run of text between tags, and of one attribute's value.
    public let text: Int
    /// Bytes of one tag, comment or processing instruction as it comes in.
    public let markup: Int
    /// Elements in one `XMLDocument`; a handler keeps its own count.
    public let elements: Int

    /// Limits with the defaults of supplier bodies.
    public init(
        bytes: Int = 8 << 20, depth: Int = 32, attributes: Int = 128, namespaces: Int = 64,
        text: Int = 1 << 20, markup: Int = 256 << 10, elements: Int = 250_000
    ) {
        self.bytes = bytes
        // libxml2's own limit is 256.
        self.depth = min(depth, 200)
        self.attributes = attributes
        self.namespaces = namespaces
        self.text = text
        self.markup = markup
        self.elements = elements
    }
}
