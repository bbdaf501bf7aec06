internal import TravelModel

/// What `tributary places build | query | stats` do and print; arguments are read elsewhere.
public enum PlacesReport {
    /// Builds an index and gives the text to print; progress goes to `show`, one line at a time.
    ///
    /// - Throws: as `PlaceIndexBuilder.build`.
    public static func build(
        dataFile: String, indexFile: String, show: (String) -> Void
    ) throws(PlaceFault) -> String {
        let builder = PlaceIndexBuilder(dataFile: dataFile, indexFile: indexFile)
        let built = try builder.build { show(line($0)) }
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

    /// A progress step as one line.
    public static func line(_ progress: PlaceIndexBuilder.Progress) -> String {
        switch progress {
        case .reading(let lines): return "reading, \(lines) lines"
        case .indexing(let done, let total): return "indexing, \(done) of \(total) places"
        case .leftOut(let fault): return "left out: \(fault)"
        case .finishing: return "finishing"
        }
    }

    /// Statistics as lines of "key value".
    public static func text(_ statistics: PlaceStatistics) -> String {
        let kinds = PlaceKind.allCases.compactMap { kind in
            statistics.counts[kind].map { (kind.rawValue, String($0)) }
        }
        let megabytes = Double(statistics.bytes / 100_000) / 10
        let rows =
            [("version", statistics.version)] + kinds
            + [("names", String(statistics.names)), ("megabytes", String(megabytes))]
        return rows.map { "\($0.0.padded(to: 12))\($0.1)\n" }.joined()
    }

    /// Suggestions as a table, one a line, best first.
    public static func table(_ answer: PlaceSuggestions) -> String {
        let head = ["score", "kind", "place", "label", "matched"]
        let rows = answer.items.map { item in
            [
                String(Double(Int(item.score * 100)) / 100), item.kind.rawValue,
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
