/// What a server holds for its connections at one moment, by its own account.
///
/// The system's socket buffers come on top, see `docs/http-server.md`.
public struct HTTPServerLoad: Hashable, Sendable {
    /// Connections open.
    public internal(set) var connections = 0

    /// Bytes of answers that clients have not taken.
    public internal(set) var unsentBytes = 0

    /// Bytes of memory to read requests into; an idle connection holds none.
    public internal(set) var inputBytes = 0

    /// Bytes of bodies that are being read.
    public internal(set) var bodyBytes = 0

    /// Nothing at all.
    public init() {}

    static func += (sum: inout HTTPServerLoad, more: HTTPServerLoad) {
        sum.connections += more.connections
        sum.unsentBytes += more.unsentBytes
        sum.inputBytes += more.inputBytes
        sum.bodyBytes += more.bodyBytes
    }
}
