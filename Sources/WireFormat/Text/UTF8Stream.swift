/// Checks UTF-8 that arrives in pieces, whose cuts may fall inside a character.
struct UTF8Stream {
    /// The first bytes of a character whose others are still to come, three at most.
    private var cut: [UInt8] = []

    /// The place in `piece` where it stops being UTF-8, nil if it is good so far.
    mutating func fault(in piece: UnsafeBufferPointer<UInt8>) -> Int? {
        var start = 0
        while !cut.isEmpty, start < piece.count {
            // Told at once, as in a whole piece: who reads on meanwhile would call it something else.
            guard 0x80...0xBF ~= piece[start] else { return start }
            cut.append(piece[start])
            start += 1
            guard cut.count == Self.length(startingWith: cut[0]) else { continue }
            guard String(validating: cut, as: UTF8.self) != nil else { return start - 1 }
            cut = []
        }
        let end = max(start, Self.endOfWholeCharacters(in: piece))
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: piece.extracting(start..<end).span)
        } catch {
            return start + error.byteOffsets.lowerBound
        }
        cut.append(contentsOf: piece[end...])
        return nil
    }

    /// Bytes of a character by its first one; 1 for what cannot be a first one.
    private static func length(startingWith byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    private static func endOfWholeCharacters(in piece: UnsafeBufferPointer<UInt8>) -> Int {
        for back in 1...3 where back <= piece.count {
            let byte = piece[piece.count - back]
            if 0x80...0xBF ~= byte { continue }
            return length(startingWith: byte) > back ? piece.count - back : piece.count
        }
        return piece.count
    }
}
