internal import TravelModel

/// Finds the places of one name at one spot: a city and its region or country, a sight and the quarter
/// around it, a city that two sources or two records have.
enum TwinFinder {
    /// A city and the region around it.
    private static let farthest = 25.0
    /// Two cities of one region: a search around either covers both.
    private static let farthestCities = 10.0

    private struct Name: Hashable {
        var country: CountryCode
        var folded: [UInt8]
    }

    /// The block that `PlaceTwins` reads.
    ///
    /// - Parameter places: in order of rank.
    static func block(_ places: [DraftPlace]) -> [UInt8] {
        var named: [Name: [Int]] = [:]
        for (index, place) in places.enumerated() where place.kind.mayBeTwin {
            for name in names(of: place) { named[name, default: []].append(index) }
        }
        var pairs: Set<[Int]> = []
        for group in named.values where group.count > 1 {
            for first in group {
                for second in group
                where first != second && areTwins(places[first], places[second]) {
                    pairs.insert([first + 1, second + 1])
                }
            }
        }
        var block: [UInt8] = []
        for pair in pairs.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            for rank in pair {
                for shift in stride(from: 0, to: 32, by: 8) {
                    block.append(UInt8(truncatingIfNeeded: rank >> shift))
                }
            }
        }
        return block
    }

    /// The usual name, and of a country what it is called in English: "Vatican" is Vatican City too.
    private static func names(of place: DraftPlace) -> [Name] {
        var texts = [place.name]
        if place.kind == .country {
            texts += place.names.filter { $0.weight == .majorLanguage }.map(\.text)
        }
        return texts.map { Name(country: place.country, folded: FoldedText($0).bytes) }
            .filter { !$0.folded.isEmpty }
    }

    private static func areTwins(_ first: DraftPlace, _ second: DraftPlace) -> Bool {
        let away = first.position.kilometres(to: second.position)
        guard first.kind == .city, second.kind == .city else { return away <= farthest }
        return away <= farthestCities && first.region == second.region
    }
}

extension PlaceKind {
    /// Airports have names of their own, and two hotels of one name are two.
    fileprivate var mayBeTwin: Bool {
        switch self {
        case .country, .region, .city, .landmark: return true
        case .airport, .hotel: return false
        }
    }
}
