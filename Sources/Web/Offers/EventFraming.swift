internal import WireFormat

/// Puts events into one of the two forms of a stream.
struct EventFraming: Sendable {
    /// The longest frame of more than one hotel, in bytes.
    static let longest = 65_536

    /// `text/event-stream`, or one JSON object a line.
    let isServerSent: Bool
    /// The first part of every event's id.
    let stream: String
    private var number = 0

    init(isServerSent: Bool, stream: String) {
        self.isServerSent = isServerSent
        self.stream = stream
    }

    /// One event; `members` writes what is in its object.
    ///
    /// As server-sent event it has an id that no other event of any search has.
    mutating func frame(
        _ name: StaticString, capacity: Int = 1024, _ members: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        number += 1
        var start: [UInt8] = []
        start.reserveCapacity(capacity)
        if isServerSent {
            start += "event: \(name)\nid: \(stream).\(number)\ndata: ".utf8
        }
        var writer = JSONWriter(appendingTo: start)
        writer.beginObject()
        if !isServerSent { writer.member("event", name.description) }
        members(&writer)
        writer.endObject()
        // JSON text has no line break of its own, so one `data` line is enough.
        return writer.bytes + (isServerSent ? [10, 10] : [10])
    }

    /// What is sent when nothing else was for a while.
    var heartbeat: [UInt8] {
        Array((isServerSent ? ": heartbeat\n\n" : "{\"event\":\"heartbeat\"}\n").utf8)
    }

    /// Groups of at most so many bytes in all, in order; one piece that is longer goes alone.
    static func groups(_ pieces: [[UInt8]], most: Int) -> [ArraySlice<[UInt8]>] {
        var groups: [ArraySlice<[UInt8]>] = []
        var start = 0
        var size = 0
        for (place, piece) in pieces.enumerated() {
            if place > start, size + piece.count + 1 > most {
                groups.append(pieces[start..<place])
                start = place
                size = 0
            }
            size += piece.count + 1
        }
        if start < pieces.count { groups.append(pieces[start...]) }
        return groups
    }
}
