public import TravelModel

/// The rules of IANA time zones.
public protocol ZoneDatabase: Sendable {
    /// `nil` for an unknown zone; the answer is immediate.
    func rules(of zone: String) -> ZoneRules?
}
