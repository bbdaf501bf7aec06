internal import Gateway
internal import HTTPServer

/// Decides who may ask, before any work is done.
protocol Door: Sendable {
    /// Who asks on open routes.
    var anybody: Client { get }

    /// The client of a request, counted; throws what to tell anybody else.
    func admit(_ request: HTTPRequest) throws(Problem) -> Client
}

/// Where clients come in: by a key where keys are needed, within their tenant's rate.
struct ClientDoor: Door {
    let desk: ClientDesk
    let counts: ClientCounts

    var anybody: Client { desk.anybody }

    func admit(_ request: HTTPRequest) throws(Problem) -> Client {
        let client: Client
        switch desk.identify(Bearer.token(of: request)) {
        case .client(let known): client = known
        case .keyMissing:
            counts.noteUnauthorized(.missing)
            throw Bearer.missing("A key is needed: Authorization: Bearer KEY.")
        case .keyUnknown:
            counts.noteUnauthorized(.unknown)
            throw Bearer.refused("The key is not known, or no longer good.")
        }
        guard let wait = desk.admit(client) else {
            counts.note(.admitted, client.tenant)
            return client
        }
        counts.note(.rateLimited, client.tenant)
        var problem = Problem(.rateLimited, "Too many requests of your tenant; nothing was done.")
        problem.retryAfter = wait
        throw problem
    }
}

/// Where operators come in: by the token, where there is one.
struct OperatorDoor: Door {
    let anybody: Client
    let token: AccessToken?

    func admit(_ request: HTTPRequest) throws(Problem) -> Client {
        guard let token else { return anybody }
        guard let shown = Bearer.token(of: request) else {
            throw Bearer.missing("The operators' token is needed: Authorization: Bearer TOKEN.")
        }
        guard token.matches(shown) else { throw Bearer.refused("This is not the token.") }
        return anybody
    }
}

/// Bearer tokens in header fields (RFC 6750 sections 2.1 and 3).
enum Bearer {
    private static let scheme = "bearer "
    /// Longer ones are not hashed.
    private static let mostBytes = 512

    /// What the one `Authorization` field shows; an empty text for a field that shows no bearer
    /// token or comes twice, which is no token of anybody's.
    static func token(of request: HTTPRequest) -> String? {
        let fields = request.fields.all("authorization")
        guard let field = fields.first else { return nil }
        guard fields.count == 1, field.utf8.count <= mostBytes,
            field.lowercased().hasPrefix(scheme)
        else { return "" }
        return String(AcceptField.trim(field.dropFirst(scheme.count)))
    }

    static func missing(_ detail: String) -> Problem {
        problem(detail, #"Bearer realm="tributary""#)
    }

    static func refused(_ detail: String) -> Problem {
        problem(detail, #"Bearer realm="tributary", error="invalid_token""#)
    }

    private static func problem(_ detail: String, _ challenge: String) -> Problem {
        var problem = Problem(.unauthorized, detail)
        problem.fields = [("WWW-Authenticate", challenge)]
        return problem
    }
}
