internal import CZlib

/// Compresses pieces into one gzip member (RFC 1952) with no time stamp, so that equal input gives
/// equal output.
///
/// Owned by one task or thread at a time.
public final class GzipWriter {
    // On the heap because the library keeps a pointer back to it.
    private let stream: UnsafeMutablePointer<z_stream>
    private var finished = false

    /// Prepares a member; takes about 256 KB.
    ///
    /// - Parameter level: 1 (quick) to 9 (small); values outside count as the nearest.
    /// - Throws: `CompressionFault.unavailable`.
    public init(level: Int = 6) throws(CompressionFault) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = deflateInit2_(
            stream, Int32(min(max(level, 1), 9)), Z_DEFLATED, MAX_WBITS + 16, 8,
            Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else {
            stream.deallocate()
            throw .unavailable
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Takes a piece and gives the compressed bytes that are ready, possibly none.
    ///
    /// - Parameter flush: whether a reader must be able to inflate all of it now, at some cost in size.
    /// - Throws: `CompressionFault.unavailable`, also after `finish`.
    public func write(
        _ piece: [UInt8], flush: Bool = false
    ) throws(CompressionFault) -> [UInt8] {
        try run(piece, flush ? Z_SYNC_FLUSH : Z_NO_FLUSH)
    }

    /// Ends the member and gives its last bytes.
    ///
    /// - Throws: `CompressionFault.unavailable`, also when called twice.
    public func finish() throws(CompressionFault) -> [UInt8] {
        let last = try run([], Z_FINISH)
        finished = true
        return last
    }

    /// Compresses a whole body in one go.
    ///
    /// - Throws: `CompressionFault.unavailable`.
    public static func compress(
        _ body: [UInt8], level: Int = 6
    ) throws(CompressionFault) -> [UInt8] {
        let writer = try GzipWriter(level: level)
        var output = try writer.write(body)
        output += try writer.finish()
        return output
    }

    private func run(_ piece: [UInt8], _ flush: Int32) throws(CompressionFault) -> [UInt8] {
        guard !finished else { throw .unavailable }
        var output: [UInt8] = []
        var rest = piece[...]
        var status = Z_OK
        repeat {
            // A flush is asked for once the rest is small enough for the library's counter.
            let given = min(rest.count, 1 << 30)
            let mode = given == rest.count ? flush : Z_NO_FLUSH
            let bound = min(max(64, given), 64 << 10)
            output += [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
                rest.withUnsafeBufferPointer { bytes in
                    stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
                    stream.pointee.avail_in = UInt32(given)
                    stream.pointee.next_out = buffer.baseAddress
                    stream.pointee.avail_out = UInt32(bound)
                    status = deflate(stream, mode)
                    stream.pointee.next_in = nil
                }
                count = bound - Int(stream.pointee.avail_out)
            }
            rest = rest.dropFirst(given - Int(stream.pointee.avail_in))
            guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
                throw .unavailable
            }
        } while !rest.isEmpty || stream.pointee.avail_out == 0
        return output
    }
}
