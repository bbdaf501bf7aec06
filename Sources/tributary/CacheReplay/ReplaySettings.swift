import Gateway

/// What a replay of searches is made of; every figure it gives follows from these.
struct ReplaySettings: Sendable {
    var seed: UInt64 = 1
    /// Hours of virtual time.
    var hours = 2
    /// Searches an hour.
    var searches = 40_000
    /// Different questions (place, dates, guests, market) that may be asked.
    var questions = 10_000
    /// Of how many searches one goes on to hold an offer.
    var searchesPerHold = 50
    /// What is tried, for all policies alike.
    var cache = CacheSettings()

    /// Hotels each supplier lists at a place, all within one call.
    static let hotels = 8
    static let hotelsPerCall = 50
    /// From a search to the hold of one of its offers, in seconds.
    static let thinking = 90.0
    /// Seconds at the start that no figure counts: the cache is cold.
    static let uncounted = 900.0
}
