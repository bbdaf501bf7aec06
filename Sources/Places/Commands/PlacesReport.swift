internal import TravelModel

/// What `tributary places build | import | query | stats` do and print; arguments are read elsewhere.
public enum PlacesReport {
    /// Builds an index and gives the text to print; progress goes to `show`, one line at a time.
    ///
    /// - Throws: as `PlaceIndexBuilder.build`.
    public static func build(
        dataFile: String, indexFile: String, additions: PlaceAdditions = .none,
        show: (String) -> Void
    ) throws(PlaceFault) -> String {
        let builder = PlaceIndexBuilder(
            dataFile: dataFile, indexFile: indexFile, additions: additions)
        var lines = BuildProgressLines()
        let built = try builder.build { if let line = lines.line($0) { show(line) } }
        return "\(indexFile)\n" + text(built)
    }

    /// Asks an index and gives a table to print.
    ///
    /// - Throws: as `PlaceIndex.suggest`.
    public static func query(
        indexFile: String, _ query: SuggestQuery
    ) throws(PlaceFault) -> String {
        table(try PlaceIndex(path: indexFile).suggest(query))
    }

    /// Opens an index and says what it holds.
    ///
    /// - Throws: as `PlaceIndex.init`.
    public static func statistics(indexFile: String) throws(PlaceFault) -> String {
        text(try PlaceIndex(path: indexFile).statistics())
    }

    /// Statistics as lines of "key value".
    public static func text(_ statistics: PlaceStatistics) -> String {
        let kinds = PlaceKind.allCases.compactMap { kind in
            statistics.counts[kind].map { (kind.rawValue, String($0)) }
        }
        let megabytes = Double(statistics.bytes / 100_000) / 10
        let rows =
            [("version", statistics.version)] + kinds
            + [
                ("places", String(statistics.counts.values.reduce(0, +))),
                ("names", String(statistics.names)), ("megabytes", String(megabytes)),
                ("build", "\(Double(statistics.buildMilliseconds / 100) / 10) s"),
            ]
        return rows.map { "\($0.0.padded(to: 12))\($0.1)\n" }.joined()
    }

    /// Suggestions as a table, one a line, best first.
    public static func table(_ answer: PlaceSuggestions) -> String {
        let head = ["score", "known", "match", "rest", "kind", "place", "label", "matched"]
        let rows = answer.items.map { item in
            [
                decimal(item.score), decimal(item.popularity), decimal(item.match),
                decimal(item.score - item.popularity - item.match), item.kind.rawValue,
                item.placeID.text, item.label,
                item.matchedAlias
                    ?? item.matched.map { text($0, of: item.name) }
                    .joined(separator: " "),
            ]
        }
        let widths = head.indices.map { column in
            ([head] + rows).map { $0[column].count }.max() ?? 0
        }
        return ([head] + rows).map { row in
            let cells = row.enumerated().map { column, cell in
                column == row.count - 1 ? cell : cell.padded(to: widths[column])
            }
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }

    /// With two decimals.
    private static func decimal(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let digits = String(abs(hundredths) % 100)
        return (hundredths < 0 ? "-" : "") + "\(abs(hundredths) / 100)."
            + (digits.count < 2 ? "0" : "") + digits
    }

    private static func text(_ range: Range<Int>, of name: String) -> String {
        let units = Array(name.utf16)
        return String(decoding: units[range.clamped(to: 0..<units.count)], as: UTF16.self)
    }
}

extension String {
    /// With spaces behind, up to a width in characters.
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
