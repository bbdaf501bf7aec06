/// A response's status code, 200...599.
public struct HTTPStatus: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The three digits.
    public let rawValue: Int

    /// Takes a code; one outside 200...599 becomes 500, since interim and unknown classes are not
    /// a handler's to send.
    public init(rawValue: Int) {
        self.rawValue = (200...599).contains(rawValue) ? rawValue : 500
    }

    /// 200.
    public static let ok = HTTPStatus(rawValue: 200)
    /// 201.
    public static let created = HTTPStatus(rawValue: 201)
    /// 202.
    public static let accepted = HTTPStatus(rawValue: 202)
    /// 204.
    public static let noContent = HTTPStatus(rawValue: 204)
    /// 304.
    public static let notModified = HTTPStatus(rawValue: 304)
    /// 400.
    public static let badRequest = HTTPStatus(rawValue: 400)
    /// 401.
    public static let unauthorized = HTTPStatus(rawValue: 401)
    /// 403.
    public static let forbidden = HTTPStatus(rawValue: 403)
    /// 404.
    public static let notFound = HTTPStatus(rawValue: 404)
    /// 405.
    public static let methodNotAllowed = HTTPStatus(rawValue: 405)
    /// 406.
    public static let notAcceptable = HTTPStatus(rawValue: 406)
    /// 408.
    public static let requestTimeout = HTTPStatus(rawValue: 408)
    /// 409.
    public static let conflict = HTTPStatus(rawValue: 409)
    /// 410.
    public static let gone = HTTPStatus(rawValue: 410)
    /// 413.
    public static let contentTooLarge = HTTPStatus(rawValue: 413)
    /// 414.
    public static let uriTooLong = HTTPStatus(rawValue: 414)
    /// 415.
    public static let unsupportedMediaType = HTTPStatus(rawValue: 415)
    /// 417.
    public static let expectationFailed = HTTPStatus(rawValue: 417)
    /// 422.
    public static let unprocessableContent = HTTPStatus(rawValue: 422)
    /// 429.
    public static let tooManyRequests = HTTPStatus(rawValue: 429)
    /// 431.
    public static let headerFieldsTooLarge = HTTPStatus(rawValue: 431)
    /// 500.
    public static let internalServerError = HTTPStatus(rawValue: 500)
    /// 501.
    public static let notImplemented = HTTPStatus(rawValue: 501)
    /// 502.
    public static let badGateway = HTTPStatus(rawValue: 502)
    /// 503.
    public static let serviceUnavailable = HTTPStatus(rawValue: 503)
    /// 504.
    public static let gatewayTimeout = HTTPStatus(rawValue: 504)
    /// 505.
    public static let versionNotSupported = HTTPStatus(rawValue: 505)

    /// Code and reason phrase, as in the status line.
    public var description: String { "\(rawValue) \(reason)" }

    /// The registered reason phrase (RFC 9110 section 15), or its class's for other codes.
    public var reason: String {
        switch rawValue {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 422: "Unprocessable Content"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        case 200..<300: "Success"
        case 300..<400: "Redirection"
        case 400..<500: "Client Error"
        default: "Server Error"
        }
    }

    /// Whether an answer with this status never has a body (RFC 9110 section 6.4.1).
    var isBodiless: Bool { rawValue == 204 || rawValue == 304 }
}
