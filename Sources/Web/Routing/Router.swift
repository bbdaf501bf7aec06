internal import HTTPServer

/// The routes of one listener: every one is a case, so that a document can be held against them.
protocol RouteTable: CaseIterable, Hashable, Sendable {
    /// What it answers to; HEAD goes wherever GET does.
    var method: HTTPMethod { get }
    /// Where it is. Of two that match, the earlier case wins.
    var pattern: PathPattern { get }
    /// The forms of a good answer, the usual one first; empty for none with a body.
    var produces: [MediaType] { get }
    /// Whether a body of `application/json` is read.
    var takesJSON: Bool { get }
}

/// Finds the route of a request.
struct Router<Table: RouteTable>: Sendable {
    enum Match {
        case route(Table, PathParameters)
        /// The path is known, the method is not: what `Allow` says.
        case otherMethods([HTTPMethod])
        case nowhere
    }

    private let entries: [(route: Table, pattern: PathPattern)]

    init() { entries = Table.allCases.map { ($0, $0.pattern) } }

    func match(_ method: HTTPMethod, path: String) -> Match {
        let sought = method == .head ? .get : method
        var allowed: Set<HTTPMethod> = []
        for entry in entries {
            guard let parameters = entry.pattern.match(path) else { continue }
            if entry.route.method == sought { return .route(entry.route, parameters) }
            allowed.insert(entry.route.method)
            if entry.route.method == .get { allowed.insert(.head) }
        }
        guard !allowed.isEmpty else { return .nowhere }
        allowed.insert(.options)
        return .otherMethods(HTTPMethod.allCases.filter(allowed.contains))
    }

    /// The pattern a path belongs to, whatever the method; for logs and metrics.
    func pattern(of path: String) -> PathPattern? {
        entries.first { $0.pattern.match(path) != nil }?.pattern
    }
}
