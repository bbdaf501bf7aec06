/// The status line and fields of a supplier's answer.
public struct ResponseHead: Sendable {
    /// The HTTP status code, 100 to 599.
    public let status: Int
    /// Fields in the order received.
    public let headers: [(name: String, value: String)]

    /// Takes what the transport read; nothing is checked again.
    public init(status: Int, headers: [(name: String, value: String)]) {
        self.status = status
        self.headers = headers
    }

    /// The first value of a field; names compare without regard to ASCII case (RFC 9110 section 5.1).
    public func first(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }
}
