import CXML2

/// Where libxml2's callbacks arrive: a class without type parameters, since C functions have none.
///
/// It keeps the nesting and the first fault.
class XMLSink {
    let names = XMLNames()
    var context: xmlParserCtxtPtr?
    var width = XMLGuard.Width.byte
    var fault: XMLFault?
    /// Set when the end has come too soon.
    var isCut = false
    private var nesting: XMLNesting

    init(limits: XMLLimits) { nesting = XMLNesting(limits: limits) }

    /// Whether the root element has ended.
    var isComplete: Bool { nesting.isComplete }

    func deliver(start tag: borrowing XMLTag) throws(XMLFault) {}
    func deliver(text: borrowing XMLText) throws(XMLFault) {}
    func deliver(end name: XMLName) throws(XMLFault) {}

    func start(name number: Int, namespaces: Int, attributes: XMLAttributes) {
        guard fault == nil else { return }
        if let reason = nesting.enter(name: number, namespaces: namespaces) { return stop(reason) }
        let tag = XMLTag(nameNumber: number, names: names, line: line, attributes: attributes)
        do throws(XMLFault) { try deliver(start: tag) } catch { stop(error) }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard fault == nil else { return }
        if let reason = nesting.pass(text: bytes.count) { return stop(reason) }
        do throws(XMLFault) { try deliver(text: XMLText(bytes)) } catch { stop(error) }
    }

    func end() {
        guard fault == nil, let number = nesting.leave() else { return }
        do throws(XMLFault) { try deliver(end: names[number]) } catch { stop(error) }
    }

    /// Refuses an encoding that libxml2 has understood otherwise than the reader before it.
    func startDocument() {
        guard let context else { return }
        let declared = [context.pointee.encoding, context.pointee.input?.pointee.encoding]
        for name in declared.compactMap({ $0.map { String(cString: $0) } })
        where XMLEncoding(declared: name, width: width) == nil {
            return stop(.unsupportedEncoding)
        }
    }

    /// Takes libxml2's own complaint.
    func complain(code: Int, level: xmlErrorLevel, line: Int) {
        guard level != XML_ERR_WARNING, level != XML_ERR_NONE else { return }
        // Namespaces are compared, never resolved: whether one is a good URI is nobody's business.
        guard code != Int(XML_WAR_NS_URI.rawValue), code != Int(XML_WAR_NS_URI_RELATIVE.rawValue)
        else { return }
        stop(isCut ? .endsTooSoon : Self.reason(of: code), line: max(line, 1))
    }

    func stop(_ reason: XMLFault.Reason, line: Int? = nil) {
        stop(XMLFault(reason, line: line ?? self.line))
    }

    private func stop(_ fault: XMLFault) {
        if self.fault == nil { self.fault = fault }
        if let context { xmlStopParser(context) }
    }

    private var line: Int { Int(context?.pointee.input?.pointee.line ?? 1) }

    private static func reason(of code: Int) -> XMLFault.Reason {
        switch code {
        case Int(XML_ERR_INVALID_CHAR.rawValue), Int(XML_ERR_INVALID_CHARREF.rawValue):
            .illegalCharacter
        case Int(XML_ERR_INVALID_ENCODING.rawValue), Int(XML_I18N_CONV_FAILED.rawValue):
            .invalidEncoding
        case Int(XML_ERR_UNKNOWN_ENCODING.rawValue), Int(XML_ERR_UNSUPPORTED_ENCODING.rawValue):
            .unsupportedEncoding
        default: .malformed
        }
    }
}

/// Hands the parts on to the handler, whose type is known here.
final class XMLHandlerSink<Handler: XMLHandler>: XMLSink {
    var handler: Handler

    init(handler: Handler, limits: XMLLimits) {
        self.handler = handler
        super.init(limits: limits)
    }

    override func deliver(start tag: borrowing XMLTag) throws(XMLFault) { try handler.start(tag) }
    override func deliver(text: borrowing XMLText) throws(XMLFault) { try handler.text(text) }
    override func deliver(end name: XMLName) throws(XMLFault) { try handler.end(name) }
}
