internal import TravelModel

/// Writes the block that `PlaceTable` reads.
enum PlaceTableWriter {
    /// - Parameter places: in order of rank.
    static func block(_ places: [DraftPlace]) -> [UInt8] {
        let cities = places.indices.filter { places[$0].kind == .city }.sorted {
            (places[$0].position.latitude, $0) < (places[$1].position.latitude, $1)
        }
        let countries = places.indices.filter { places[$0].kind == .country }
        var block: [UInt8] = []
        block.reserveCapacity(
            PlaceTable.bytesOfHead + places.count * PlaceTable.bytesPerPlace
                + (cities.count + countries.count) * 4)
        for number in [places.count, cities.count, countries.count, 0] {
            append(UInt64(number), bytes: 4, to: &block)
        }
        let ranks = ranks(ofParentsOf: places)
        for place in places {
            append(place.popularity.bitPattern, bytes: 8, to: &block)
            append(place.position.latitude.bitPattern, bytes: 8, to: &block)
            append(place.position.longitude.bitPattern, bytes: 8, to: &block)
            block += Array(place.country.text.utf8.prefix(2))
            append(UInt64(place.kind.code), bytes: 2, to: &block)
            append(UInt64(place.parent.flatMap { ranks[$0] } ?? 0), bytes: 4, to: &block)
        }
        for index in cities + countries { append(UInt64(index + 1), bytes: 4, to: &block) }
        return block
    }

    private static func ranks(ofParentsOf places: [DraftPlace]) -> [PlaceID: Int] {
        let parents = Set(places.compactMap(\.parent))
        var ranks: [PlaceID: Int] = [:]
        for (index, place) in places.enumerated() where parents.contains(place.id) {
            ranks[place.id] = index + 1
        }
        return ranks
    }

    private static func append(_ value: UInt64, bytes: Int, to block: inout [UInt8]) {
        for shift in 0..<bytes {
            block.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * shift)))
        }
    }
}
