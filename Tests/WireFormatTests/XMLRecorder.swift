import WireFormat

/// Writes down what a reader reads, one line an event, text runs joined.
struct XMLRecorder: XMLHandler {
    private(set) var events: [String] = []
    private var run: [UInt8] = []

    mutating func start(_ tag: borrowing XMLTag) throws(XMLFault) {
        endRun()
        var event = "<" + Self.spell(tag.name)
        tag.forEachAttribute { name, value in event += " \(Self.spell(name))=[\(value)]" }
        events.append(event)
    }

    mutating func text(_ text: borrowing XMLText) throws(XMLFault) { text.append(to: &run) }

    mutating func end(_ name: XMLName) throws(XMLFault) {
        endRun()
        events.append(">" + Self.spell(name))
    }

    private mutating func endRun() {
        if !run.isEmpty { events.append("[" + String(decoding: run, as: UTF8.self) + "]") }
        run = []
    }

    private static func spell(_ name: XMLName) -> String {
        name.namespace.map { "{\($0)}\(name.local)" } ?? name.local
    }

    /// The events of `body` fed in pieces of `size` bytes.
    static func events(
        of body: [UInt8], piece size: Int = .max, limits: XMLLimits = .standard
    ) throws(XMLFault) -> [String] {
        let reader = XMLReader(handler: XMLRecorder(), limits: limits)
        var rest = body[...]
        while !rest.isEmpty {
            let piece = rest.prefix(size)
            rest = rest.dropFirst(piece.count)
            try reader.feed(piece.span)
        }
        return try reader.finish().events
    }

    /// The fault of `body` fed in pieces of `size` bytes, nil if it is a document.
    static func fault(of body: [UInt8], piece size: Int = .max) -> XMLFault? {
        do throws(XMLFault) {
            _ = try events(of: body, piece: size)
            return nil
        } catch {
            return error
        }
    }
}
