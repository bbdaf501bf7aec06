import CXML2

/// The functions libxml2 calls; `user` is the `XMLSink` of the reader that is feeding it.
func saxCallbacks() -> xmlSAXHandler {
    var sax = xmlSAXHandler()
    sax.initialized = UInt32(XML_SAX2_MAGIC)
    sax.startDocument = { user in sink(user)?.startDocument() }
    sax.internalSubset = { user, _, _, _ in sink(user)?.stop(.doctype) }
    sax.startElementNs = { user, local, _, namespace, declared, _, count, _, attributes in
        guard let sink = sink(user) else { return }
        let number = sink.names.number(local: local, namespace: namespace)
        let attributes = XMLAttributes(attributes, count: Int(count), names: sink.names)
        sink.start(name: number, namespaces: Int(declared), attributes: attributes)
    }
    sax.endElementNs = { user, _, _, _ in sink(user)?.end() }
    let text: charactersSAXFunc = { user, text, length in
        sink(user)?.text(UnsafeBufferPointer(start: text, count: Int(length)))
    }
    sax.characters = text
    sax.ignorableWhitespace = text
    sax.cdataBlock = text
    sax.serror = { user, error in
        guard let error = error?.pointee else { return }
        sink(user)?.complain(code: Int(error.code), level: error.level, line: Int(error.line))
    }
    return sax
}

private func sink(_ user: UnsafeMutableRawPointer?) -> XMLSink? {
    user.map { Unmanaged<XMLSink>.fromOpaque($0).takeUnretainedValue() }
}

/// Keeps libxml2 off standard error on this thread, for the few complaints that know no reader.
///
/// The first call also sets libxml2 up, once a process; a `static let` is made by one thread only.
func silenceThread() {
    _ = LibraryStart.done
    tributary_xml_silence_thread()
}

private enum LibraryStart {
    static let done: Void = xmlInitParser()
}
