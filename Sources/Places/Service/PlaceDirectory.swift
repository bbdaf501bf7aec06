internal import Synchronization
public import TravelModel

/// The place index for everyone: asked from any task, answered on a thread of its own.
public actor PlaceDirectory {
    /// Queries that may wait or run at once, unless said otherwise.
    public static let usualQueue = 256

    private let thread: PlacesThread
    private let admission: Admission
    private let path: String
    private let hotelCount: @Sendable (PlaceGround) -> Int
    private var index: PlaceIndex {
        didSet { announced.withLock { $0 = index.version } }
    }
    /// The file that was opened last, or that could not be.
    private var file: FileIdentity?
    // A lock around one text, so that the version is told without waiting for queries.
    private let announced: Mutex<String>

    /// The places thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    /// Opens an index; blocks the caller for some tens of milliseconds.
    ///
    /// - Parameters:
    ///   - path: a file made by `PlaceIndexBuilder`.
    ///   - queue: the most queries that wait or run at once; more are refused as `.busy`.
    ///   - hotelCount: hotels that can be searched at a place; called on the places thread.
    /// - Throws: `PlaceFault.file`, `.notAnIndex`, `.database`.
    public init(
        path: String, queue: Int = usualQueue,
        hotelCount: @escaping @Sendable (PlaceGround) -> Int = { _ in 0 }
    ) throws(PlaceFault) {
        thread = try PlacesThread()
        admission = Admission(limit: max(1, queue))
        self.path = path
        self.hotelCount = hotelCount
        // Looked at before the opening: a build that comes between is seen the next time.
        file = FileIdentity(path)
        index = try PlaceIndex(path: path, hotelCount: hotelCount)
        announced = Mutex(index.version)
    }

    /// Suggests places for what was typed so far.
    ///
    /// - Throws: `PlaceFault.busy` at once when too many wait, `.cancelled` when the task is cancelled
    ///   before or during the search, `.database` for a damaged file.
    public nonisolated func suggest(
        _ query: SuggestQuery
    ) async throws(PlaceFault) -> PlaceSuggestions {
        try admission.enter()
        defer { admission.leave() }
        return try await answer(query)
    }

    /// The place with this id; `nil` when the index has none.
    ///
    /// - Throws: as `suggest`.
    public nonisolated func place(
        _ id: PlaceID, language: String? = nil
    ) async throws(PlaceFault) -> Place? {
        try admission.enter()
        defer { admission.leave() }
        return try await find(id, language)
    }

    /// The cities within a distance, nearest first.
    ///
    /// - Parameters:
    ///   - radius: kilometres; more than 500 counts as 500.
    ///   - limit: at most 100.
    /// - Throws: as `suggest`.
    public nonisolated func cities(
        near point: GeoPoint, withinKm radius: Double, limit: Int = 10, language: String? = nil
    ) async throws(PlaceFault) -> [NearbyPlace] {
        try admission.enter()
        defer { admission.leave() }
        return try await around(point, radius, limit, language)
    }

    /// What has changed since a version, a page at a time; `nil` when that is not known any more.
    ///
    /// - Parameters:
    ///   - after: the last place of the page before.
    ///   - limit: values outside 1...1,000 count as the nearest.
    /// - Throws: as `suggest`.
    public nonisolated func changes(
        since version: String, after: PlaceID? = nil, limit: Int = PlaceChanges.mostEntries,
        language: String? = nil
    ) async throws(PlaceFault) -> PlaceChanges? {
        try admission.enter()
        defer { admission.leave() }
        return try await changed(version, after, limit, language)
    }

    /// The version of index and data, fit for an entity tag; told at once, from any thread.
    public nonisolated var version: String { announced.withLock { $0 } }

    /// What the index holds.
    ///
    /// - Throws: `PlaceFault.database` for a damaged file.
    public func statistics() throws(PlaceFault) -> PlaceStatistics {
        try index.statistics()
    }

    /// Opens the file anew, after a build has replaced it; on a fault the old index stays.
    ///
    /// - Throws: as `init`.
    public func reopen() throws(PlaceFault) {
        file = FileIdentity(path)
        index = try PlaceIndex(path: path, hotelCount: hotelCount)
    }

    /// Opens the file anew if another has taken its place, and tells whether one has.
    ///
    /// On a fault the old index stays, and the same file is not tried again.
    ///
    /// - Throws: as `init`.
    public func reopenIfReplaced() throws(PlaceFault) -> Bool {
        guard let now = FileIdentity(path), now != file else { return false }
        try reopen()
        return true
    }

    private func answer(_ query: SuggestQuery) throws(PlaceFault) -> PlaceSuggestions {
        try index.suggest(query)
    }

    private func changed(
        _ version: String, _ after: PlaceID?, _ limit: Int, _ language: String?
    ) throws(PlaceFault) -> PlaceChanges? {
        if Task.isCancelled { throw .cancelled }
        return try index.changes(since: version, after: after, limit: limit, language: language)
    }

    private func find(_ id: PlaceID, _ language: String?) throws(PlaceFault) -> Place? {
        if Task.isCancelled { throw .cancelled }
        return try index.place(id, language: language)
    }

    private func around(
        _ point: GeoPoint, _ radius: Double, _ limit: Int, _ language: String?
    ) throws(PlaceFault) -> [NearbyPlace] {
        if Task.isCancelled { throw .cancelled }
        return try index.cities(near: point, withinKm: radius, limit: limit, language: language)
    }
}

/// Counts who waits, so that the queue of the thread is bounded.
private final class Admission: Sendable {
    private let limit: Int
    private let inside = Atomic<Int>(0)

    init(limit: Int) {
        self.limit = limit
    }

    func enter() throws(PlaceFault) {
        let (before, _) = inside.add(1, ordering: .relaxed)
        guard before < limit else {
            leave()
            throw .busy
        }
    }

    func leave() {
        inside.subtract(1, ordering: .relaxed)
    }
}
