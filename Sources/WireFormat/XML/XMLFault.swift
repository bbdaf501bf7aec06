/// Why a text is not the XML a reader accepts, and on which line.
public struct XMLFault: Error, Hashable, Sendable {
    /// The closed set of reasons; the raw value is short and safe as a metric label.
    public enum Reason: String, Sendable, CaseIterable {
        /// The text ends before its root element does, or is empty.
        case endsTooSoon
        /// Against the grammar of XML 1.0 or of Namespaces in XML 1.0.
        case malformed
        /// A document type declaration; none is ever read.
        case doctype
        /// An encoding other than UTF-8, UTF-16, ISO-8859-1, ISO-8859-15, Windows-1252 and ASCII.
        case unsupportedEncoding
        /// Bytes that are no text in the document's encoding.
        case invalidEncoding
        /// A character that XML 1.0 section 2.2 leaves out.
        case illegalCharacter
        /// More bytes than `XMLLimits.bytes`.
        case bodyTooLong
        /// More nested elements than `XMLLimits.depth`.
        case tooDeep
        /// More attributes on one element than `XMLLimits.attributes`.
        case tooManyAttributes
        /// More namespace declarations in force at once than `XMLLimits.namespaces`.
        case tooManyNamespaces
        /// More elements in a tree than `XMLLimits.elements`.
        case tooManyElements
        /// A run of text or an attribute's value of more bytes than `XMLLimits.text`.
        case textTooLong
        /// A tag, comment or instruction of more bytes than `XMLLimits.markup`.
        case markupTooLong
        /// A required element or attribute is absent; thrown by decoders.
        case missingPart
        /// A value that means nothing to its decoder; thrown by decoders.
        case unusableValue
    }

    /// What is wrong.
    public let reason: Reason
    /// The line it was found on, from 1.
    public let line: Int

    /// A fault of `reason` on `line`; decoders use it for faults of their own.
    public init(_ reason: Reason, line: Int) {
        self.reason = reason
        self.line = line
    }
}

extension XMLFault: CustomStringConvertible {
    /// The reason and the line, without any of the document's text.
    public var description: String { "\(reason.rawValue) on line \(line)" }
}
