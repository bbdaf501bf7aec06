import SupplierKit
import Testing

@Suite struct EventStreamReaderTests {
    private typealias Event = EventStreamReader.Event

    private static let stream = Array(
        ("\u{FEFF}: keep alive\r\n\r\ndata: {\"name\":\"Größe 東京\"}\r\n\r\n"
            + "event: error\rdata:one\rdata: two\r\rid: 7\n\ndata\n\ndata: [DONE]").utf8)

    private static let events = [
        Event(name: nil, data: Array("{\"name\":\"Größe 東京\"}".utf8)),
        Event(name: "error", data: Array("one\ntwo".utf8)),
        Event(name: nil, data: []),
    ]

    @Test(arguments: 1...stream.count)
    func everyPieceSizeGivesTheSameEvents(size: Int) throws {
        var reader = EventStreamReader()
        var events: [Event] = []
        for start in stride(from: 0, to: Self.stream.count, by: size) {
            let piece = Self.stream[start..<min(start + size, Self.stream.count)]
            events += try reader.feed(Array(piece))
        }
        #expect(events == Self.events)
        #expect(try reader.finish() == Event(name: nil, data: Array("[DONE]".utf8)))
        #expect(try reader.finish() == nil)
    }

    @Test func aLineOrAnEventOverTheLimitIsRefused() throws {
        var line = EventStreamReader(limit: 16)
        #expect(throws: EventStreamReader.Fault.tooLong) {
            try line.feed(Array(repeating: 65, count: 17))
        }
        var event = EventStreamReader(limit: 16)
        _ = try event.feed(Array("data: 12345678\n".utf8))
        #expect(throws: EventStreamReader.Fault.tooLong) {
            try event.feed(Array("data: 12345678\n".utf8))
        }
    }
}
