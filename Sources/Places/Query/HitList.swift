/// A place that fits a query.
struct Hit: Equatable {
    /// Its popularity rank, which is its row in every table.
    var rank: Int
    var score: Double
    /// The part of the score that the match gave.
    var match: Double
    /// Which line of the place's folded names matched best.
    var line: Int
    /// Which of the queries asked found it: 0 as typed, others mended (`SearchResult.queries`).
    var query = 0
}

/// The best hits so far, in order; ties go to the more popular.
struct HitList {
    private(set) var hits: [Hit] = []
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
        hits.reserveCapacity(limit + 1)
    }

    /// The score that a new hit must beat, if the list is full.
    var threshold: Double? { hits.count < limit ? nil : hits.last?.score }

    /// The lowest score of a place with a usual name, or one in a major language, that begins as typed.
    var lowestBegun: Double? {
        hits.last { $0.match >= MatchScore.begun }?.score
    }

    /// Takes a hit if it is good enough; a place stands once, with its best score.
    mutating func add(_ hit: Hit) {
        if let known = hits.firstIndex(where: { $0.rank == hit.rank }) {
            guard hits[known].score < hit.score else { return }
            hits.remove(at: known)
        }
        let place = hits.firstIndex { Self.precedes(hit, $0) } ?? hits.count
        guard place < limit else { return }
        hits.insert(hit, at: place)
        if hits.count > limit { hits.removeLast() }
    }

    static func precedes(_ a: Hit, _ b: Hit) -> Bool {
        a.score != b.score ? a.score > b.score : a.rank < b.rank
    }
}
