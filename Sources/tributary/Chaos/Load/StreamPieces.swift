/// Takes a stream of events apart, each with the moment at which its last byte came.
enum StreamPieces {
    struct Piece: Sendable, Equatable {
        /// The event's name; empty where it has none.
        var name: String
        var json: [UInt8]
        var arrived: RunTime
    }

    /// The events of `application/x-ndjson`, or of `text/event-stream`; heartbeats are left out.
    ///
    /// `isWhole` is false when bytes without an end of their event are left.
    static func read(
        _ chunks: [(at: RunTime, bytes: [UInt8])], isServerSent: Bool
    ) -> (pieces: [Piece], isWhole: Bool) {
        var pieces: [Piece] = []
        var line: [UInt8] = []
        var event = Piece(name: "", json: [], arrived: RunTime(microseconds: 0))
        for chunk in chunks {
            var rest = chunk.bytes[...]
            while let end = rest.firstIndex(of: 10) {
                line += rest[..<end]
                rest = rest[(end + 1)...]
                if isServerSent {
                    serverSent(line, chunk.at, &event, &pieces)
                } else if !line.isEmpty {
                    pieces.append(
                        Piece(name: name(ofLine: line), json: line, arrived: chunk.at))
                }
                line.removeAll(keepingCapacity: true)
            }
            line += rest
        }
        pieces.removeAll { $0.name == "heartbeat" }
        return (pieces, line.isEmpty && event.json.isEmpty)
    }

    private static func serverSent(
        _ line: [UInt8], _ at: RunTime, _ event: inout Piece, _ pieces: inout [Piece]
    ) {
        if line.isEmpty {
            event.arrived = at
            if !event.json.isEmpty { pieces.append(event) }
            event = Piece(name: "", json: [], arrived: at)
        } else if line.starts(with: "event: ".utf8) {
            event.name = String(decoding: line.dropFirst(7), as: UTF8.self)
        } else if line.starts(with: "data: ".utf8) {
            event.json += line.dropFirst(6)
        }
    }

    /// `done` of `{"event":"done",...`, which is how every line begins.
    private static func name(ofLine line: [UInt8]) -> String {
        let start = Array("{\"event\":\"".utf8)
        guard line.starts(with: start) else { return "" }
        return String(
            decoding: line.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") },
            as: UTF8.self)
    }
}
