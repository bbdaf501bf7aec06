internal import Glibc
internal import TravelModel

/// What an asker wants of the places that fit.
struct SearchScope {
    var limit: Int
    var kinds: Set<PlaceKind>
    var near: GeoPoint?

    /// Whether the answer is to be stored, so that none can be there yet.
    var isForAll = false

    /// Whether stored answers fit, which were made for everyone.
    var isUsual: Bool {
        near == nil && kinds.count == PlaceKind.allCases.count && limit <= PrecomputedHits.most
    }
}

/// The places that fit a query, best first.
struct SearchResult {
    var hits: [Hit] = []
    /// The query as typed, then those it was mended to; `Hit.query` counts in them.
    var queries: [MatchQuery]
}

/// Finds and scores candidates: FTS5 gives them in order of popularity, so that the reading can stop
/// as soon as nothing that follows can still win.
struct CandidateSearch {
    /// Candidates scored in one pass at most.
    static let mostScored = 600
    /// The same for a query that was mended.
    private static let mostScoredMended = 60
    /// Rows read in one pass at most; rows of kinds not wanted are read and skipped.
    private static let mostRows = 20_000
    private static let rowsBetweenChecks = 64
    /// With fewer hits than these, looser passes follow.
    private static let fewHits = 5
    private static let loosePenalty = 0.3
    /// For the rounding of scores.
    private static let slack = 0.02

    private let words: Statement
    private let names: Statement
    private let stored: Statement
    private let table: PlaceTable
    private let terms: IndexTerms
    private let mender: QueryMender

    init(
        _ database: Database, _ table: PlaceTable, _ terms: IndexTerms, _ mender: QueryMender
    ) throws(PlaceFault) {
        words = try database.prepare("SELECT rowid FROM f WHERE f MATCH ?1 ORDER BY rowid")
        names = try database.prepare("SELECT names, ctx FROM pn WHERE rank=?1")
        stored = try database.prepare("SELECT hits FROM topk WHERE prefix=?1")
        self.table = table
        self.terms = terms
        self.mender = mender
    }

    /// The best hits, in order.
    ///
    /// - Throws: `PlaceFault.cancelled`, `.database`.
    func hits(_ query: MatchQuery, _ scope: SearchScope) throws(PlaceFault) -> SearchResult {
        var asked = Asked(query: query, number: 0, penalty: 0)
        var list = HitList(limit: scope.limit)
        if try !readStored(asked, scope, &list) { try search(asked, scope, &list) }
        var queries = [query]
        guard QueryMender.isNeeded(query, list.hits) else {
            return SearchResult(hits: list.hits, queries: queries)
        }
        let ceiling = list.lowestBegun
        for mended in mender.mended(query) {
            asked = Asked(
                query: mended.query, number: queries.count, penalty: mended.penalty,
                ceiling: ceiling)
            queries.append(mended.query)
            if try !readStored(asked, scope, &list) { try search(asked, scope, &list) }
        }
        return SearchResult(hits: list.hits, queries: queries)
    }

    /// The answer that is stored for everyone.
    ///
    /// - Throws: `PlaceFault.cancelled`, `.database`.
    func common(_ query: MatchQuery) throws(PlaceFault) -> [Hit] {
        var list = HitList(limit: PrecomputedHits.most)
        let scope = SearchScope(
            limit: PrecomputedHits.most, kinds: Set(PlaceKind.allCases), isForAll: true)
        try search(Asked(query: query, number: 0, penalty: 0), scope, &list)
        return list.hits
    }

    /// One query on its way through the passes.
    private struct Asked {
        var query: MatchQuery
        var number: Int
        /// What its hits lose for being mended.
        var penalty: Double
        /// What its hits must stay below: mended answers never stand before one that begins as typed.
        var ceiling: Double?

        func hit(_ rank: Int, _ score: Double, _ match: Double, _ line: Int) -> Hit {
            var score = score - penalty
            if let ceiling, score >= ceiling {
                // Still in the order of what they are worth.
                score = ceiling - 0.01 / (1 + max(0, score - ceiling))
            }
            return Hit(rank: rank, score: score, match: match, line: line, query: number)
        }
    }

