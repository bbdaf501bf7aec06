import Foundation
import Testing
import TravelModel

@testable import Places

@Suite struct BuilderTests {
    private let good = [
        "tributary-places\t2\ttest",
        "S\tby hand\t1",
        "C\t1\tPT\tPRT\tPortugal\t10000000\t39\t-8\t-9\t37\t-7\t42",
        "R\tPT.14\t2\t11\tLisbon\tLisboa\t3000000\t38.9\t-9.1\t-9.5\t38.4\t-8.6\t39.3",
        "N\tm\tde\tDistrikt Lissabon",
        "P\t3\tPT\t14\tLisbon\t38.7\t-9.1\t500000\tEurope/Lisbon\tc",
        "N\tm\tde\tLissabon",
        "# a comment",
        "",
        "A\tLIS\tLPPT\tPT\tHumberto Delgado Airport\tLisbon\tLisbon\t38.77\t-9.13\tEurope/Lisbon\t\t3",
        "D\tcosta-da-caparica\tPT\tCosta da Caparica\t13000\t38.6\t-9.2\t-9.3\t38.5\t-9.1\t38.7",
        "L\tbelem-tower\tPT\t3\tBelém Tower\t38.6916\t-9.216",
        "N\tm\tpt\tTorre de Belém",
    ]

