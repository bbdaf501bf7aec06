/// Bytes read from a connection and not yet used.
struct InputBuffer {
    private var storage: [UInt8] = []
    private var start = 0
    private var end = 0

    var isEmpty: Bool { start == end }

    /// Whether it holds memory.
    var hasStorage: Bool { !storage.isEmpty }

    /// Bytes of memory held.
    var capacity: Int { storage.count }

    /// Gives it memory to read into.
    mutating func adopt(_ storage: [UInt8]) {
        self.storage = storage
        start = 0
        end = 0
    }

    /// Takes the memory away; only when empty.
    mutating func surrender() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &storage)
        start = 0
        end = 0
        return taken
    }

    /// Calls `body` with the unread bytes and drops as many as it says it used.
    mutating func consume<Result>(_ body: (Span<UInt8>) -> (Result, used: Int)) -> Result {
        let (result, used) = body(storage.span.extracting(start..<end))
        start += min(used, end - start)
        if start == end {
            start = 0
            end = 0
        }
        return result
    }

    mutating func clear() {
        start = 0
        end = 0
    }

    /// Reads once.
    ///
    /// The outcome `bytes` says whether the room was filled, so that more may wait.
    mutating func fill(from descriptor: Int32) -> (outcome: Socket.Outcome, isFull: Bool) {
        if start > 0, end == storage.count {
            storage.withUnsafeMutableBufferPointer { buffer in
                let moved = UnsafeMutableBufferPointer(rebasing: buffer[0..<end - start])
                _ = moved.update(fromContentsOf: UnsafeBufferPointer(rebasing: buffer[start..<end]))
            }
            end -= start
            start = 0
        }
        let room = storage.count - end
        let position = end
        let outcome = storage.withUnsafeMutableBytes { buffer in
            Socket.read(
                descriptor,
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[position..<position + room]))
        }
        if case .bytes(let count) = outcome {
            end += count
            return (outcome, count == room)
        }
        return (outcome, false)
    }
}
