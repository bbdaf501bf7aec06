/// A request as a mock sees it: text taken apart, nothing trusted.
public struct MockRequest: Sendable {
    /// Upper-case method.
    public let method: String
    /// Decoded path components, without the supplier's prefix.
    public let path: [String]
    /// Decoded query, in order, names may repeat.
    public let query: [(name: String, value: String)]
    /// Header fields in order.
    public let fields: [(name: String, value: String)]
    /// The whole body.
    public let body: [UInt8]

    /// A request by its parts.
    public init(
        method: String, path: [String], query: [(name: String, value: String)] = [],
        fields: [(name: String, value: String)] = [], body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.fields = fields
        self.body = body
    }

    /// The first value of a query parameter.
    public func parameter(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// All values of a query parameter, in order.
    public func parameters(_ name: String) -> [String] {
        query.filter { $0.name == name }.map(\.value)
    }

    /// The first value of a header field, whatever the case of its name.
    public func field(_ name: String) -> String? {
        let wanted = name.lowercased()
        return fields.first { $0.name.lowercased() == wanted }?.value
    }
}
