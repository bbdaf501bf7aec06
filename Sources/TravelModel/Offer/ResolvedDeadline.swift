/// A supplier's deadline as a point in time and as the guest should read it.
public struct ResolvedDeadline: Hashable, Sendable {
    /// Never later than what the supplier can have meant.
    public let instant: Instant
    /// What the clock shows at ``instant`` in ``zoneName``.
    ///
    /// Without any zone it is the hotel's wall clock, as the supplier wrote it.
    public let local: CivilDateTime
    /// The IANA name, or `UTC` for an instant at a hotel whose zone is not known.
    ///
    /// `nil` when ``local`` is on the hotel's wall clock and nobody knows its zone.
    public let zoneName: String?
    /// Whether ``local`` is certainly the hotel's own time.
    public let zoneKnown: Bool
}

extension LocalDeadline {
    /// The earliest point on Earth's clocks: no zone is further ahead of UTC, in seconds.
    private static let furthestAhead = 14 * 3600

    /// The moment as both instant and wall time, with the hotel's zone where it is known.
    ///
    /// Where the supplier's words leave a choice, the earliest reading is taken: of a wall time in an
    /// unknown zone the one at UTC+14, of a repeated or skipped hour that of
    /// ``ZoneRules/instant(of:)``. A deadline shown too early costs a guest less than one too late.
    /// Instants outside the years 0001 to 9999 show the calendar's first or last second.
    public func resolved(zone: (name: String, rules: ZoneRules)?) -> ResolvedDeadline {
        switch self {
        case .instant(let instant):
            guard let zone else {
                return ResolvedDeadline(
                    instant: instant, local: instant.clampedCivil(offsetSeconds: 0),
                    zoneName: "UTC", zoneKnown: false)
            }
            return .shown(instant, zone: zone)
        case .hotelLocal(let local):
            guard let zone else {
                return ResolvedDeadline(
                    instant: Instant(local, offsetSeconds: Self.furthestAhead), local: local,
                    zoneName: nil, zoneKnown: false)
            }
            return .shown(zone.rules.instant(of: local), zone: zone)
        }
    }
}

extension ResolvedDeadline {
    /// Certain, on the clock of `zone`.
    fileprivate static func shown(
        _ instant: Instant, zone: (name: String, rules: ZoneRules)
    ) -> ResolvedDeadline {
        ResolvedDeadline(
            instant: instant,
            local: instant.clampedCivil(offsetSeconds: zone.rules.offset(at: instant)),
            zoneName: zone.name, zoneKnown: true)
    }
}

extension Instant {
    /// As ``civil(offsetSeconds:)``, held at the calendar's ends.
    fileprivate func clampedCivil(offsetSeconds: Int) -> CivilDateTime {
        if let civil = civil(offsetSeconds: offsetSeconds) { return civil }
        return millisecondsSinceEpoch < 0 ? .earliest : .latest
    }
}
