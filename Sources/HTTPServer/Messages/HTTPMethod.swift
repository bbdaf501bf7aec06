/// A request method the server knows; any other is answered 501 before a handler sees it.
///
/// CONNECT and TRACE are left out on purpose: a gateway tunnels nothing and echoes nothing.
public enum HTTPMethod: String, CaseIterable, Hashable, Sendable {
    /// Reads.
    case get = "GET"
    /// Reads without the body.
    case head = "HEAD"
    /// Acts or creates.
    case post = "POST"
    /// Replaces.
    case put = "PUT"
    /// Changes in part.
    case patch = "PATCH"
    /// Removes.
    case delete = "DELETE"
    /// Asks what is possible.
    case options = "OPTIONS"
}

/// A version of the protocol; 1.2 to 1.9 are served as 1.1 (RFC 9110 section 2.5).
public enum HTTPVersion: String, Hashable, Sendable {
    /// No chunks, no persistence unless asked for.
    case http10 = "HTTP/1.0"
    /// The version of every answer.
    case http11 = "HTTP/1.1"
}
