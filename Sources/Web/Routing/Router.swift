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
    /// Whether anybody may ask, without a key and uncounted.
    var isOpen: Bool { get }
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
    /// The entries that match a path without gaps, found by the path as it is usually written.
    private let literal: [String: [Int]]

    init() {
        let entries = Table.allCases.map { (route: $0, pattern: $0.pattern) }
        let paths = Set(entries.map(\.pattern).filter(\.gaps.isEmpty).map(\.description))
        literal = Dictionary(
            uniqueKeysWithValues: paths.map { path in
                (path, entries.indices.filter { entries[$0].pattern.match(path) != nil })
            })
        self.entries = entries
    }

    func match(_ method: HTTPMethod, path: String) -> Match {
        let sought = method == .head ? .get : method
        var allowed: Set<HTTPMethod> = []
        for index in candidates(for: path) {
            let entry = entries[index]
            if entry.route.method == sought {
                return .route(entry.route, entry.pattern.match(path) ?? .none)
            }
            allowed.insert(entry.route.method)
            if entry.route.method == .get { allowed.insert(.head) }
        }
        guard !allowed.isEmpty else { return .nowhere }
        allowed.insert(.options)
        return .otherMethods(HTTPMethod.allCases.filter(allowed.contains))
    }

    /// Which pattern a path belongs to, whatever the method; for logs and metrics.
    func pattern(of path: String) -> (number: Int, pattern: PathPattern)? {
        candidates(for: path).first.map { ($0, entries[$0].pattern) }
    }

    /// The entries that match, in order.
    private func candidates(for path: String) -> [Int] {
        if let known = literal[path] { return known }
        guard let segments = PathPattern.segments(of: path) else { return [] }
        return entries.indices.filter { entries[$0].pattern.match(segments) != nil }
    }
}
