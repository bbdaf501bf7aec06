/// Bytes to be sent, small pieces gathered, large ones kept as they are.
struct OutputQueue {
    private struct Segment {
        var bytes: [UInt8]
        /// From the loop's pool, and goes back there.
        var isPooled: Bool
    }

    private var segments: [Segment] = []
    private var firstOffset = 0

    /// Unsent bytes.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// A body of this size or more is not copied.
    private static let largePiece = 8192

    /// Appends through `write` to a gathered piece.
    mutating func append(from pool: inout BufferPool, _ write: (inout [UInt8]) -> Void) {
        if segments.last?.isPooled != true || segments[segments.count - 1].bytes.count >= 8192 {
            segments.append(Segment(bytes: pool.take(), isPooled: true))
        }
        let last = segments.count - 1
        let before = segments[last].bytes.count
        write(&segments[last].bytes)
        count += segments[last].bytes.count - before
    }

    /// Appends whole bytes.
    mutating func append(_ bytes: [UInt8], from pool: inout BufferPool) {
        guard !bytes.isEmpty else { return }
        if bytes.count >= Self.largePiece {
            segments.append(Segment(bytes: bytes, isPooled: false))
            count += bytes.count
        } else {
            append(from: &pool) { $0.append(contentsOf: bytes) }
        }
    }

    /// What a call of `send` achieved.
    struct Sent {
        var bytes = 0
        /// The system takes no more for now.
        var isBlocked = false
        /// The connection is broken.
        var hasFailed = false
    }

    /// Sends as much as the system takes.
    mutating func send(to descriptor: Int32, pool: inout BufferPool) -> Sent {
        var sent = Sent()
        var finished = 0
        while finished < segments.count, !sent.isBlocked, !sent.hasFailed {
            let offset = firstOffset
            let isLast = finished == segments.count - 1
            let outcome = segments[finished].bytes.withUnsafeBytes { bytes in
                Socket.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: bytes[offset...]), more: !isLast)
            }
            switch outcome {
            case .bytes(let taken):
                sent.bytes += taken
                firstOffset += taken
            case .wouldBlock: sent.isBlocked = true
            case .end, .failed: sent.hasFailed = true
            }
            guard firstOffset == segments[finished].bytes.count else { continue }
            firstOffset = 0
            if segments[finished].isPooled { pool.give(&segments[finished].bytes) }
            finished += 1
        }
        count -= sent.bytes
        segments.removeFirst(finished)
        return sent
    }

    /// Drops what is unsent.
    mutating func clear(into pool: inout BufferPool) {
        for index in segments.indices where segments[index].isPooled {
            pool.give(&segments[index].bytes)
        }
        segments = []
        firstOffset = 0
        count = 0
    }
}

/// Buffers of one loop, kept for reuse within a bound.
struct BufferPool {
    private let capacity: Int
    private let limit: Int
    private var free: [[UInt8]] = []

    init(capacity: Int, limit: Int) {
        self.capacity = capacity
        self.limit = limit
    }

    /// An empty buffer with room.
    mutating func take() -> [UInt8] {
        if let buffer = free.popLast() { return buffer }
        var buffer: [UInt8] = []
        buffer.reserveCapacity(capacity)
        return buffer
    }

    /// Takes a buffer back, unless it has grown beyond the pool's size or the pool is full.
    mutating func give(_ buffer: inout [UInt8]) {
        var taken: [UInt8] = []
        swap(&taken, &buffer)
        guard free.count < limit, taken.capacity <= capacity * 2 else { return }
        taken.removeAll(keepingCapacity: true)
        free.append(taken)
    }
}
