/// Writes the labels of one answer so that no two are the same, as far as the places have something to
/// be told apart by.
struct PlaceLabeller {
    /// One line of an answer on its way to being labelled.
    struct Line {
        var item: PlaceSuggestion
        let rank: Int
        var label: PlaceLabel
    }

    /// How far a better known city may be to say near what a place lies.
    private static let nearby = 40.0

    let rows: PlaceRows
    let table: PlaceTable
    let language: String?

    /// A line with what its label needs.
    func line(_ item: PlaceSuggestion, rank: Int) throws(PlaceFault) -> Line {
        let label = PlaceLabel(item, city: try city(of: item, rank))
        return Line(item: item, rank: rank, label: label)
    }

    /// The city that a hotel, a landmark or an airport belongs to, when its name does not tell.
    private func city(of item: PlaceSuggestion, _ rank: Int) throws(PlaceFault) -> String? {
        switch item.kind {
        case .country, .region, .city: return nil
        case .airport, .landmark, .hotel: break
        }
        guard let parent = table.parent(rank), table.kind(parent) == .city,
            let city = try rows.row(parent)
        else { return nil }
        // "Newark Liberty" serves New York and lies in New Jersey.
        let isElsewhere =
            city.country != item.countryCode
            || PlaceLabel.saysRegion(item.countryCode) && city.region != item.region
        if item.kind == .airport, isElsewhere { return nil }
        let name = city.names.name(in: language)
        let shown = FoldedText(item.name)
        let tells = [name, city.names.usual].contains { shown.hasWords(of: FoldedText($0)) }
        return tells ? nil : name
    }

    /// Fills the labels in, the shortest that differ.
    func label(_ lines: inout [Line]) throws(PlaceFault) {
        for twins in Self.alike(lines) {
            for index in twins { lines[index].label.showRegion() }
        }
        for twins in Self.alike(lines) {
            for index in twins { lines[index].label.showKind(in: language) }
        }
        for twins in Self.alike(lines) {
            var said: Set<Int> = []
            for index in twins where lines[index].item.kind == .city {
                guard
                    let neighbour = neighbour(
                        of: lines[index], except: said, orLesser: index != twins.first)
                else { continue }
                said.insert(neighbour)
                lines[index].label.show(
                    neighbour: try rows.names(neighbour).name(in: language))
            }
        }
        for index in lines.indices { lines[index].item.label = lines[index].label.text }
    }

    /// The lines that look the same, by groups of two and more.
    private static func alike(_ lines: [Line]) -> [[Int]] {
        var places: [String: [Int]] = [:]
        for index in lines.indices { places[lines[index].label.text, default: []].append(index) }
        return places.values.filter { $0.count > 1 }
    }

    /// The best known city nearby; unless `orLesser`, only one better known than the place itself.
    private func neighbour(of line: Line, except said: Set<Int>, orLesser: Bool) -> Int? {
        table.cities(near: line.item.position, withinKm: Self.nearby).map(\.rank)
            .filter { $0 != line.rank && !said.contains($0) && (orLesser || $0 < line.rank) }.min()
    }

    /// What to offer beside a line: its twins of the kinds wanted.
    ///
    /// - Parameter twins: lines of the twins, not labelled yet.
    func chips(_ twins: [Line], beside line: inout Line) -> [PlaceChip] {
        var chips: [PlaceChip] = []
        for var twin in twins {
            if twin.label.text == line.label.text { twin.label.showRegion() }
            if twin.label.text == line.label.text {
                twin.label.showKind(in: language)
                // Of the two the region says what it is.
                if line.item.kind == .region { line.label.showKind(in: language) }
            }
            chips.append(
                PlaceChip(
                    placeID: twin.item.placeID, kind: twin.item.kind, label: twin.label.text))
        }
        return chips
    }
}
