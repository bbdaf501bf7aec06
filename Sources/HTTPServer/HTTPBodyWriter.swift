/// Where a streamed body is written to.
public struct HTTPBodyWriter: Sendable {
    private let take: @Sendable ([UInt8]) async throws(HTTPEnding) -> Void

    /// Makes a writer that hands what is written to `take`, for tests of handlers.
    public init(_ take: @escaping @Sendable ([UInt8]) async throws(HTTPEnding) -> Void) {
        self.take = take
    }

    /// Queues bytes to be sent at the end of the loop's turn; nothing for empty ones.
    ///
    /// Suspends while the client has left more than the high-water mark unsent, at most the
    /// write timeout without progress. May be called from any executor, by one task at a time.
    /// - Throws: why the connection has ended; the producer's task is cancelled then as well.
    public func write(_ bytes: [UInt8]) async throws(HTTPEnding) {
        try await take(bytes)
    }
}

extension HTTPResponse {
    /// Runs the body's producer to its end and returns all bytes, for tests of handlers.
    ///
    /// - Throws: what the producer throws.
    public func collectedBody() async throws -> [UInt8] {
        switch body {
        case .bytes(let bytes): return bytes
        case .fault: return []
        case .stream(let produce):
            let collector = BodyCollector()
            try await produce(
                HTTPBodyWriter { bytes throws(HTTPEnding) in
                    await collector.append(bytes)
                })
            return await collector.bytes
        }
    }
}

private actor BodyCollector {
    var bytes: [UInt8] = []

    func append(_ more: [UInt8]) {
        bytes += more
    }
}
