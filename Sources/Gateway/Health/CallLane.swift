public import SupplierKit

/// Steps of a supplier that stand and fall together: searches in trouble must not keep holds away.
public enum CallLane: String, Sendable, CaseIterable {
    /// Prices of many hotels: most of the calls, the first to be refused.
    case search
    /// Price checks and holds.
    case deal
    /// Look-ups and releases: they find out what a supplier keeps for us, have schedules of their own,
    /// and are never refused.
    case settle
}

/// How much a call matters beside others.
enum CallUrgency: Sendable, CaseIterable {
    /// Somebody has decided to buy: waits a little for a place rather than be refused, and searches
    /// make room for it.
    case pressing
    /// Somebody looks at one price again: waits as well, behind all who buy, and within a
    /// ``CallShare`` of what searches could have.
    case asking
    /// Nice to have: goes where searches could.
    case spare

    /// Who goes first, ascending.
    var rank: Int {
        switch self {
        case .pressing: 0
        case .asking: 1
        case .spare: 2
        }
    }
}

extension SupplierStep {
    /// Where the step belongs.
    public var lane: CallLane {
        switch self {
        case .search: .search
        case .revalidate, .hold: .deal
        case .release, .retrieve: .settle
        }
    }
}
