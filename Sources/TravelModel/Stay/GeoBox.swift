/// A part of the Earth between two meridians and two parallels, in degrees.
public struct GeoBox: Hashable, Sendable {
    /// -180 to 180; greater than `east` when the box holds the 180th meridian.
    public let west: Double
    /// -90 to 90, at most `north`.
    public let south: Double
    /// -180 to 180.
    public let east: Double
    /// -90 to 90.
    public let north: Double

    /// `nil` when an edge is not finite or out of range, or the south lies north of the north.
    public init?(west: Double, south: Double, east: Double, north: Double) {
        guard abs(west) <= 180, abs(east) <= 180, abs(south) <= 90, abs(north) <= 90,
            south <= north
        else { return nil }
        self.west = west
        self.south = south
        self.east = east
        self.north = north
    }

    /// Whether a point lies in it or on its edge.
    public func contains(_ point: GeoPoint) -> Bool {
        guard (south...north).contains(point.latitude) else { return false }
        return west <= east
            ? (west...east).contains(point.longitude)
            : point.longitude >= west || point.longitude <= east
    }
}
