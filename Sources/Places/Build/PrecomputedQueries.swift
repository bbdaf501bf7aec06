/// Finds the queries whose answers are worth storing: beginnings of words that many places share, and
/// a first word with one to four letters of the second.
struct PrecomputedQueries {
    /// The longest beginning in bytes.
    private static let longest = 48
    private static let lettersOfSecond = 4
    /// Pairs that so many places share are stored.
    private static let fewestPairs = 4

    private var pairs: [[UInt8]: (rank: Int, count: Int)] = [:]

    /// Takes the usual names of one place.
    mutating func add(_ names: IndexedNames, rank: Int) {
        names.forEachLine { name, weight, _ in
            guard weight == .primary, let space = name.firstIndex(of: UInt8(ascii: " ")) else {
                return
            }
            var end = space + 1
            for _ in 0..<Self.lettersOfSecond {
                guard end < name.endIndex, name[end] != UInt8(ascii: " ") else { break }
                end += 1
                while end < name.endIndex, name[end] & 0xC0 == 0x80 { end += 1 }
                guard end - name.startIndex <= Self.longest else { break }
                let key = Array(name[..<end])
                let known = pairs[key] ?? (0, 0)
                if known.rank != rank { pairs[key] = (rank, known.count + 1) }
            }
        }
    }

    /// All queries to store.
    ///
    /// - Parameter most: beginnings that more places share are stored.
    consuming func queries(
        _ database: Database, sharedByMoreThan most: Int
    ) throws(PlaceFault) -> [[UInt8]] {
        var found: [[UInt8]] = []
        let rows = try database.prepare(
            """
            SELECT term, doc FROM vocabulary
            WHERE (term >= '0' AND term < ':') OR term >= 'a' ORDER BY term
            """)
        var last: [UInt8] = []
        // For each length of `last` in bytes, how many places have a word that begins so.
        var sums = [Int](repeating: 0, count: Self.longest + 1)
        func close(to length: Int) {
            var open = last.count
            while open > length {
                let isBoundary = open == last.count || last[open] & 0xC0 != 0x80
                if isBoundary, sums[open] > most { found.append(Array(last[..<open])) }
                sums[open] = 0
                open -= 1
            }
        }
        while try rows.step() {
            guard rows.bytes(0).count <= Self.longest else { continue }
            let term = Array(rows.bytes(0))
            var shared = 0
            while shared < term.count, shared < last.count, term[shared] == last[shared] {
                shared += 1
            }
            close(to: shared)
            last = term
            let count = rows.integer(1)
            for length in term.indices { sums[length + 1] += count }
        }
        close(to: 0)
        return found + pairs.filter { $0.value.count >= Self.fewestPairs }.keys
    }
}
