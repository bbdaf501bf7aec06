import WireFormat

/// Writes the path and query of a request; every value is percent-encoded.
public struct RequestPath: Sendable {
    /// The text so far, starting with `/`.
    public private(set) var text: String
    private var hasQuery: Bool

    /// Starts with a fixed path, already encoded.
    public init(_ path: String) {
        text = path
        hasQuery = path.contains("?")
    }

    /// Adds `name=value` to the query; a name may be added again.
    public mutating func add(_ name: String, _ value: some StringProtocol) {
        text += (hasQuery ? "&" : "?") + name + "=" + PercentEncoding.encode(value)
        hasQuery = true
    }

    /// A supplier's link as a path to send: relative, or absolute under `baseURL`.
    ///
    /// `nil` for another host, a scheme-relative link, or characters no request line may hold.
    public static func link(_ href: String, baseURL: String) -> String? {
        let path = href.hasPrefix(baseURL + "/") ? String(href.dropFirst(baseURL.count)) : href
        guard path.utf8.first == UInt8(ascii: "/"), !path.hasPrefix("//"),
            path.utf8.count <= 4000,
            path.utf8.allSatisfy({ (33...126).contains($0) && $0 != UInt8(ascii: "#") })
        else { return nil }
        return path
    }
}
