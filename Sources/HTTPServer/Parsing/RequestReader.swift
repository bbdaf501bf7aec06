/// Reads requests off a connection's bytes, one after the other.
///
/// A pure state machine: `read` is given all unread bytes, says how many it used and what it
/// found. After a refusal nothing more is read.
struct RequestReader {
    enum Event {
        /// Nothing to do before more bytes arrive.
        case needsMore
        /// The client waits for `100 Continue` before it sends the body; go on reading.
        case wantsContinue
        case request(RequestHead, body: [UInt8])
        case refused(HTTPRefusal)
    }

    /// Where in a request the connection is, which decides about the time it may take.
    enum Phase: Equatable {
        case betweenRequests
        case head
        case body
    }

    private enum State {
        case head(RequestHeadParser)
        case fixed(RequestHead, left: Int)
        case chunked(RequestHead, ChunkDecoder)
    }

    private let limits: HTTPLimits
    private var state: State
    private var body: [UInt8] = []
    private var bodyLimit = 0

    init(limits: HTTPLimits) {
        self.limits = limits
        state = .head(RequestHeadParser(limits: limits))
    }

    var phase: Phase {
        switch state {
        case .head(let parser): parser.hasBegun ? .head : .betweenRequests
        case .fixed, .chunked: .body
        }
    }

    /// Bytes held of a body that is being read.
    var pendingBodyBytes: Int { body.count }

    /// Reads on; the first `used` bytes of `input` need not be given again.
    mutating func read(_ input: Span<UInt8>) -> (event: Event, used: Int) {
        do throws(HTTPRefusal) {
            switch state {
            case .head(var parser):
                let progress = parser.parse(input)
                switch progress {
                case .needsMore:
                    state = .head(parser)
                    return (.needsMore, 0)
                case .refused(let refusal): throw refusal
                case .complete(let head):
                    let hasMore = input.count > parser.length
                    return (try begin(head, hasMore: hasMore), parser.length)
                }
            case .fixed(let head, let left):
                return readFixed(input, head, left)
            case .chunked(let head, var decoder):
                let (progress, used) = try decoder.decode(input, into: &body, limit: bodyLimit)
                if progress == .complete { return (finish(head), used) }
                state = .chunked(head, decoder)
                return (.needsMore, used)
            }
        } catch {
            return (.refused(error), input.count)
        }
    }

    /// Decides what follows a head; `needsMore` here only means that the body is to be read.
    private mutating func begin(_ head: RequestHead, hasMore: Bool) throws(HTTPRefusal) -> Event {
        let length = head.framing.contentLength ?? 0
        guard head.framing.isChunked || length > 0 else { return finish(head) }
        let path = String(decoding: head.bytes[head.path], as: UTF8.self)
        bodyLimit = limits.bodyBytesByRoute?(head.method, path) ?? limits.bodyBytes
        guard length <= bodyLimit else { throw .bodyTooLarge }
        if head.framing.isChunked {
            state = .chunked(head, ChunkDecoder())
        } else {
            state = .fixed(head, left: length)
            // A lying length must not reserve what never comes.
            body.reserveCapacity(min(length, 65_536))
        }
        return head.framing.expectsContinue && !hasMore ? .wantsContinue : .needsMore
    }

    private mutating func readFixed(
        _ input: Span<UInt8>, _ head: RequestHead, _ left: Int
    ) -> (event: Event, used: Int) {
        let used = min(left, input.count)
        input.extracting(0..<used).withUnsafeBufferPointer { body.append(contentsOf: $0) }
        if used == left { return (finish(head), used) }
        state = .fixed(head, left: left - used)
        return (.needsMore, used)
    }

    private mutating func finish(_ head: RequestHead) -> Event {
        state = .head(RequestHeadParser(limits: limits))
        defer { body = [] }
        return .request(head, body: body)
    }
}
