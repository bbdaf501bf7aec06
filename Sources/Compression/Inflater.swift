internal import CZlib

/// Inflates one gzip or zlib stream that arrives in pieces, within fixed limits.
///
/// Owned by one task or thread at a time. After it has thrown, it throws the same fault for ever.
public final class Inflater {
    /// The wrapping around the deflate stream.
    public enum Framing: Sendable {
        /// RFC 1952; several members may follow one another.
        case gzip
        /// RFC 1950, which HTTP calls `deflate`.
        case zlib
    }

    private enum State {
        case beforeMember
        case insideMember
        case ended
        case failed(CompressionFault)
    }

    /// Compressed bytes used so far.
    public private(set) var inputCount = 0
    /// Inflated bytes handed out so far.
    public private(set) var outputCount = 0

    private let framing: Framing
    private let limits: InflateLimits
    // On the heap because the library keeps a pointer back to it.
    private let stream: UnsafeMutablePointer<z_stream>
    private var state = State.beforeMember
    private var members = 0

    /// Prepares for one stream; takes about 40 KB.
    ///
    /// - Throws: `CompressionFault.unavailable`.
    public init(_ framing: Framing, limits: InflateLimits = InflateLimits())
        throws(CompressionFault)
    {
        self.framing = framing
        self.limits = limits
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let windowBits: Int32 = framing == .gzip ? MAX_WBITS + 16 : MAX_WBITS
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(stream, windowBits, ZLIB_VERSION, size) == Z_OK else {
            stream.deallocate()
            throw .unavailable
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Takes bytes off the front of `input` and gives what they inflate to.
    ///
    /// Call it until the answer is empty: only then is all the input used.
    ///
    /// - Parameters:
    ///   - input: the rest of a piece; its first bytes are removed as they are used.
    ///   - limit: the most bytes to give back, 1 to 1 MB; values outside count as the nearest.
    /// - Returns: at most `limit` bytes; empty when more input is needed or the stream has ended.
    /// - Throws: `CompressionFault`, also for limits.
    public func inflate(
        _ input: inout ArraySlice<UInt8>, upTo limit: Int = 64 << 10
    ) throws(CompressionFault) -> [UInt8] {
        if case .failed(let fault) = state { throw fault }
        do throws(CompressionFault) {
            let output = try step(&input, upTo: min(max(1, limit), 1 << 20))
            try judge(output.count)
            return output
        } catch {
            state = .failed(error)
            throw error
        }
    }

    /// Says that no more input will come.
    ///
    /// - Throws: `CompressionFault.truncated` unless the last member is whole.
    public func finish() throws(CompressionFault) {
        switch state {
        case .failed(let fault): throw fault
        case .ended: return
        case .beforeMember, .insideMember:
            state = .failed(.truncated)
            throw .truncated
        }
    }

    private func step(
        _ input: inout ArraySlice<UInt8>, upTo limit: Int
    ) throws(CompressionFault) -> [UInt8] {
        // One byte over the cap is asked for, so that passing it is noticed.
        let room = min(limit, limits.maximumOutput - outputCount + 1)
        var produced = 0
        var fault: CompressionFault?
        let output = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            do throws(CompressionFault) {
                while produced < room {
                    let before = (produced, input.count)
                    try runOnce(&input, into: buffer, from: &produced)
                    if (produced, input.count) == before { break }
                }
            } catch {
                fault = error
            }
            count = produced
        }
        if let fault { throw fault }
        return output
    }

    /// Runs the library once over the input at hand.
    private func runOnce(
        _ input: inout ArraySlice<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>,
        from produced: inout Int
    ) throws(CompressionFault) {
        if case .ended = state {
            guard !input.isEmpty else { return }
            guard framing == .gzip else { throw .trailingGarbage }
            guard inflateReset(stream) == Z_OK else { throw .unavailable }
            state = .beforeMember
        }
        let given = min(input.count, 1 << 30)
        let room = buffer.count - produced
        let status = input.withUnsafeBufferPointer { bytes in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
            stream.pointee.avail_in = UInt32(given)
            stream.pointee.next_out = buffer.baseAddress?.advanced(by: produced)
            stream.pointee.avail_out = UInt32(room)
            defer { stream.pointee.next_in = nil }
            return CZlib.inflate(stream, Z_NO_FLUSH)
        }
        let used = given - Int(stream.pointee.avail_in)
        input = input.dropFirst(used)
        inputCount += used
        produced += room - Int(stream.pointee.avail_out)
        if used > 0, case .beforeMember = state { state = .insideMember }
        switch status {
        case Z_OK, Z_BUF_ERROR: return
        case Z_STREAM_END:
            members += 1
            state = .ended
        case Z_DATA_ERROR, Z_NEED_DICT: throw dataFault(output: produced)
        default: throw .unavailable
        }
    }

    private func judge(_ produced: Int) throws(CompressionFault) {
        outputCount += produced
        if outputCount > limits.maximumOutput { throw .tooLarge(limit: limits.maximumOutput) }
        let (allowed, overflow) = inputCount.multipliedReportingOverflow(by: limits.maximumRatio)
        if outputCount > limits.ratioFloor, !overflow, outputCount > allowed {
            throw .ratioExceeded(limit: limits.maximumRatio)
        }
    }

    /// Names a refusal by the library's own message, the only place where it tells them apart.
    private func dataFault(output: Int) -> CompressionFault {
        let message = stream.pointee.msg.map { String(cString: $0) } ?? ""
        switch message {
        case "incorrect data check", "incorrect length check", "header crc mismatch":
            return .wrongChecksum
        case "incorrect header check", "unknown compression method", "invalid window size",
            "unknown header flags set":
            return members > 0 ? .trailingGarbage : .badHeader
        default:
            return .corrupt
        }
    }
}
