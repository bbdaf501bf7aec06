/// What is served with a room.
public enum Board: String, CaseIterable, Sendable {
    /// Nothing.
    case roomOnly = "RO"
    /// Breakfast.
    case breakfast = "BB"
    /// Breakfast and one meal.
    case halfBoard = "HB"
    /// All meals and drinks.
    case allInclusive = "AI"
}

/// Until when a guest may leave the deal, and what it costs after that.
///
/// Hotels speak in days before arrival and their own clocks; each mock says it in its own way.
public enum CancellationRule: Hashable, Sendable {
    /// The whole price at any time.
    case nonRefundable
    /// Free until `dropMinute` on the day `freeDays` before arrival, then one night, and the whole
    /// price from `dropMinute` on the day `fullDays` before arrival; `freeDays` > `fullDays`.
    case steps(freeDays: Int, fullDays: Int, dropMinute: Int)
}

/// The conditions under which a room is sold.
public struct RatePlan: Hashable, Sendable {
    /// Short code, unique within a room: `FLX-BB`.
    public let code: String
    /// What is served.
    public let board: Board
    /// The way out.
    public let cancellation: CancellationRule
    /// Whether a supplier that can hold holds this one.
    public let isHoldable: Bool
    /// Only to be sold together with a flight.
    public let isPackage: Bool
    /// Price against the plain flexible plan, in thousandths.
    let perMille: Int64

    /// The same plan after its terms got worse, as a supplier may find at the hold.
    public var withWorseTerms: RatePlan {
        RatePlan(
            code: code, board: board, cancellation: .nonRefundable, isHoldable: isHoldable,
            isPackage: isPackage, perMille: perMille)
    }
}
