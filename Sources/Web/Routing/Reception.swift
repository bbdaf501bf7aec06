internal import Gateway
internal import HTTPServer

/// What every request meets before its route: name, path, method, key, allowance, forms.
struct Reception<Table: RouteTable>: Sendable {
    typealias Handler = @Sendable (Table, Call) async throws(Problem) -> HTTPResponse

    let router = Router<Table>()
    let environment: Environment
    let door: any Door
    let handler: Handler

    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        let id = RequestID.of(request, environment.random)
        var response: HTTPResponse
        do throws(Problem) {
            response = try await route(request, id)
        } catch {
            response = error.response(requestID: id)
        }
        response.fields.append((RequestID.field, id))
        response.tag = id
        return response
    }

    private func route(_ request: HTTPRequest, _ id: String) async throws(Problem) -> HTTPResponse {
        let started = environment.clock.uptime()
        if request.path == "*" { return Self.options([.get, .head, .post, .delete, .options]) }
        switch router.match(request.method, path: request.path) {
        case .nowhere: throw Problem(.notFound, "There is nothing at this path.")
        case .otherMethods(let allowed):
            if request.method == .options { return Self.options(allowed) }
            var problem = Problem(
                .methodNotAllowed, "\(request.method.rawValue) is not possible here.")
            problem.fields = [("Allow", Self.list(allowed))]
            throw problem
        case .route(let route, let parameters):
            // Before anything else is looked at: who may not ask learns nothing of what would be wrong.
            let client = route.isOpen ? door.anybody : try door.admit(request)
            if route.method == .post, !ContentCoding.isPlain(request) {
                throw ContentCoding.refusal
            }
            try checkContentType(of: request, for: route)
            let call = Call(
                request: request, requestID: id, client: client, parameters: parameters,
                form: try form(of: request, for: route), started: started)
            return try await handler(route, call)
        }
    }

    private func form(of request: HTTPRequest, for route: Table) throws(Problem) -> MediaType? {
        let offered = route.produces
        guard !offered.isEmpty else { return nil }
        guard let best = AcceptField(request.fields.all("accept")).best(of: offered) else {
            let names = offered.map(\.rawValue).joined(separator: ", ")
            throw Problem(.notAcceptable, "This resource comes as: \(names).")
        }
        return best
    }

    private func checkContentType(of request: HTTPRequest, for route: Table) throws(Problem) {
        guard route.takesJSON else { return }
        let given = request.fields.first("content-type") ?? ""
        guard MediaType.json.isNamed(by: given) else {
            var problem = Problem(
                .unsupportedMediaType, "The body must be application/json in UTF-8.")
            problem.fields = [("Accept-Post", MediaType.json.rawValue)]
            throw problem
        }
    }

    private static func options(_ allowed: [HTTPMethod]) -> HTTPResponse {
        HTTPResponse(status: .noContent, fields: [("Allow", list(allowed))])
    }

    private static func list(_ methods: [HTTPMethod]) -> String {
        methods.map(\.rawValue).joined(separator: ", ")
    }
}
