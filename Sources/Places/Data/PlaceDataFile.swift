internal import Compression
internal import Glibc

/// The lines of a gzip-compressed data file, read in pieces so that the whole text is never held.
struct PlaceDataFile {
    /// The longest line that is taken, in bytes.
    static let longestLine = 64 << 10

    private let path: String
    private static let limits = InflateLimits(maximumOutput: 1 << 30, maximumRatio: 500)

    init(path: String) {
        self.path = path
    }

    /// Calls `body` with each line, without its end; `nil` for one that is too long or not UTF-8.
    ///
    /// - Throws: `PlaceFault.file`, `.damagedArchive`, and what `body` throws.
    func forEachLine(_ body: (String?) throws(PlaceFault) -> Void) throws(PlaceFault) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(path: path, code: errno) }
        defer { close(descriptor) }
        guard let inflater = try? Inflater(.gzip, limits: Self.limits) else {
            throw .damagedArchive(path: path)
        }
        var splitter = LineSplitter(longest: Self.longestLine)
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .file(path: path, code: errno) }
            if count == 0 { break }
            var rest = buffer[0..<count]
            while true {
                let piece = try inflated { () throws(CompressionFault) in
                    try inflater.inflate(&rest, upTo: 1 << 20)
                }
                if piece.isEmpty { break }
                try splitter.feed(piece, body)
            }
        }
        try inflated { () throws(CompressionFault) in try inflater.finish() }
        try splitter.finish(body)
    }

    private func inflated<Value>(
        _ body: () throws(CompressionFault) -> Value
    ) throws(PlaceFault) -> Value {
        do { return try body() } catch { throw .damagedArchive(path: path) }
    }
}

/// Cuts pieces of bytes into lines.
private struct LineSplitter {
    private var held: [UInt8] = []
    private var overlong = false
    private let longest: Int

    init(longest: Int) {
        self.longest = longest
    }

    mutating func feed(
        _ piece: [UInt8], _ body: (String?) throws(PlaceFault) -> Void
    ) throws(PlaceFault) {
        var start = 0
        while start < piece.count {
            let end = Self.lineEnd(in: piece, from: start)
            if held.count + (end ?? piece.count) - start > longest {
                overlong = true
                held = []
            } else if !overlong {
                held += piece[start..<(end ?? piece.count)]
            }
            guard let end else { return }
            try deliver(body)
            start = end + 1
        }
    }

    mutating func finish(_ body: (String?) throws(PlaceFault) -> Void) throws(PlaceFault) {
        if !held.isEmpty || overlong { try deliver(body) }
    }

    private mutating func deliver(
        _ body: (String?) throws(PlaceFault) -> Void
    ) throws(PlaceFault) {
        let line = overlong ? nil : String(validating: held, as: UTF8.self)
        held.removeAll(keepingCapacity: true)
        overlong = false
        try body(line)
    }

    private static func lineEnd(in piece: [UInt8], from start: Int) -> Int? {
        piece.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = memchr(base + start, 10, bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
