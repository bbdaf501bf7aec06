/// A moment in a supplier's rules, in the form the supplier gave it.
///
/// Many suppliers give hotel-local times; which instant that is depends on the hotel's zone, which
/// only the gateway's catalogue knows.
public enum LocalDeadline: Hashable, Sendable {
    /// The supplier gave a zone or an offset, so the point on the UTC time line is certain.
    case instant(Instant)
    /// What the clock on the hotel's wall shows.
    case hotelLocal(CivilDateTime)
}
