import Testing

@testable import Places

@Suite struct HighlightTests {
    @Test(arguments: try Fixtures.table("highlight.tsv"))
    func marksWhatMatched(_ row: [String]) throws {
        try #require(row.count == 3)
        let ranges = Highlight.ranges(of: MatchQuery(row[0]), in: row[1])
        #expect(marked(row[1], ranges) == row[2])
    }

    private func marked(_ name: String, _ ranges: [Range<Int>]) -> String {
        var units = Array(name.utf16)
        for range in ranges.reversed() {
            units.insert(contentsOf: "]".utf16, at: range.upperBound)
            units.insert(contentsOf: "[".utf16, at: range.lowerBound)
        }
        return String(decoding: units, as: UTF16.self)
    }
}
