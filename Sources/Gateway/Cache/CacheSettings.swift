/// What is the operator's to decide about kept answers; the rest is measured or the suppliers'.
public struct CacheSettings: Sendable, Hashable {
    /// How long an answer lives before anything was learned, by days to arrival.
    public struct Lives: Sendable, Hashable {
        /// Of a stay that begins within a day, 10 s to 2 h as all of them.
        public var nextDay: Duration = .seconds(3 * 60)
        /// 2 to 7 days ahead.
        public var week: Duration = .seconds(10 * 60)
        /// 8 to 30 days ahead.
        public var month: Duration = .seconds(20 * 60)
        /// 31 to 90 days ahead.
        public var quarter: Duration = .seconds(45 * 60)
        /// More than 90 days ahead.
        public var later: Duration = .seconds(120 * 60)

        /// The product's defaults.
        public init() {}

        subscript(lead: LeadTime) -> Duration {
            switch lead {
            case .nextDay: nextDay
            case .week: week
            case .month: month
            case .quarter: quarter
            case .later: later
            }
        }
    }

    /// Bytes of kept answers at most, as they are in memory; 1 MiB to 64 GiB.
    public var mostBytes = 256 << 20
    /// The table.
    public var lives = Lives()
    /// The part of a life after which an answer is stale and asked for again, in percent; 10 to 90.
    ///
    /// The default saves about as many calls as leave 19 in 20 held prices right (`docs/cache.md`).
    public var softPercent = 60
    /// "Nothing available" is believed so long at least, 10 s to 10 min.
    public var leastAbsence: Duration = .seconds(120)
    /// And so long at most, 10 s to 1 h; never less than the least.
    public var mostAbsence: Duration = .seconds(600)
    /// What learning may make of a life at least, in percent of the table; 10 to 100.
    public var leastLifePercent = 25
    /// And at most, 100 to 200.
    public var mostLifePercent = 200

    /// The product's defaults.
    public init() {}

    /// The bounds of the learned factor, in thousandths.
    var factors: ClosedRange<Int> {
        leastLifePercent * 10...max(leastLifePercent, mostLifePercent) * 10
    }

    var absences: ClosedRange<Duration> { leastAbsence...max(leastAbsence, mostAbsence) }
}
