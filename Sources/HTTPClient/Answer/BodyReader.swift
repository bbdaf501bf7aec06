internal import Compression

/// Turns the raw bytes of an answer into the pieces a reader gets.
///
/// Raw bytes wait here, `window` of them at most, while the reader is busy.
struct BodyReader {
    /// Raw bytes kept, and the longest piece given, in bytes.
    static let window = 64 << 10

    private let limits: ClientLimits
    private var raw: [UInt8] = []
    private var used = 0
    private var inflater: Inflater?
    private var mayHoldMore = false
    private var mayBeEmpty = true
    private(set) var receivedBytes = 0
    private(set) var deliveredBytes = 0

    init(limits: ClientLimits) { self.limits = limits }

    /// Whether no raw bytes wait.
    var isDrained: Bool { used == raw.count && !mayHoldMore }

    /// Prepares for the body that a head announces; too large a one is refused before it comes.
    mutating func begin(_ head: AnswerHead) throws(CompressionFault) {
        if let length = head.length, length > limits.bodyBytes, head.hasBody {
            throw .tooLarge(limit: limits.bodyBytes)
        }
        mayBeEmpty = head.mayBeEmpty
        guard head.isGzip else { return }
        inflater = try Inflater(
            .gzip,
            limits: InflateLimits(
                maximumOutput: limits.bodyBytes, maximumRatio: limits.inflateRatio))
    }

    /// Whether `count` more raw bytes fit before the reader takes some.
    func hasRoom(for count: Int) -> Bool {
        raw.count == used || raw.count - used + count <= Self.window
    }

    /// Keeps raw bytes; false when the body is over its cap.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        receivedBytes += bytes.count
        guard receivedBytes <= limits.bodyBytes else { return false }
        if used > 0 {
            raw.removeFirst(used)
            used = 0
        }
        raw.append(contentsOf: bytes)
        return true
    }

    /// The next piece, or nil when there is none yet.
    mutating func take() throws(CompressionFault) -> [UInt8]? {
        guard !isDrained else { return nil }
        let piece: [UInt8]
        if let inflater {
            var rest = raw[used...]
            piece = try inflater.inflate(&rest, upTo: Self.window)
            used = rest.startIndex
            mayHoldMore = piece.count == Self.window
        } else if used == 0, raw.count <= Self.window {
            piece = raw
            raw = []
        } else {
            piece = Array(raw[used...].prefix(Self.window))
            used += piece.count
        }
        if used == raw.count {
            raw.removeAll(keepingCapacity: true)
            used = 0
        }
        deliveredBytes += piece.count
        return piece.isEmpty ? nil : piece
    }

    /// Says that the raw bytes are all here and taken.
    mutating func finish() throws(CompressionFault) {
        guard let inflater, !(receivedBytes == 0 && mayBeEmpty) else { return }
        try inflater.finish()
    }

    /// Forgets what waits.
    mutating func discard() {
        raw = []
        used = 0
        mayHoldMore = false
    }
}

extension CompressionFault {
    var clientReason: ClientFault.Reason {
        switch self {
        case .truncated, .badHeader, .corrupt, .wrongChecksum, .trailingGarbage: .badCompression
        case .tooLarge: .tooLarge
        case .ratioExceeded: .ratioExceeded
        case .unavailable: .unavailable
        }
    }
}
