/// Cuts a `text/event-stream` body into its events (WHATWG HTML, section 9.2.6).
///
/// It works on bytes, so a piece may end anywhere, also inside a character or between CR and LF.
/// Lines and events are bounded.
public struct EventStreamReader: Sendable {
    /// One event as the sender framed it.
    public struct Event: Sendable, Equatable {
        /// The last `event:` field, if there was one.
        public var name: String?
        /// All `data:` fields, joined by line feeds.
        public var data: [UInt8]

        /// An event of these fields.
        public init(name: String?, data: [UInt8]) {
            self.name = name
            self.data = data
        }
    }

    /// Why a stream is refused.
    public enum Fault: Error, Sendable, Equatable {
        /// An event or a line of more bytes than the limit.
        case tooLong
    }

    private let limit: Int
    private var line: [UInt8] = []
    private var data: [UInt8] = []
    private var hasData = false
    private var name: String?
    private var endedWithCR = false
    private var isFirstLine = true

    /// At most `limit` bytes in one line and in the data of one event.
    public init(limit: Int = 4 << 20) { self.limit = limit }

    /// The events that `bytes` complete, in order.
    public mutating func feed(_ bytes: [UInt8]) throws(Fault) -> [Event] {
        var events: [Event] = []
        var rest = bytes[...]
        if endedWithCR, rest.first == 0x0A { rest = rest.dropFirst() }
        endedWithCR = false
        while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            try append(rest[rest.startIndex..<end])
            var next = rest.index(after: end)
            if rest[end] == 0x0D {
                if next == rest.endIndex {
                    endedWithCR = true
                } else if rest[next] == 0x0A {
                    next = rest.index(after: next)
                }
            }
            if let event = try endLine() { events.append(event) }
            rest = rest[next...]
        }
        try append(rest)
        return events
    }

    /// What was begun when the stream ended, a last line without line feed included.
    ///
    /// The standard throws such an event away; whether it may count is the protocol's decision.
    public mutating func finish() throws(Fault) -> Event? {
        if !line.isEmpty, let event = try endLine() { return event }
        return dispatch()
    }

    private mutating func append(_ piece: ArraySlice<UInt8>) throws(Fault) {
        guard piece.count <= limit - line.count else { throw .tooLong }
        line.append(contentsOf: piece)
    }

    private mutating func endLine() throws(Fault) -> Event? {
        defer { line.removeAll(keepingCapacity: true) }
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        guard !line.isEmpty else { return dispatch() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[min(colon + 1, line.endIndex)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        let field = line[..<colon]
        if field.elementsEqual("data".utf8) {
            guard value.count < limit - data.count else { throw .tooLong }
            if hasData { data.append(0x0A) }
            data.append(contentsOf: value)
            hasData = true
        } else if field.elementsEqual("event".utf8) {
            name = String(decoding: value, as: UTF8.self)
        }
        return nil
    }

    private mutating func dispatch() -> Event? {
        defer {
            data = []
            hasData = false
            name = nil
        }
        return hasData ? Event(name: name, data: data) : nil
    }
}
