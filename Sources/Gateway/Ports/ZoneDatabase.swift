public import TravelModel

/// The rules of IANA time zones.
public protocol ZoneDatabase: Sendable {
    /// Seconds ahead of UTC at an instant; `nil` for an unknown zone.
    func offset(of zone: String, at instant: Instant) -> Int?

    /// The earliest instant a clock in the zone shows `local`; `nil` for an unknown zone.
    func instant(of local: CivilDateTime, in zone: String) -> Instant?
}
