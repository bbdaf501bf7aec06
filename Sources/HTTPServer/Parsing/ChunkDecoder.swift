/// Takes the chunked coding off a body, strictly (RFC 9112 section 7.1).
///
/// Extensions and trailers are checked and dropped, both within a bound. What it says does not depend
/// on how the bytes were cut.
struct ChunkDecoder {
    enum Progress: Equatable {
        case needsMore
        case complete
    }

    private enum State {
        case sizeStart
        case size
        case blankAfterSize
        case lineExtension
        case lineFeedOfSize
        case data
        case returnOfData
        case lineFeedOfData
        case trailerStart
        case trailerName
        case trailerValue
        case lineFeedOfTrailer
        case lineFeedOfEnd
        case done
    }

    /// Bytes of size lines' extensions and of trailers accepted in one body.
    static let overheadLimit = 4096

    private var state = State.sizeStart
    private var chunkLeft = 0
    private var sizeDigits = 0
    private var overhead = 0
    private var extensions = ChunkExtensionReader()

    /// Reads from `input`, appends data to `body`, and says how many bytes were used.
    mutating func decode(_ input: Span<UInt8>, into body: inout [UInt8], limit: Int)
        throws(HTTPRefusal) -> (progress: Progress, used: Int)
    {
        var position = 0
        while position < input.count, state != .done {
            if state == .data {
                let count = min(chunkLeft, input.count - position)
                input.extracting(position..<position + count).withUnsafeBufferPointer {
                    body.append(contentsOf: $0)
                }
                position += count
                chunkLeft -= count
                if chunkLeft == 0 { state = .returnOfData }
            } else {
                try step(input[position], bodyCount: body.count, limit: limit)
                position += 1
            }
        }
        return (state == .done ? .complete : .needsMore, position)
    }

    private mutating func step(_ byte: UInt8, bodyCount: Int, limit: Int) throws(HTTPRefusal) {
        switch state {
        case .sizeStart, .size, .blankAfterSize, .lineExtension, .lineFeedOfSize:
            try stepSize(byte, bodyCount: bodyCount, limit: limit)
        case .returnOfData:
            try require(byte == 0x0d, then: .lineFeedOfData)
        case .lineFeedOfData:
            try require(byte == 0x0a, then: .sizeStart)
        default:
            try stepTrailer(byte)
        }
    }

    private mutating func stepSize(_ byte: UInt8, bodyCount: Int, limit: Int)
        throws(HTTPRefusal)
    {
        switch state {
        case .sizeStart, .size:
            if let digit = ByteClass.digit(byte) {
                sizeDigits = state == .sizeStart ? 1 : sizeDigits + 1
                chunkLeft = state == .sizeStart ? digit : chunkLeft << 4 | digit
                guard sizeDigits <= 15 else { throw .malformedChunk }
                state = .size
                return
            }
            guard state == .size else { throw .malformedChunk }
            // Judged at the end of the number, so that a malformed one is not taken for a large.
            try endSize(byte)
            guard chunkLeft <= limit - bodyCount else { throw .bodyTooLarge }
        case .blankAfterSize where ByteClass.isBlank(byte):
            try countOverhead()
        case .blankAfterSize:
            try require(byte == UInt8(ascii: ";"), then: .lineExtension)
        case .lineExtension:
            if byte == 0x0d {
                try require(extensions.mayEnd, then: .lineFeedOfSize)
                extensions = ChunkExtensionReader()
                return
            }
            try require(extensions.take(byte), then: .lineExtension)
            try countOverhead()
        default:
            try require(byte == 0x0a, then: chunkLeft == 0 ? .trailerStart : .data)
        }
    }

    /// The byte after the digits: CR, an extension, or blanks before one.
    private mutating func endSize(_ byte: UInt8) throws(HTTPRefusal) {
        switch byte {
        case 0x0d: state = .lineFeedOfSize
        case UInt8(ascii: ";"): state = .lineExtension
        case 0x20, 0x09: state = .blankAfterSize
        default: throw .malformedChunk
        }
    }

    private mutating func stepTrailer(_ byte: UInt8) throws(HTTPRefusal) {
        try countOverhead()
        switch state {
        case .trailerStart:
            if byte == 0x0d {
                state = .lineFeedOfEnd
            } else {
                try require(ByteClass.isToken(byte), then: .trailerName)
            }
        case .trailerName:
            if byte == UInt8(ascii: ":") {
                state = .trailerValue
            } else {
                try require(ByteClass.isToken(byte), then: .trailerName)
            }
        case .trailerValue:
            if byte == 0x0d {
                state = .lineFeedOfTrailer
            } else {
                try require(ByteClass.isFieldContent(byte), then: .trailerValue)
            }
        case .lineFeedOfTrailer:
            try require(byte == 0x0a, then: .trailerStart)
        default:
            try require(byte == 0x0a, then: .done)
        }
    }

    private mutating func require(_ isRight: Bool, then next: State) throws(HTTPRefusal) {
        guard isRight else { throw .malformedChunk }
        state = next
    }

    private mutating func countOverhead() throws(HTTPRefusal) {
        overhead += 1
        guard overhead <= Self.overheadLimit else { throw .malformedChunk }
    }
}
