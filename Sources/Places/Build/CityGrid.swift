internal import Glibc
internal import TravelModel

/// Cities by whole degrees of latitude and longitude, to find the one nearest to a point.
struct CityGrid {
    /// A city farther away is not what a place belongs to.
    static let farthestKilometres = 60.0

    private struct Cell: Hashable {
        var latitude: Int
        var longitude: Int

        init(_ latitude: Double, _ longitude: Double) {
            self.latitude = Int(latitude.rounded(.down))
            self.longitude = Int(longitude.rounded(.down))
        }
    }

    private var cells: [Cell: [Int]] = [:]

    /// The cities among `places`, by their index.
    init(_ places: [DraftPlace]) {
        for (index, place) in places.enumerated() where place.kind == .city {
            cells[Cell(place.position.latitude, place.position.longitude), default: []].append(
                index)
        }
    }

    /// The nearest city within reach that `position` gives a position for; ties go to the first.
    func nearest(to point: GeoPoint, position: (Int) -> GeoPoint?) -> Int? {
        var best: (index: Int, away: Double)?
        // A degree of longitude is shorter away from the equator.
        let shrunk = max(0.05, cos(point.latitude * .pi / 180))
        let wide = min(179, (Self.farthestKilometres / 111 / shrunk).rounded(.up))
        for latitude in [-1.0, 0, 1] {
            for longitude in stride(from: -wide, through: wide, by: 1) {
                let east = point.longitude + longitude
                let wrapped = east > 180 ? east - 360 : east < -180 ? east + 360 : east
                for index in cells[Cell(point.latitude + latitude, wrapped)] ?? [] {
                    guard let city = position(index) else { continue }
                    let away = city.kilometres(to: point)
                    if away < best?.away ?? Self.farthestKilometres { best = (index, away) }
                }
            }
        }
        return best?.index
    }
}
