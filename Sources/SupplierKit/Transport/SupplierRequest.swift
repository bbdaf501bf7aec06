/// One HTTP request an adapter wants sent, without any secret in it.
///
/// The gateway resolves ``path`` against the manifest's base address, asks the named
/// ``AuthScheme`` for credentials and fills them in at each send, so that a signature is never
/// older than the attempt.
public struct SupplierRequest: Sendable, Equatable {
    /// The HTTP methods suppliers use.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// A piece of the body: known bytes, or a credential that the gateway fills in.
    public enum BodyPart: Sendable, Equatable {
        /// Sent as it is.
        case bytes([UInt8])
        /// Replaced by the credential of that name from the manifest's list, escaped for XML text.
        case xmlCredential(String)
    }

    /// GET for everything that only asks; POST where the supplier's protocol wants it.
    public var method: Method
    /// Path and query relative to the manifest's base address, starting with `/`, percent-encoded.
    public var path: String
    /// Field names and values; a CR, LF or NUL in one makes the gateway refuse the request.
    public var headers: [(name: String, value: String)]
    /// Empty for requests without a body.
    public var body: [BodyPart]
    /// Whether sending it twice does no harm: the only requests that are ever retried.
    public var idempotent: Bool

    /// A request with no headers and no body.
    public init(method: Method, path: String, idempotent: Bool) {
        self.method = method
        self.path = path
        self.idempotent = idempotent
        headers = []
        body = []
    }

    /// Whether both would put the same bytes on the wire.
    public static func == (a: SupplierRequest, b: SupplierRequest) -> Bool {
        a.method == b.method && a.path == b.path && a.body == b.body
            && a.idempotent == b.idempotent
            && a.headers.elementsEqual(b.headers) { $0.name == $1.name && $0.value == $1.value }
    }
}
