/// Why the server itself, not a handler, ends a request; the connection closes after the answer.
public enum HTTPRefusal: String, Error, CaseIterable, Hashable, Sendable {
    /// The request line does not follow RFC 9112 section 3.
    case malformedRequestLine
    /// Neither origin-form, absolute-form nor `*` for OPTIONS.
    case malformedTarget
    /// A field line does not follow RFC 9112 section 5, is folded, or has a forbidden byte.
    case malformedField
    /// No Host, two, or one that is no host.
    case malformedHost
    /// A length that is no number, is repeated, or comes with Transfer-Encoding.
    case malformedLength
    /// Transfer-Encoding repeated, empty, or in 1.0.
    case malformedTransferCoding
    /// A chunk that does not follow RFC 9112 section 7.1.
    case malformedChunk
    /// A version other than 1.x.
    case unsupportedVersion
    /// A method outside `HTTPMethod`.
    case unknownMethod
    /// A transfer coding other than `chunked`.
    case unknownTransferCoding
    /// An expectation other than `100-continue`.
    case unknownExpectation
    /// The request target is over its limit.
    case targetTooLong
    /// The head is over its limit, in bytes or in fields.
    case headTooLarge
    /// The body is over the limit of its route.
    case bodyTooLarge
    /// The head took too long.
    case headTimeout
    /// The body took too long.
    case bodyTimeout
    /// The handler took too long.
    case handlerTimeout
    /// A response that cannot be sent, such as a field value with a line break.
    case unsendableResponse
    /// Too many connections, or no descriptors left.
    case overloaded

    /// The status the client gets.
    public var status: HTTPStatus {
        switch self {
        case .malformedRequestLine, .malformedTarget, .malformedField, .malformedHost,
            .malformedLength, .malformedTransferCoding, .malformedChunk:
            .badRequest
        case .unsupportedVersion: .versionNotSupported
        case .unknownMethod, .unknownTransferCoding: .notImplemented
        case .unknownExpectation: .expectationFailed
        case .targetTooLong: .uriTooLong
        case .headTooLarge: .headerFieldsTooLarge
        case .bodyTooLarge: .contentTooLarge
        case .headTimeout, .bodyTimeout: .requestTimeout
        case .handlerTimeout, .overloaded: .serviceUnavailable
        case .unsendableResponse: .internalServerError
        }
    }

    /// The answer sent when the server's owner has not shaped another.
    public var plainResponse: HTTPResponse {
        HTTPResponse(
            status: status, fields: [("Content-Type", "text/plain; charset=utf-8")],
            body: .bytes(Array("\(status): \(rawValue)\n".utf8)))
    }
}
