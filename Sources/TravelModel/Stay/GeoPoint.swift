import Glibc

/// A position on the Earth in degrees (WGS 84).
public struct GeoPoint: Hashable, Sendable {
    /// -90 to 90.
    public let latitude: Double
    /// -180 to 180.
    public let longitude: Double

    /// `nil` when a coordinate is not finite or out of range.
    public init?(latitude: Double, longitude: Double) {
        guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The nearest point whose coordinates are whole parts of a degree, of which `parts` make one; for
    /// what need not know exactly where somebody is.
    public func rounded(toPartsOfDegree parts: Double) -> GeoPoint {
        func rounded(_ value: Double) -> Double { (value * parts).rounded() / parts }
        return GeoPoint(latitude: rounded(latitude), longitude: rounded(longitude)) ?? self
    }

    /// Great-circle distance by the haversine formula on a sphere of 6,371.0088 km, in kilometres.
    public func kilometres(to other: GeoPoint) -> Double {
        let radians = Double.pi / 180
        let dLat = (other.latitude - latitude) * radians
        let dLon = (other.longitude - longitude) * radians
        let a =
            sin(dLat / 2) * sin(dLat / 2)
            + cos(latitude * radians) * cos(other.latitude * radians) * sin(dLon / 2)
            * sin(dLon / 2)
        return 2 * 6371.0088 * asin(min(1, a.squareRoot()))
    }
}
