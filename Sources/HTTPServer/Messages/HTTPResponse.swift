/// What a handler answers: a status, fields, and a body that is whole or produced as it goes.
///
/// The server itself writes `Date`, `Content-Length`, `Transfer-Encoding` and `Connection`;
/// a handler's own lines of these names are left out. A field whose name is no token or whose
/// value has CR, LF, NUL or another control byte is never sent: the client gets a 500 instead.
public struct HTTPResponse: Sendable {
    /// The body of an answer.
    public enum Body: Sendable {
        /// The whole body; not sent for HEAD, 204 and 304.
        case bytes([UInt8])
        /// A body produced while it is sent, chunked in 1.1, ended by the close in 1.0.
        ///
        /// Not called for HEAD. Its task is cancelled when the client leaves or is dropped. If it
        /// throws, the body is cut so that the client can tell (no last chunk, connection closed).
        case stream(@Sendable (HTTPBodyWriter) async throws -> Void)
        /// Misbehaviour on purpose; see `HTTPResponse.fault(_:)`.
        case fault(@Sendable (RawConnection) async -> Void)
    }

    /// The status.
    public var status: HTTPStatus

    /// The fields, in the order they are sent.
    public var fields: [(name: String, value: String)]

    /// The body.
    public var body: Body

    /// Ends the connection after this answer, as `Connection: close` says to the client.
    public var closesConnection = false

    /// Carried into the exchange's record, for example a request id.
    public var tag: String?

    /// Makes an answer.
    public init(
        status: HTTPStatus = .ok, fields: [(name: String, value: String)] = [],
        body: Body = .bytes([])
    ) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}
