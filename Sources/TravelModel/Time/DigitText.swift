/// Fixed-width decimal digits, as dates and times are written.
enum DigitText {
    /// The value of ASCII digits; `nil` if any byte is something else or there are more than nine.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard !bytes.isEmpty, bytes.count <= 9 else { return nil }
        var value = 0
        for byte in bytes {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }

    /// A text of `count` ASCII bytes that `write` puts in place, the last one first.
    ///
    /// Every price and every deadline of an answer is such a text, so it is made in one step.
    static func text(_ count: Int, _ write: (inout Writer) -> Void) -> String {
        String(unsafeUninitializedCapacity: count) { buffer in
            buffer.initialize(repeating: UInt8(ascii: "0"))
            var writer = Writer(buffer: buffer, start: count)
            write(&writer)
            return count
        }
    }

    /// `digits` with so many of them behind a point, and at least one before it.
    static func decimal(_ digits: some BinaryInteger, decimals: Int, isNegative: Bool) -> String {
        var count = 1
        var rest = digits / 10
        while rest > 0 {
            count += 1
            rest /= 10
        }
        let width = max(count, decimals + 1)
        return text(width + (decimals > 0 ? 1 : 0) + (isNegative ? 1 : 0)) { text in
            var rest = digits
            for place in 0..<width {
                if place > 0, place == decimals { text.put(".") }
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                text.put(digit, 1)
                rest = quotient
            }
            if isNegative { text.put("-") }
        }
    }

    /// Fills a text from its end; what would stand before its beginning is dropped.
    struct Writer {
        fileprivate let buffer: UnsafeMutableBufferPointer<UInt8>
        fileprivate var start: Int

        /// One ASCII character.
        mutating func put(_ character: Unicode.Scalar) {
            guard start > 0 else { return }
            start -= 1
            buffer[start] = UInt8(truncatingIfNeeded: character.value)
        }

        /// The last `width` decimal digits, with leading zeros.
        mutating func put(_ value: some BinaryInteger, _ width: Int) {
            var rest = value.magnitude
            for _ in 0..<width {
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                put(Unicode.Scalar(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)))
                rest = quotient
            }
        }
    }
}
