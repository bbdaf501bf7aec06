internal import Glibc
internal import TravelModel

/// Makes an index file from a data file.
public struct PlaceIndexBuilder: Sendable {
    /// How far a build is.
    public enum Progress: Sendable, Equatable {
        /// So many lines of the data are read.
        case reading(lines: Int)
        /// An own place or a hotel that does not fit the data is left out.
        case leftOut(PlaceDataFault)
        /// So many of all places are indexed.
        case indexing(done: Int, total: Int)
        /// The words are merged and the file is made durable.
        case finishing
    }

    /// Faults after these are counted only.
    private static let mostFaults = 100
    private static let progressStep = 4_096

    /// The start of the clock that builds are timed by.
    public static let launch = ContinuousClock.Instant.now

    private let dataFile: String
    private let indexFile: String
    private let mostLive: Int
    private let additions: PlaceAdditions
    private let uptime: @Sendable () -> Duration

    /// Names the files; nothing is read yet.
    ///
    /// - Parameters:
    ///   - dataFile: gzip-compressed, in the format of `Sources/Places/Dataset/README.md`.
    ///   - indexFile: replaced in one step when the build has succeeded, else left as it is.
    ///   - additions: what goes in beside the data.
    ///   - mostLive: beginnings of words that more places share get their answers stored. Fewer stored
    ///     answers build faster and answer slower, and the same.
    ///   - uptime: the time, from any start, that the build is timed by.
    public init(
        dataFile: String, indexFile: String, additions: PlaceAdditions = .none, mostLive: Int = 32,
        uptime: @escaping @Sendable () -> Duration = { launch.duration(to: .now) }
    ) {
        self.uptime = uptime
        self.additions = additions
        self.mostLive = mostLive
        self.dataFile = dataFile
        self.indexFile = indexFile
    }

