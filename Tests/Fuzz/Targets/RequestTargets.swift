@testable import HTTPServer

extension FuzzTarget {
    /// Requests off a connection, one after another: however they are cut, the same are found.
    static let requestHead = FuzzTarget("request-head") { input in
        let whole = Reading(of: [input])
        for pieces in input.waysOfArriving() {
            try expectSame(Reading(of: pieces), whole, "requests depend on how they were cut")
        }
        for request in whole.requests {
            try expect(request.head.count <= limits.headBytes, "a head is over its limit")
            try expect(request.body.count <= limits.bodyBytes, "a body is over its limit")
        }
    }

    /// A body in chunks: however it is cut, the same data, end and fault.
    static let chunkedBody = FuzzTarget("chunked-body") { input in
        let whole = Decoding(of: [input])
        for pieces in input.waysOfArriving() {
            try expectSame(Decoding(of: pieces), whole, "chunks depend on how they were cut")
        }
        try expect(whole.body.count <= Decoding.limit, "a body is over its limit")
        try expect(whole.body.count <= input.count, "a body is longer than what came")
    }

    private static var limits: HTTPLimits {
        var limits = HTTPLimits()
        limits.headBytes = 1024
        limits.targetBytes = 256
        limits.fields = 16
        limits.bodyBytes = 512
        return limits
    }

    /// What a connection would see of pieces that arrive one after another.
    private struct Reading: Equatable {
        struct Request: Equatable {
            let head: [UInt8]
            let path: Range<Int>
            let query: Range<Int>?
            let persists: Bool
            let body: [UInt8]
        }

        var requests: [Request] = []
        var refusal: HTTPRefusal?
        /// Bytes of the request begun that wait, only told where nothing was refused.
        var phase: RequestReader.Phase?

        init(of pieces: [[UInt8]]) {
            var reader = RequestReader(limits: limits)
            var unread: [UInt8] = []
            for piece in pieces {
                unread += piece
                while refusal == nil, !unread.isEmpty {
                    let (event, used) = reader.read(unread.span)
                    unread.removeFirst(used)
                    switch event {
                    case .needsMore:
                        if used > 0 { continue }
                    case .wantsContinue: continue
                    case .refused(let refusal):
                        self.refusal = refusal
                        continue
                    case .request(let head, let body):
                        requests.append(
                            Request(
                                head: head.bytes, path: head.path, query: head.query,
                                persists: head.framing.persists(head.version), body: body))
                        continue
                    }
                    break
                }
            }
            if refusal == nil { phase = reader.phase }
        }
    }

    private struct Decoding: Equatable {
        static let limit = 300

        var body: [UInt8] = []
        var used = 0
        var isComplete = false
        var refusal: HTTPRefusal?

        init(of pieces: [[UInt8]]) {
            var decoder = ChunkDecoder()
            do throws(HTTPRefusal) {
                for piece in pieces where !isComplete {
                    let (progress, used) = try decoder.decode(
                        piece.span, into: &body, limit: Self.limit)
                    self.used += used
                    isComplete = progress == .complete
                }
            } catch {
                // What was read before a fault is never used.
                refusal = error
                body = []
                used = 0
            }
        }
    }
}
