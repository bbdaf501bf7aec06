/// Checks what follows a `;` on a chunk's size line (RFC 9112 section 7.1.1).
///
/// Nothing is kept. The grammar is held to because a quote that one reader closes and another does
/// not moves the end of the line, and with it where the next request begins.
struct ChunkExtensionReader {
    private enum State {
        case beforeName
        case name
        case afterName
        case beforeValue
        case value
        case quoted
        case escaped
        case closed
        case afterValue
    }

    private var state = State.beforeName

    /// Whether the line may end here: after a name, a value or a closing quote, not within or between.
    var mayEnd: Bool {
        switch state {
        case .name, .value, .closed: true
        default: false
        }
    }

    /// Takes the next byte; `false` when no extension goes on like that.
    mutating func take(_ byte: UInt8) -> Bool {
        guard let next = next(byte) else { return false }
        state = next
        return true
    }

    private func next(_ byte: UInt8) -> State? {
        switch state {
        case .beforeName:
            ByteClass.isBlank(byte) ? .beforeName : ByteClass.isToken(byte) ? .name : nil
        case .name: ByteClass.isToken(byte) ? .name : afterName(byte)
        case .afterName: afterName(byte)
        case .beforeValue:
            switch byte {
            case UInt8(ascii: "\""): .quoted
            case _ where ByteClass.isBlank(byte): .beforeValue
            default: ByteClass.isToken(byte) ? .value : nil
            }
        case .value: ByteClass.isToken(byte) ? .value : afterValue(byte)
        case .quoted:
            switch byte {
            case UInt8(ascii: "\""): .closed
            case UInt8(ascii: "\\"): .escaped
            default: ByteClass.isFieldContent(byte) ? .quoted : nil
            }
        case .escaped: ByteClass.isFieldContent(byte) ? .quoted : nil
        case .closed, .afterValue: afterValue(byte)
        }
    }

    private func afterName(_ byte: UInt8) -> State? {
        switch byte {
        case UInt8(ascii: "="): .beforeValue
        case UInt8(ascii: ";"): .beforeName
        default: ByteClass.isBlank(byte) ? .afterName : nil
        }
    }

    private func afterValue(_ byte: UInt8) -> State? {
        if byte == UInt8(ascii: ";") { return .beforeName }
        return ByteClass.isBlank(byte) ? .afterValue : nil
    }
}
