/// What is the operator's to decide about supplier health; the rest is measured or contracted.
public struct HealthSettings: Sendable, Hashable {
    /// Whether searches and price checks are cut off by what they took lately.
    public var learnsTimeouts = true
    /// The shortest learned timeout of a search, a third of a price check's; 100 ms to 10 s.
    public var timeoutFloor: Duration = .seconds(1)
    /// Failures with no answer between them that open a breaker, 2 to 100.
    public var failuresInARow = 5
    /// The share of failures of at least twenty results in ten seconds that opens it, 10 to 100.
    public var failingPercent = 50
    /// The first time a breaker is open, 100 ms to 60 s.
    public var firstOpen: Duration = .seconds(1)
    /// The longest, 1 s to 10 min.
    public var mostOpen: Duration = .seconds(60)
    /// Second tries of searches, of a hundred first ones; 0 to 50.
    public var retryPercent = 10

    /// The product's defaults.
    public init() {}

    var breaker: Breaker.Settings {
        var settings = Breaker.Settings()
        settings.failuresInARow = failuresInARow
        settings.failingPercent = failingPercent
        settings.firstOpen = firstOpen
        settings.mostOpen = max(firstOpen, mostOpen)
        return settings
    }
}
