/// Where labels go that would stand on each other.
enum LabelPlaces {
    /// Places in the same order as `wanted`, at least `gap` apart and as near as that allows, within
    /// `start` and `end` where they all fit.
    static func spread(
        _ wanted: [Double], gap: Double, from start: Double, to end: Double
    ) -> [Double] {
        var places = wanted.map { min(max($0.isFinite ? $0 : start, start), end) }
        for index in places.indices.dropFirst() {
            places[index] = max(places[index], places[index - 1] + gap)
        }
        guard let last = places.indices.last, places[last] > end else { return places }
        places[last] = end
        for index in places.indices.dropLast().reversed() {
            places[index] = min(places[index], places[index + 1] - gap)
        }
        // Too many for the room there is: from the start downwards, in order.
        guard let first = places.first, first < start else { return places }
        return places.map { $0 + (start - first) }
    }
}
