import CXML2

/// Reads one XML document (XML 1.0 with namespaces) in pieces of any size, as they arrive.
///
/// UTF-8, UTF-16 with its byte order mark, ISO-8859-1, ISO-8859-15, Windows-1252 and ASCII are read.
/// A document type declaration is refused before libxml2 sees it; nothing is fetched and no entity
/// but the five predefined ones exists. All memory is bounded by `XMLLimits`.
///
/// Not thread-safe: one owner feeds it. After a fault every call throws the same fault again.
public final class XMLReader<Handler: XMLHandler> {
    /// What takes the parts; its results are whole once `finish` has returned.
    public var handler: Handler {
        get { sink.handler }
        set { sink.handler = newValue }
    }

    private let sink: XMLHandlerSink<Handler>
    private let limits: XMLLimits
    private var sentry: XMLGuard?
    private var context: xmlParserCtxtPtr?
    /// What came before the root element, held back until it has begun: libxml2 then finds the
    /// declaration of the encoding whole.
    private var prolog: [UInt8] = []
    private var bytesRead = 0
    /// Set where the bytes are UTF-8: libxml2 finds bad ones, but calls them by many names.
    private var utf8: UTF8Stream?

    /// A reader before the first byte.
    public init(handler: Handler, limits: XMLLimits = .standard) {
        sink = XMLHandlerSink(handler: handler, limits: limits)
        self.limits = limits
    }

    deinit {
        if let context { xmlFreeParserCtxt(context) }
    }

    /// Takes the next bytes of the document.
    public func feed(_ piece: [UInt8]) throws(XMLFault) {
        try piece.withUnsafeBufferPointer { bytes throws(XMLFault) in try feed(bytes) }
    }

    /// Takes the next bytes of the document, which are not kept.
    public func feed(_ piece: Span<UInt8>) throws(XMLFault) {
        try piece.withUnsafeBufferPointer { bytes throws(XMLFault) in try feed(bytes) }
    }

    /// Says that the document is complete and gives the handler; throws `endsTooSoon` if it is not.
    @discardableResult
    public func finish() throws(XMLFault) -> Handler {
        if let fault = sink.fault { throw fault }
        guard let context else { throw stop(.endsTooSoon) }
        silenceThread()
        // Whatever libxml2 finds wrong with the end of a cut document, what is wrong is the cut.
        sink.isCut = sentry?.isComplete != true
        try check(context, code: xmlParseChunk(context, nil, 0, 1))
        guard sink.isComplete else { throw stop(.endsTooSoon) }
        return sink.handler
    }

    private func feed(_ piece: UnsafeBufferPointer<UInt8>) throws(XMLFault) {
        if let fault = sink.fault { throw fault }
        bytesRead += piece.count
        guard bytesRead <= limits.bytes else { throw stop(.bodyTooLong) }
        if context != nil {
            try look(over: piece)
            try parse(piece)
        } else {
            try feedProlog(piece)
        }
    }

    private func feedProlog(_ piece: UnsafeBufferPointer<UInt8>) throws(XMLFault) {
        if prolog.isEmpty, piece.count >= 4 {
            // The common case: all that comes before the root is in one piece, which is not copied.
            try lookAtProlog(piece, seen: 0)
            if context == nil { prolog = Array(piece) }
            return
        }
        let seen = prolog.count
        prolog.append(contentsOf: piece)
        guard prolog.count >= 4 else { return }
        let held = prolog
        try held.withUnsafeBufferPointer { bytes throws(XMLFault) in
            try lookAtProlog(bytes, seen: seen)
        }
        if context != nil { prolog = [] }
    }

    /// Looks over `bytes`, of which the guard has met `seen`, and hands them on if the root is there.
    private func lookAtProlog(
        _ bytes: UnsafeBufferPointer<UInt8>, seen: Int
    ) throws(XMLFault) {
        var fresh = bytes[seen...]
        if sentry == nil {
            let made = try guardFor(head: Array(bytes.prefix(4)))
            fresh = bytes[made.markLength(bytes)...]
            sentry = made
        }
        try look(over: UnsafeBufferPointer(rebasing: fresh))
        guard let sentry else { return }
        if sentry.isPastProlog {
            let declared = XMLEncoding.declared(in: bytes)
            let isMarked = sentry.markLength(bytes) > 0
            guard let encoding = XMLEncoding(declared: declared, width: sentry.width),
                encoding.isCertain(isMarked: isMarked, isDeclared: declared != nil)
            else {
                throw stop(XMLFault(.unsupportedEncoding, line: 1))
            }
            if encoding == .utf8 { utf8 = UTF8Stream() }
            try open(width: sentry.width)
            try parse(bytes)
        } else if bytes.count > limits.markup {
            throw stop(.markupTooLong)
        }
    }

    private func guardFor(head: [UInt8]) throws(XMLFault) -> XMLGuard {
        do throws(XMLFault) {
            return try XMLGuard(head: head, limits: limits)
        } catch {
            throw stop(error)
        }
    }

    private func look(over piece: UnsafeBufferPointer<UInt8>) throws(XMLFault) {
        do throws(XMLFault) { try sentry?.scan(piece) } catch { throw stop(error) }
    }

    private func open(width: XMLGuard.Width) throws(XMLFault) {
        silenceThread()
        var callbacks = saxCallbacks()
        let user = Unmanaged.passUnretained(sink as XMLSink).toOpaque()
        // The callbacks are copied; the sink lives as long as this reader, which frees the context.
        guard let made = xmlCreatePushParserCtxt(&callbacks, user, nil, 0, nil) else {
            throw stop(.malformed)
        }
        xmlCtxtUseOptions(made, Int32(XML_PARSE_NONET.rawValue))
        sink.context = made
        sink.width = width
        context = made
    }

    private func parse(_ piece: UnsafeBufferPointer<UInt8>) throws(XMLFault) {
        guard let context else { return }
        if let place = utf8?.fault(in: piece) {
            // The guard has counted the lines of the whole piece.
            let after = piece[place...].count { $0 == 0x0A }
            throw stop(XMLFault(.invalidEncoding, line: (sentry?.line ?? 1) - after))
        }
        silenceThread()
        var rest = piece[...]
        while !rest.isEmpty {
            let part = UnsafeBufferPointer(rebasing: rest.prefix(64 << 10))
            rest = rest.dropFirst(part.count)
            let code = part.withMemoryRebound(to: CChar.self) { chars in
                xmlParseChunk(context, chars.baseAddress, Int32(chars.count), 0)
            }
            try check(context, code: code)
        }
    }

    /// Turns libxml2's verdict on a piece into a fault.
    private func check(_ context: xmlParserCtxtPtr, code: Int32) throws(XMLFault) {
        if let fault = sink.fault { throw fault }
        // Bytes that cannot be converted are told by the result alone.
        let isUnconverted = code == -1 || code == Int32(XML_ERR_INVALID_ENCODING.rawValue)
        guard !isUnconverted else { throw stop(.invalidEncoding) }
        guard context.pointee.wellFormed != 0 else { throw stop(.malformed) }
    }

    private func stop(_ reason: XMLFault.Reason) -> XMLFault {
        stop(XMLFault(reason, line: sentry?.line ?? 1))
    }

    private func stop(_ fault: XMLFault) -> XMLFault {
        sink.fault = sink.fault ?? fault
        return sink.fault ?? fault
    }
}
