import Compression
import Glibc
import Synchronization

@testable import Places

extension FuzzTarget {
    /// A text asked of a whole index, typing errors mended: always an answer, always the same, in order,
    /// within bounds of work; and with a real index, in time.
    ///
    /// `TRIBUTARY_PLACES_INDEX` names an index to ask instead of the small one that is made here; a
    /// query that then takes more than 50 ms of CPU is a fault.
    static let placeSearch = FuzzTarget("place-search", longest: 1024) { input in
        let text = String(decoding: input, as: UTF8.self)
        guard let asked = try? SuggestQuery(text) else { return }
        try PlaceSearchIndex.shared.withLock { shared in
            let index = try shared?.index ?? PlaceSearchIndex.make(in: &shared)
            let start = PlaceSearchIndex.milliseconds()
            let found = try index.ranked(asked)
            let spent = PlaceSearchIndex.milliseconds() - start
            try expect(
                !PlaceSearchIndex.isReal || spent < 50, "\(spent) ms for a query of \(text.count)")
            try expect(
                found.queries.count <= QueryMender.mostQueries + 1, "too many mended queries")
            try expect(
                zip(found.hits, found.hits.dropFirst()).allSatisfy { HitList.precedes($0, $1) },
                "the hits are out of order")
            try expect(
                found.hits.allSatisfy { found.queries.indices.contains($0.query) },
                "a hit of no query")
            let answer = try index.suggest(asked)
            try expect(answer.items.count <= asked.limit, "more than was asked for")
            try expect(
                try index.suggest(asked) == answer, "the same question has another answer")
        }
    }
}

/// An index to ask, opened once.
private struct PlaceSearchIndex {
    /// An index is for one thread at a time, which the lock sees to.
    static let shared = Mutex<PlaceSearchIndex?>(nil)
    static let real = getenv("TRIBUTARY_PLACES_INDEX").map { String(cString: $0) }
    static var isReal: Bool { real != nil }

    let index: PlaceIndex

    static func make(in place: inout PlaceSearchIndex?) throws -> PlaceIndex {
        let path = try real ?? small()
        let opened = try PlaceIndex(path: path)
        if !isReal { unlink(path) }
        place = PlaceSearchIndex(index: opened)
        return opened
    }

    /// CPU of this thread.
    static func milliseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }

    /// An index of a few places in a temporary file, which is gone as soon as it is open.
    private static func small() throws -> String {
        let names = [
            "Lisbon", "London", "New York City", "San Francisco", "São Paulo", "Köln", "Москва",
            "서울", "東京", "パリ", "'s-Hertogenbosch", "Saint-Malo", "Ho", "Aix-en-Provence",
        ]
        var lines = [
            "tributary-places\t2\tfuzz",
            "C\t1\tPT\tPRT\tPortugal\t10000000\t39\t-8\t-9\t37\t-7\t42",
        ]
        for (index, name) in names.enumerated() {
            lines.append(
                "P\t\(index + 2)\tPT\t14\t\(name)\t38.\(index)\t-9.1\t\(900_000 - index)\t"
                    + "Europe/Lisbon\t")
        }
        let data = "/tmp/tributary-fuzz-\(getpid()).tsv.gz"
        let bytes = try GzipWriter.compress(
            Array(lines.map { $0 + "\n" }.joined().utf8))
        guard let file = fopen(data, "w") else { throw Mismatch("no temporary file") }
        _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        fclose(file)
        defer { unlink(data) }
        let index = "/tmp/tributary-fuzz-\(getpid()).db"
        _ = try PlaceIndexBuilder(dataFile: data, indexFile: index, mostLive: 1).build()
        return index
    }
}
