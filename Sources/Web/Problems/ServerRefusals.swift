internal import Gateway
internal import HTTPServer

/// Gives the server's own refusals the shape of every other problem.
struct ServerRefusals: Sendable {
    let random: any RandomSource

    func response(to refusal: HTTPRefusal) -> HTTPResponse {
        let id = RequestID.fresh(random)
        var problem = Problem(Self.code(of: refusal), Self.detail(of: refusal))
        if problem.code == .overloaded { problem.retryAfter = .seconds(1) }
        var response = problem.response(requestID: id)
        response.fields.append((RequestID.field, id))
        response.tag = id
        return response
    }

    private static func code(of refusal: HTTPRefusal) -> ProblemCode {
        switch refusal {
        case .malformedRequestLine, .malformedTarget, .malformedField, .malformedHost,
            .malformedLength, .malformedTransferCoding, .malformedChunk:
            .malformedRequest
        case .unsupportedVersion: .versionNotSupported
        case .unknownMethod, .unknownTransferCoding: .notImplemented
        case .unknownExpectation: .expectationFailed
        case .targetTooLong: .targetTooLong
        case .headTooLarge: .fieldsTooLarge
        case .bodyTooLarge: .contentTooLarge
        case .headTimeout, .bodyTimeout: .requestTimeout
        case .handlerTimeout, .overloaded: .overloaded
        case .unsendableResponse: .internalError
        }
    }

    private static func detail(of refusal: HTTPRefusal) -> String {
        switch refusal {
        case .malformedRequestLine: "The request line breaks RFC 9112."
        case .malformedTarget: "The request target breaks RFC 9112."
        case .malformedField: "A field line breaks RFC 9112."
        case .malformedHost: "There must be one Host field that names a host."
        case .malformedLength: "Content-Length is no single number, or comes with chunks."
        case .malformedTransferCoding: "Transfer-Encoding is empty, repeated or misplaced."
        case .malformedChunk: "A chunk breaks RFC 9112."
        case .unsupportedVersion: "Only HTTP/1.x is spoken here."
        case .unknownMethod: "The method is not known here."
        case .unknownTransferCoding: "The only transfer coding is chunked."
        case .unknownExpectation: "The only expectation is 100-continue."
        case .targetTooLong: "The request target is too long."
        case .headTooLarge: "The header has too many bytes or fields."
        case .bodyTooLarge: "The body has too many bytes."
        case .headTimeout: "The header took too long."
        case .bodyTimeout: "The body took too long."
        case .handlerTimeout: "The answer took too long."
        case .unsendableResponse: "The answer could not be sent."
        case .overloaded: "Too many connections are open."
        }
    }
}
