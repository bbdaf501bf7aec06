import Compression
import SupplierKit

@testable import HTTPClient

extension FuzzTarget {
    /// A `text/event-stream`: however it is cut, the same events.
    static let eventStream = FuzzTarget(
        "event-stream", seeds: [.answers("suppliers/streamrates/Tests/Samples")], longest: 2048
    ) { input in
        let whole = Streaming(of: [input])
        for pieces in input.waysOfArriving() {
            try expectSame(Streaming(of: pieces), whole, "events depend on how they were cut")
        }
        let held = whole.events.reduce(0) { $0 + $1.data.count }
        try expect(held <= input.count, "events hold more than what came")
    }

    /// The head of a supplier's answer, line by line, as libcurl hands it over.
    static let responseHead = FuzzTarget("response-head") { input in
        var reader = HeadReader(maximumFields: 16, maximumBytes: 1024)
        var rest = input[...]
        var fed = 0
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
            let line = rest[..<end]
            rest = rest[end...]
            fed += line.count
            switch reader.read(line) {
            case .more: try expect(fed <= 1024, "a head is over its limit")
            case .refused: return
            case .head(let head):
                try expect((200...599).contains(head.status), "no status: \(head.status)")
                try expect((head.length ?? 0) >= 0, "a length below nothing")
                try expect(
                    !head.headers.all("content-encoding").contains("br"), "brotli is accepted")
            }
        }
    }

    /// A supplier's body, plain and as gzip: however it is cut, the same bytes, within the cap.
    static let responseBody = FuzzTarget("response-body") { input in
        for isGzip in [false, true] {
            let whole = Receiving(of: [input], isGzip: isGzip)
            for pieces in input.waysOfArriving() {
                let cut = Receiving(of: pieces, isGzip: isGzip)
                try expectSame(cut.isGood, whole.isGood, "a body depends on how it was cut")
                if whole.isGood { try expectSame(cut, whole, "a body depends on its pieces") }
            }
            try expect(whole.body.count <= Receiving.limits.bodyBytes, "a body is over its limit")
            if !isGzip, input.count <= Receiving.limits.bodyBytes {
                try expectSame(whole.body, input, "a plain body was changed")
            }
        }
        let packed = try GzipWriter.compress(input)
        if input.count <= Receiving.limits.bodyBytes, packed.count <= Receiving.limits.bodyBytes {
            try expectSame(
                Receiving(of: [packed], isGzip: true).body, input, "gzip does not come back")
        }
    }

    private struct Streaming: Equatable {
        var events: [EventStreamReader.Event] = []
        var last: EventStreamReader.Event?
        var isTooLong = false

        init(of pieces: [[UInt8]]) {
            var reader = EventStreamReader(limit: 256)
            do throws(EventStreamReader.Fault) {
                for piece in pieces { events += try reader.feed(piece) }
                last = try reader.finish()
            } catch {
                // Events before the fault may or may not have been given with it.
                isTooLong = true
                events = []
            }
        }
    }

    private struct Receiving: Equatable {
        static var limits: ClientLimits {
            var limits = ClientLimits()
            limits.bodyBytes = 4096
            return limits
        }

        var body: [UInt8] = []
        var isGood = false

        init(of pieces: [[UInt8]], isGzip: Bool) {
            var reader = BodyReader(limits: Self.limits)
            do throws(CompressionFault) {
                try reader.begin(
                    AnswerHead(
                        status: 200, headers: ClientHeaders(fields: []), isGzip: isGzip,
                        length: nil))
                for piece in pieces {
                    guard piece.withUnsafeBytes({ reader.append($0) }) else { return }
                    while !reader.isDrained {
                        if let taken = try reader.take() { body += taken }
                    }
                }
                try reader.finish()
                isGood = true
            } catch { body = body.count > Self.limits.bodyBytes ? body : [] }
        }
    }
}
