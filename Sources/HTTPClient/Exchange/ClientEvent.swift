/// What an exchange delivers before it ends.
public enum ClientEvent: Sendable {
    /// A connection stands and the request is going out; once, first, also where it is sent again.
    case sending
    /// The status and fields; once.
    case head(ClientHead)
    /// The next bytes of the body, inflated; 1 byte to 64 KB.
    case body([UInt8])
}

/// The head of an answer.
public struct ClientHead: Sendable {
    /// The status code, 200 to 599 without the redirects.
    public let status: Int
    /// The fields in the order received.
    public let headers: ClientHeaders
    /// Whether a connection was opened for this exchange.
    public let newConnection: Bool
}

/// The fields of an answer's head.
public struct ClientHeaders: Sendable {
    /// Names and values in the order received; bytes that are not UTF-8 became U+FFFD.
    public let fields: [(name: String, value: String)]

    /// The first value of a field; names compare without regard to ASCII case (RFC 9110, 5.1).
    public subscript(_ name: String) -> String? {
        fields.first { Self.same($0.name, name) }?.value
    }

    /// Every value of a field, in order.
    public func all(_ name: String) -> [String] {
        fields.filter { Self.same($0.name, name) }.map(\.value)
    }

    static func same(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { lowercase($0) == lowercase($1) }
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