    /// Builds the index; blocks the calling thread for some seconds.
    ///
    /// The file is written beside its final place, synced, and moved there by a rename, so that a
    /// reader sees the old index or the new one. A cancelled task stops at the next step.
    ///
    /// - Throws: `PlaceFault`; `.faultyData` names every faulty line.
    public func build(progress: (Progress) -> Void = { _ in }) throws(PlaceFault) -> PlaceStatistics
    {
        let start = uptime()
        let (places, version) = try read(progress)
        let history = ChangeLog(ofIndexAt: indexFile)
        let temporary = "\(indexFile).\(getpid()).partial"
        unlink(temporary)
        do throws(PlaceFault) {
            let names = try write(
                places, version: version, after: history, to: temporary, progress)
            let milliseconds = try time(temporary, since: start)
            let bytes = try publish(temporary)
            return PlaceStatistics(
                version: version,
                counts: places.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 },
                names: names, bytes: bytes, buildMilliseconds: milliseconds)
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Notes in the finished file how long it took; gives that.
    private func time(_ path: String, since start: Duration) throws(PlaceFault) -> Int {
        let milliseconds = (uptime() - start) / .milliseconds(1)
        let database = try Database(path: path, mode: .create)
        let meta = try database.prepare("INSERT INTO meta VALUES('built',?1)")
        let whole = Int(milliseconds.rounded())
        meta.bind(String(whole), at: 1)
        try meta.run()
        return whole
    }

    private func read(
        _ progress: (Progress) -> Void
    ) throws(PlaceFault) -> ([DraftPlace], String) {
        var parser = PlaceDataParser()
        var collector = PlaceCollector()
        var faults: [PlaceDataFault] = []
        var faultCount = 0
        var lines = 0
        try PlaceDataFile(path: dataFile).forEachLine { (line) throws(PlaceFault) in
            lines += 1
            if lines % (Self.progressStep * 16) == 0 {
                try Self.checkCancelled()
                progress(.reading(lines: lines))
            }
            do throws(LineFault) {
                guard let line else { throw LineFault("longer than 64 KB, or not UTF-8") }
                if let record = try parser.parse(line) { try collector.add(record) }
            } catch {
                faultCount += 1
                if faults.count < Self.mostFaults {
                    faults.append(
                        PlaceDataFault(file: dataFile, line: lines, message: error.message))
                }
            }
        }
        if lines == 0 {
            faultCount = 1
            faults = [PlaceDataFault(file: dataFile, line: 1, message: "the file is empty")]
        }
        guard faultCount == 0 else { throw .faultyData(faults, count: faultCount) }
        let misfits = additions.add(to: &collector)
        if additions.refusesMisfits, !misfits.isEmpty {
            throw .faultyData(misfits, count: misfits.count)
        }
        for misfit in misfits { progress(.leftOut(misfit)) }
        return (collector.ranked(), version(ofData: parser.version))
    }

    /// The version of an index made of these inputs, fit for an entity tag.
    private func version(ofData data: String) -> String {
        let inputs = additions.fingerprint.isEmpty ? "" : "-\(additions.fingerprint.prefix(12))"
        return "\(data)-\(IndexFormat.version)\(inputs)"
    }

    private func write(
        _ places: [DraftPlace], version: String, after history: ChangeLog, to path: String,
        _ progress: (Progress) -> Void
    ) throws(PlaceFault) -> Int {
        let database = try Database(path: path, mode: .create)
        try database.execute(IndexFormat.schema)
        try database.execute(IndexFormat.gathering)
        try database.execute("BEGIN")
        let writer = try PlaceWriter(database)
        var names = 0
        var typos = TypoTrieBuilder()
        var queries = PrecomputedQueries()
        for (index, place) in places.enumerated() {
            if index % Self.progressStep == 0 {
                try Self.checkCancelled()
                progress(.indexing(done: index, total: places.count))
            }
            let indexed = IndexedNames(of: place)
            try writer.insert(place, indexed, rank: index + 1)
            names += indexed.count
            typos.add(indexed, rank: index + 1)
            queries.add(indexed, rank: index + 1)
        }
        progress(.finishing)
        let meta = try database.prepare("INSERT INTO meta VALUES(?1,?2)")
        let rows = [
            ("version", version), ("names", String(names)),
            ("fingerprint", additions.fingerprint),
        ]
        for (key, value) in rows {
            meta.bind(key, at: 1)
            meta.bind(value, at: 2)
            try meta.run()
        }
        let block = try database.prepare("INSERT INTO block VALUES(?1,?2)")
        for (name, bytes) in [
            (IndexFormat.typoBlock, typos.block()),
            (IndexFormat.tableBlock, PlaceTableWriter.block(places)),
            (IndexFormat.twinBlock, TwinFinder.block(places)),
        ] {
            block.bind(name, at: 1)
            block.bind(blob: bytes, at: 2)
            try block.run()
        }
        var history = history
        history.add(version, try ChangeLog.places(in: database))
        try history.write(to: database)
        try database.execute("COMMIT")
        try database.execute(IndexFormat.closing)
        try database.execute(IndexFormat.vocabulary)
        try storeTerms(database)
        try store(queries, database)
        try database.execute(IndexFormat.packing)
        return names
    }

    private func storeTerms(_ database: Database) throws(PlaceFault) {
        let rows = try database.prepare(
            """
            SELECT term, doc FROM vocabulary
            WHERE (term >= ?1 AND term < ?2) OR doc >= ?3 ORDER BY term
            """)
        rows.bind(String(UnicodeScalar(IndexedNames.contextMark)), at: 1)
        rows.bind(String(UnicodeScalar(IndexedNames.contextMark + 1)), at: 2)
        rows.bind(IndexTerms.fewestPlaces, at: 3)
        var terms: [(term: [UInt8], places: Int)] = []
        while try rows.step() { terms.append((Array(rows.bytes(0)), rows.integer(1))) }
        let block = try database.prepare("INSERT INTO block VALUES(?1,?2)")
        block.bind(IndexFormat.termsBlock, at: 1)
        block.bind(blob: IndexTerms.block(terms), at: 2)
        try block.run()
    }

    /// Asks the finished tables every query whose answer is to be stored.
    private func store(
        _ candidates: consuming PrecomputedQueries, _ database: Database
    ) throws(PlaceFault) {
        let queries = try candidates.queries(database, sharedByMoreThan: mostLive)
        let search = try CandidateSearch(
            database, PlaceIndex.table(database), PlaceIndex.terms(database),
            QueryMender(TypoTrie()))
        try database.execute("BEGIN")
        let insert = try database.prepare("INSERT INTO topk VALUES(?1,?2)")
        for (index, query) in queries.enumerated() {
            if index % Self.progressStep == 0 { try Self.checkCancelled() }
            insert.bind(blob: query, at: 1)
            insert.bind(
                blob: PrecomputedHits.bytes(
                    try search.common(MatchQuery(String(decoding: query, as: UTF8.self)))), at: 2)
            try insert.run()
        }
        try database.execute("COMMIT")
    }

    /// Makes the finished file durable and moves it into place; gives its size.
    private func publish(_ temporary: String) throws(PlaceFault) -> Int {
        let bytes = try Self.sync(temporary)
        guard rename(temporary, indexFile) == 0 else { throw .file(path: indexFile, code: errno) }
        let folder = indexFile.lastIndex(of: "/").map { String(indexFile[...$0]) } ?? "."
        _ = try Self.sync(folder)
        return bytes
    }

    private static func sync(_ path: String) throws(PlaceFault) -> Int {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(path: path, code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0 else {
            throw .file(path: path, code: errno)
        }
        return Int(status.st_size)
    }

    private static func checkCancelled() throws(PlaceFault) {
        if Task.isCancelled { throw .cancelled }
    }
}