    /// Takes the hits stored for a query; false when there are none.
    private func readStored(
        _ asked: Asked, _ scope: SearchScope, _ list: inout HitList
    ) throws(PlaceFault) -> Bool {
        guard scope.isUsual else { return false }
        stored.bind(blob: asked.query.folded.bytes, at: 1)
        defer { stored.reset() }
        guard try stored.step() else { return false }
        PrecomputedHits.forEach(in: stored.bytes(0)) { rank, match, line in
            guard let kind = table.kind(rank) else { return }
            let score = table.score(rank) + match + MatchScore.kindBonus(kind)
            list.add(asked.hit(rank, score, match, line))
        }
        // Stored answers know nothing of capitals.
        if asked.query.isCode { try run(.whole, asked, scope, &list) }
        return true
    }

    private func search(
        _ asked: Asked, _ scope: SearchScope, _ list: inout HitList
    ) throws(PlaceFault) {
        // What has no stored answer is shared by few: the short names are among them, unless the places
        // wanted are not the usual ones.
        if asked.query.isShort, !scope.isUsual || scope.isForAll {
            try run(.whole, asked, scope, &list)
            try run(.typed, asked, scope, &list)
        } else {
            try run(asked.query.isShort ? .wholeAndTyped : .typed, asked, scope, &list)
        }
        guard asked.number == 0, list.hits.count < Self.fewHits else { return }
        try run(asked.query.words.count > 1 ? .allPrefixes : .contextOnly, asked, scope, &list)
    }

    private func run(
        _ pass: CandidatePass, _ asked: Asked, _ scope: SearchScope, _ list: inout HitList
    ) throws(PlaceFault) {
        guard let expression = MatchExpression.bytes(asked.query, pass, terms) else { return }
        let loose = pass == .allPrefixes ? Self.loosePenalty : 0
        let bestBonus =
            asked.query.bestMatch(pass) + (scope.near == nil ? 0 : MatchScore.nearBonus)
            + Self.slack - loose - asked.penalty
        let score = MatchScore(asked.query, pass)
        let mostScored = asked.number == 0 ? Self.mostScored : Self.mostScoredMended
        words.bind(expression, at: 1)
        defer { words.reset() }
        var rows = 0
        var scored = 0
        while try words.step() {
            rows += 1
            if rows % Self.rowsBetweenChecks == 0, Task.isCancelled { throw .cancelled }
            let rank = words.integer(0)
            guard rows <= Self.mostRows, table.contains(rank) else { break }
            let popularity = table.score(rank)
            let most = popularity + bestBonus
            if let threshold = list.threshold, most + MatchScore.bestKindBonus < threshold {
                break
            }
            guard let kind = table.kind(rank), scope.kinds.contains(kind) else { continue }
            if let threshold = list.threshold, most + MatchScore.kindBonus(kind) < threshold {
                continue
            }
            scored += 1
            if scored > mostScored { break }
            var (match, line) = try self.match(rank, score, kind)
            guard match > MatchScore.none else { continue }
            match -= loose
            var total = popularity + match + MatchScore.kindBonus(kind)
            if let near = scope.near, match >= 1, let position = table.position(rank) {
                let away = position.kilometres(to: near)
                total += MatchScore.nearBonus * exp(-away / 300)
            }
            list.add(asked.hit(rank, total, match, line))
        }
    }

    private func standing(_ rank: Int, _ kind: PlaceKind) -> AirportStanding {
        guard kind == .airport else { return AirportStanding() }
        let city = table.parent(rank).map { table.score($0) }
        return AirportStanding(own: table.score(rank), city: city ?? 0)
    }

    private func match(
        _ rank: Int, _ score: MatchScore, _ kind: PlaceKind
    ) throws(PlaceFault) -> (Double, Int) {
        names.bind(rank, at: 1)
        defer { names.reset() }
        guard try names.step() else { return (MatchScore.none, 0) }
        let best = score.best(
            names: names.bytes(0), context: names.bytes(1), kind: kind,
            airport: standing(rank, kind))
        // In hundredths, so that a stored answer is the same as a fresh one.
        return ((best.value * 100).rounded() / 100, best.line)
    }
}
