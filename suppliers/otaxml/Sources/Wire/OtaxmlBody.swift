import WireFormat

/// The body of one answer, parsed as its bytes arrive, so that a large one never holds a loop.
///
/// Safe to send although the reader is not: a machine has one owner, which gives it one event at a
/// time and does not copy it once it has begun; nothing else refers to the reader.
final class OtaxmlBody: @unchecked Sendable {
    private let reader = XMLReader(handler: XMLTreeHandler())

    /// Takes the next bytes.
    func feed(_ bytes: [UInt8]) throws(XMLFault) { try reader.feed(bytes) }

    /// The whole document.
    func finish() throws(XMLFault) -> XMLDocument { try reader.finish().document() }
}
