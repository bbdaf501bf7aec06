internal import TravelModel

/// A running search in the hands of its one consumer.
///
/// Nothing is queued for a consumer that does not ask: a hotel that changed several times in the
/// meantime is told once. Letting go of the session is leaving.
public final class SearchSession: Sendable {
    private let run: SearchRun

    init(_ run: SearchRun) { self.run = run }

    deinit { run.leave() }

    /// The search's name.
    public var id: SearchID { run.id }

    /// Whether it is recorded whole, however it ends.
    public var isRecorded: Bool { run.isRecorded }

    /// Waits for the next event; `nil` after ``SearchEvent/done(_:)`` and after ``leave()``.
    ///
    /// Cancelling the waiting task is leaving. The last event comes within a few milliseconds of
    /// the search's deadline to a consumer that asks for it.
    public func next() async -> SearchEvent? { await run.next() }

    /// Waits for the end and gives the first page in the final order; `nil` after ``leave()``.
    ///
    /// To be used instead of ``next()``. Cancelling the waiting task is leaving.
    public func result() async -> SearchResult? {
        var hotels: [HotelResult] = []
        var places: [HotelID: Int] = [:]
        while let event = await next() {
            switch event {
            case .search, .supplier: break
            case .offers(let offers):
                for hotel in offers.hotels {
                    if let place = places[hotel.hotel.id] {
                        hotels[place] = hotel
                    } else {
                        places[hotel.hotel.id] = hotels.count
                        hotels.append(hotel)
                    }
                }
            case .done(let summary):
                let sorted = hotels.sorted { $0.sortKey < $1.sortKey }
                return SearchResult(hotels: Array(sorted.prefix(run.limit)), summary: summary)
            }
        }
        return nil
    }

    /// Ends the search now, for a server that shuts down: what is known is told, suppliers still asked
    /// are told as ``SupplierCode/shuttingDown``, then ``SearchEvent/done(_:)``.
    ///
    /// Calls under way go on to fill the cache.
    public func finish() { run.close(.shutdown) }

    /// Cancels the calls that nobody else waits for; may be called any number of times.
    public func leave() { run.leave() }
}
