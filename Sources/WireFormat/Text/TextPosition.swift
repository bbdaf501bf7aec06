/// A place in a text as people count it: both numbers start at 1.
public struct TextPosition: Hashable, Sendable, CustomStringConvertible {
    /// Lines are ended by a line feed.
    public let line: Int
    /// Characters of UTF-8 since the start of the line, plus one.
    public let column: Int

    /// The place of the byte at `offset` in `bytes`; beyond the end it is the end.
    public init(offset: Int, in bytes: [UInt8]) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(max(offset, 0)) {
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.line = line
        self.column = column
    }

    /// Both numbers as `line:column`.
    public var description: String { "\(line):\(column)" }
}
