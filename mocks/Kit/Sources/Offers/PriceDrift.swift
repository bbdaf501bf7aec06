/// How prices move: in each span of time a share of the rooms costs a little more or less.
public struct PriceDrift: Hashable, Sendable {
    /// Prices stand still.
    public static let none = PriceDrift(every: 3_600_000, share: 0, percent: 0)

    /// Milliseconds for which a price stays.
    public let every: Int64
    /// Share of the rooms that differ in a span, 0 to 1.
    public let share: Double
    /// The most they differ, in percent.
    public let percent: Int

    /// A drift; a span below one second counts as one.
    public init(every: Int64, share: Double, percent: Int) {
        self.every = max(every, 1000)
        self.share = share
        self.percent = percent
    }

    func apply(
        to price: Int64, _ seed: UInt64, _ supplier: String, _ room: String, at now: Moment
    ) -> Int64 {
        guard share > 0, percent > 0 else { return price }
        let span = now.milliseconds / every
        var chance = Chance(seed, "drift", supplier, room, String(span))
        guard chance.happens(share) else { return price }
        let perMille = 1000 + chance.within((-percent * 10)...(percent * 10))
        return Amount.share(price, Int64(perMille), of: 1000)
    }
}
