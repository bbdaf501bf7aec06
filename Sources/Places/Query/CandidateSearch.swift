internal import Glibc
internal import TravelModel

/// Finds and scores candidates: FTS5 gives them in order of popularity, so that the reading can stop
/// as soon as nothing that follows can still win.
struct CandidateSearch {
    /// Candidates scored in one pass at most.
    static let mostScored = 600
    /// Rows read in one pass at most; rows of kinds not wanted are read and skipped.
    private static let mostRows = 20_000
    private static let rowsBetweenChecks = 64
    /// With fewer hits than these, looser passes follow.
    private static let fewHits = 5
    private static let loosePenalty = 0.3
    private static let slack = 0.3

    private let words: Statement
    private let names: Statement
    private let table: PlaceTable

    init(_ database: Database, _ table: PlaceTable) throws(PlaceFault) {
        words = try database.prepare("SELECT rowid FROM f WHERE f MATCH ?1 ORDER BY rowid")
        names = try database.prepare("SELECT names, ctx FROM pn WHERE rank=?1")
        self.table = table
    }

    /// The best hits, in order.
    ///
    /// - Throws: `PlaceFault.cancelled`, `.database`.
    func hits(
        _ query: MatchQuery, limit: Int, kinds: Set<PlaceKind>, near: GeoPoint?
    ) throws(PlaceFault) -> [Hit] {
        var list = HitList(limit: limit)
        if query.isShort { try run(.whole, query, kinds, near, &list) }
        try run(.typed, query, kinds, near, &list)
        if list.hits.count < Self.fewHits {
            try run(query.words.count > 1 ? .allPrefixes : .contextOnly, query, kinds, near, &list)
        }
        return list.hits
    }

    private func run(
        _ pass: CandidatePass, _ query: MatchQuery, _ kinds: Set<PlaceKind>, _ near: GeoPoint?,
        _ list: inout HitList
    ) throws(PlaceFault) {
        let loose = pass == .allPrefixes ? Self.loosePenalty : 0
        let bestBonus =
            query.bestMatch(pass) + MatchScore.bestKindBonus
            + (near == nil ? 0 : MatchScore.nearBonus) + Self.slack - loose
        let score = MatchScore(query, pass)
        words.bind(MatchExpression.bytes(query, pass), at: 1)
        defer { words.reset() }
        var rows = 0
        var scored = 0
        while try words.step() {
            rows += 1
            if rows % Self.rowsBetweenChecks == 0, Task.isCancelled { throw .cancelled }
            let rank = words.integer(0)
            guard rows <= Self.mostRows, table.contains(rank) else { break }
            let popularity = table.scores[rank - 1]
            if let threshold = list.threshold, popularity + bestBonus < threshold { break }
            let kind = table.kinds[rank - 1]
            guard kinds.contains(kind) else { continue }
            scored += 1
            if scored > Self.mostScored { break }
            let (match, line) = try self.match(rank, score, kind)
            guard match > MatchScore.none else { continue }
            var total = popularity + match + MatchScore.kindBonus(kind) - loose
            if let near, match >= 1 {
                let away = table.positions[rank - 1].kilometres(to: near)
                total += MatchScore.nearBonus * exp(-away / 300)
            }
            list.add(Hit(rank: rank, score: total, match: match, line: line))
        }
    }

    private func match(
        _ rank: Int, _ score: MatchScore, _ kind: PlaceKind
    ) throws(PlaceFault) -> (Double, Int) {
        names.bind(rank, at: 1)
        defer { names.reset() }
        guard try names.step() else { return (MatchScore.none, 0) }
        let best = score.best(names: names.bytes(0), context: names.bytes(1), kind: kind)
        return (best.value, best.line)
    }
}
