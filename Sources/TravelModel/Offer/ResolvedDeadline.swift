/// A supplier's deadline as a point in time and as the guest should read it.
public struct ResolvedDeadline: Hashable, Sendable {
    /// Never later than what the supplier can have meant.
    public let instant: Instant
    /// What the clock shows at ``instant`` in ``zone``.
    public let local: CivilDateTime
    /// An IANA name; where the hotel's is not known `UTC` for an instant and `+14:00` for a wall
    /// time, which was read as early as it can be.
    public let zone: String
}

extension LocalDeadline {
    /// The moment as both instant and wall time, with the hotel's zone where it is known.
    ///
    /// Where the supplier's words leave a choice, the earliest reading is taken: of a wall time in an
    /// unknown zone the one at UTC+14, of a repeated or skipped hour that of
    /// ``ZoneRules/instant(of:)``. A deadline shown too early costs a guest less than one too late.
    /// Instants outside the years 0001 to 9999 show the calendar's first or last second.
    public func resolved(zone: (name: String, rules: ZoneRules)?) -> ResolvedDeadline {
        switch self {
        case .instant(let instant):
            guard let zone else { return .shown(instant, offsetSeconds: 0, zone: "UTC") }
            return .shown(instant, zone: zone)
        case .hotelLocal(let local):
            guard let zone else {
                // No clock on Earth is further ahead of UTC.
                let instant = Instant(local, offsetSeconds: 14 * 3600)
                return ResolvedDeadline(instant: instant, local: local, zone: "+14:00")
            }
            return .shown(zone.rules.instant(of: local), zone: zone)
        }
    }
}

extension ResolvedDeadline {
    fileprivate static func shown(
        _ instant: Instant, zone: (name: String, rules: ZoneRules)
    ) -> ResolvedDeadline {
        shown(instant, offsetSeconds: zone.rules.offset(at: instant), zone: zone.name)
    }

    /// On a clock that is `offsetSeconds` ahead of UTC, held at the calendar's ends.
    fileprivate static func shown(
        _ instant: Instant, offsetSeconds: Int, zone: String
    ) -> ResolvedDeadline {
        let end = instant.millisecondsSinceEpoch < 0 ? CivilDateTime.earliest : .latest
        return ResolvedDeadline(
            instant: instant, local: instant.civil(offsetSeconds: offsetSeconds) ?? end, zone: zone)
    }
}
