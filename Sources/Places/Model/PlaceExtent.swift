/// The ground that a search for a place covers.
public enum PlaceExtent: Sendable, Hashable {
    /// Everything within so many kilometres of the centre.
    case circle(radiusKm: Double)
    /// A box in degrees; `west` > `east` when it holds the 180th meridian.
    case box(west: Double, south: Double, east: Double, north: Double)
}