    @Test func buildsAndAnswers() throws {
        let target = Fixtures.temporaryFile("small.db")
        let builder = PlaceIndexBuilder(dataFile: try Fixtures.dataFile(good), indexFile: target)
        var steps: [PlaceIndexBuilder.Progress] = []
        let built = try builder.build { steps.append($0) }
        #expect(built.version == "test-\(IndexFormat.version)")
        #expect(built.counts == [.country: 1, .region: 2, .city: 1, .airport: 1, .landmark: 1])
        #expect(steps == [.indexing(done: 0, total: 6), .finishing])
        let index = try PlaceIndex(path: target)
        #expect(try index.statistics() == built)
        #expect(
            try index.suggest(SuggestQuery("lissa")).items.first?.placeID.text == "geonames:3")
        let left = try FileManager.default.contentsOfDirectory(
            atPath: URL(filePath: target).deletingLastPathComponent().path)
        #expect(!left.contains { $0.hasPrefix(URL(filePath: target).lastPathComponent + ".") })
    }

    @Test(arguments: [
        ("P\t3\tPT\t14\tPorto\t41\t-8\t1\tEurope/Lisbon\t", "geonames:3 stands twice"),
        ("P\t4\tXX\t14\tPorto\t41\t-8\t1\tEurope/Lisbon\t", "country XX does not stand above"),
        ("P\t4\tPT\t14\t\t41\t-8\t1\tEurope/Lisbon\t", "name is empty or longer than 400 bytes"),
        ("P\t4\tPT\t14\tPorto\t91\t-8\t1\tEurope/Lisbon\t", "position 91, -8 is not on Earth"),
        ("P\t4\tPT\t14\tPorto\tnan\t-8\t1\tEurope/Lisbon\t", "position nan, -8 is not on Earth"),
        ("P\t4\tPT\t14\tPorto\t41\t-8\t-1\tEurope/Lisbon\t", "population \"-1\" is no count"),
        ("P\t4\tPT\t14\tPorto\t41\t-8\t1\tEurope/Lisbon\tx", "unknown flags \"x\""),
        ("P\t4\tPT\t14\tPorto", "P needs 10 fields, has 5"),
        ("P\tx\tPT\t14\tPorto\t41\t-8\t1\tEurope/Lisbon\t", "GeoNames id \"x\" is no number"),
        (
            "A\tlis\t\tPT\tX\t\t\t38\t-9\tEurope/Lisbon\t\t",
            "IATA code must be 3 capital letters or digits"
        ),
        ("A\tOPO\t\tPT\tX\t\t\t38\t-9\tEurope/Lisbon\t\t99", "city 99 does not stand above"),
        ("C\t9\tPT\tPRT\tP\t1\t39\t-8\t-9\t37\t-7\t42", "country PT stands twice"),
        ("C\t9\tpt\tPRT\tP\t1\t39\t-8\t-9\t37\t-7\t42", "country \"pt\" is not two letters"),
        ("C\t9\tES\tESP\tS\t1\t39\t-8\t-9\t42\t-7\t37", "the box's south lies north of its north"),
        ("N\tz\t\tX", "unknown name class \"z\""),
        ("Q\t1", "unknown record \"Q\""),
    ])
    func reportsAFaultyLine(_ line: String, _ message: String) throws {
        let file = try Fixtures.dataFile(good + [line])
        #expect(throws: fault(file, [(good.count + 1, message)])) { try build(file) }
    }

    @Test func reportsEveryFaultyLine() throws {
        let file = try Fixtures.dataFile(["tributary-places\t2\ttest", "N\tm\t\tX", "Q", "C\t1"])
        #expect(
            throws: fault(
                file,
                [
                    (2, "a name without a place above"), (3, "unknown record \"Q\""),
                    (4, "C needs 12 fields, has 2"),
                ])
        ) { try build(file) }
        let many = try Fixtures.dataFile(
            ["tributary-places\t2\ttest"] + Array(repeating: "Q", count: 250))
        let thrown = #expect(throws: PlaceFault.self) { try build(many) }
        guard case .faultyData(let faults, let count) = thrown else {
            Issue.record("expected faulty data")
            return
        }
        #expect(faults.count == 100 && count == 250)
        #expect(thrown?.description.hasSuffix("and 150 more") == true)
    }

    @Test func refusesOtherFormats() throws {
        let file = try Fixtures.dataFile(["tributary-places\t1\ttest"])
        #expect(
            throws: fault(file, [(1, "the first line must be tributary-places, 2 and a version")])
        ) { try build(file) }
        let empty = try Fixtures.dataFile([])
        #expect(throws: fault(empty, [(1, "the file is empty")])) { try build(empty) }
    }

    @Test func refusesBytesThatAreNotText() throws {
        let latin = try Fixtures.dataFile(good + ["P\t5\tPT\t14\tX\t41\t-8\t1\tEurope/Lisbon\t"])
        _ = try build(latin)
        let long = try Fixtures.dataFile(good + [String(repeating: "x", count: 70_000), "Q"])
        #expect(
            throws: fault(
                long,
                [
                    (good.count + 1, "longer than 64 KB, or not UTF-8"),
                    (good.count + 2, "unknown record \"Q\""),
                ])
        ) { try build(long) }
    }

    @Test func refusesDamagedArchives() throws {
        let whole = try Data(contentsOf: URL(filePath: Fixtures.dataFile(good)))
        for bytes in [Array(whole.dropLast(3)), Array("no gzip".utf8), []] {
            let file = try Fixtures.file(bytes)
            #expect(throws: PlaceFault.damagedArchive(path: file)) { try build(file) }
        }
        #expect(throws: PlaceFault.file(path: "/nowhere/x", code: ENOENT)) {
            try build("/nowhere/x")
        }
    }

    @Test func aFailedBuildLeavesTheOldIndex() throws {
        let target = Fixtures.temporaryFile("kept.db")
        _ = try PlaceIndexBuilder(dataFile: Fixtures.dataFile(good), indexFile: target).build()
        let before = try Data(contentsOf: URL(filePath: target))
        let faulty = try Fixtures.dataFile(good + ["Q"])
        #expect(throws: PlaceFault.self) {
            try PlaceIndexBuilder(dataFile: faulty, indexFile: target).build()
        }
        #expect(try Data(contentsOf: URL(filePath: target)) == before)
    }

    @Test func refusesFilesThatAreNoIndex() throws {
        #expect(throws: PlaceFault.file(path: "/nowhere/x.db", code: ENOENT)) {
            try PlaceIndex(path: "/nowhere/x.db")
        }
        for bytes in [[], Array("SQLite format 3\0 and rubbish".utf8)] {
            let file = try Fixtures.file(bytes)
            #expect(throws: PlaceFault.notAnIndex(path: file)) { try PlaceIndex(path: file) }
        }
        let odd = Fixtures.temporaryFile("odd ?#%name.db")
        _ = try PlaceIndexBuilder(dataFile: Fixtures.dataFile(good), indexFile: odd).build()
        #expect(try PlaceIndex(path: odd).version.hasPrefix("test-"))
    }

    @Test func printsTables() throws {
        let target = Fixtures.temporaryFile("print.db")
        var shown: [String] = []
        let built = try PlacesReport.build(
            dataFile: Fixtures.dataFile(good), indexFile: target, show: { shown.append($0) })
        #expect(shown.last == "finishing")
        #expect(built.contains("city        1\n"))
        #expect(try built.hasSuffix(PlacesReport.statistics(indexFile: target)))
        let table = try PlacesReport.query(
            indexFile: target, SuggestQuery("lissab", kinds: [.city]))
        #expect(
            table.hasPrefix(
                "score  known  match  rest  kind  place       label             matched\n"))
        #expect(table.hasSuffix("city  geonames:3  Lisbon, Portugal  Lissabon\n"))
    }

    private func build(_ file: String) throws -> PlaceStatistics {
        try PlaceIndexBuilder(dataFile: file, indexFile: Fixtures.temporaryFile("any.db")).build()
    }

    private func fault(_ file: String, _ lines: [(Int, String)]) -> PlaceFault {
        .faultyData(
            lines.map { PlaceDataFault(file: file, line: $0.0, message: $0.1) }, count: lines.count)
    }
}
