/// The header fields of a request, looked up by name without regard to case.
///
/// A view of the bytes that came; values are made into strings when asked for, bytes that are no
/// UTF-8 repaired with U+FFFD.
public struct HTTPRequestFields: Sequence, Sendable {
    let head: RequestHead

    /// How many field lines there are.
    public var count: Int { head.fields.count }

    /// The value of the first line named `name`; white space around it removed.
    public func first(_ name: String) -> String? {
        guard let field = head.fields.first(where: { isNamed($0, name) }) else { return nil }
        return String(decoding: head.bytes[field.value], as: UTF8.self)
    }

    /// The values of all lines named `name`, in order.
    public func all(_ name: String) -> [String] {
        head.fields.compactMap { field in
            isNamed(field, name) ? String(decoding: head.bytes[field.value], as: UTF8.self) : nil
        }
    }

    /// Whether a line is named `name`.
    public func contains(_ name: String) -> Bool {
        head.fields.contains { isNamed($0, name) }
    }

    /// Names as they came, with their values, in order.
    public func makeIterator() -> AnyIterator<(name: String, value: String)> {
        var fields = head.fields.makeIterator()
        return AnyIterator {
            guard let field = fields.next() else { return nil }
            return (
                String(decoding: head.bytes[field.name], as: UTF8.self),
                String(decoding: head.bytes[field.value], as: UTF8.self)
            )
        }
    }

    private func isNamed(_ field: RequestHead.Field, _ name: String) -> Bool {
        let sought = name.utf8
        guard field.name.count == sought.count else { return false }
        var index = field.name.lowerBound
        for byte in sought {
            guard ByteClass.lowercased(head.bytes[index]) == ByteClass.lowercased(byte) else {
                return false
            }
            index += 1
        }
        return true
    }
}
