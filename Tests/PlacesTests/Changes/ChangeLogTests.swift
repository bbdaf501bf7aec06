import Compression
import Foundation
import Testing
import TravelModel

@testable import Places

/// What a client is told that comes back with an older version.
@Suite struct ChangeLogTests {
    private let places = ["geonames:1": 11, "geonames:2": 22, "geonames:3": 33]

    @Test func theFirstEditionHasNoPast() {
        var log = ChangeLog()
        log.add("v1", places)
        #expect(log.editions.map(\.version) == ["v1"])
        #expect(log.changes.isEmpty)
    }

    @Test func whatIsNewDifferentOrGoneIsWrittenDown() {
        var log = ChangeLog()
        log.add("v1", places)
        log.add("v2", ["geonames:1": 11, "geonames:2": 23, "geonames:4": 44])
        #expect(log.changes.map(\.id) == ["geonames:2", "geonames:3", "geonames:4"])
        #expect(log.changes.allSatisfy { $0.number == 2 })
        log.add("v2", ["geonames:1": 11, "geonames:2": 23, "geonames:4": 44])
        #expect(log.editions.map(\.version) == ["v1", "v2"], "built again, and the same")
    }

    @Test func oldEditionsAndTooManyChangesAreForgotten() {
        var log = ChangeLog()
        for number in 0..<30 { log.add("v\(number)", ["geonames:1": number]) }
        #expect(log.editions.count == ChangeLog.mostEditions)
        #expect(log.changes.count == ChangeLog.mostEditions - 1)
        #expect(log.editions.last?.version == "v29")
        var many: [String: Int] = [:]
        for number in 0...ChangeLog.mostChanges { many["geonames:\(number)"] = number }
        log.add("many", many)
        #expect(log.editions.map(\.version) == ["many"])
        #expect(log.changes.isEmpty)
    }

    @Test("A version that comes back means its newest edition")
    func aVersionThatComesBack() {
        var log = ChangeLog()
        log.add("v1", ["geonames:1": 1])
        log.add("v2", ["geonames:1": 2])
        log.add("v1", ["geonames:1": 1])
        #expect(log.editions.map(\.version) == ["v2", "v1"])
        #expect(log.changes.map(\.number) == [2, 3])
    }

    @Test("An index that takes another's place tells what is different, a page at a time")
    func overRebuilds() async throws {
        let index = Fixtures.temporaryFile("changes.db")
        try build(index, "one", cities: [3: "Lisbon", 4: "Porto", 5: "Faro"])
        let directory = try PlaceDirectory(path: index)
        let first = directory.version
        #expect(try await directory.changes(since: first)?.changed == [])

        try build(index, "two", cities: [3: "Lisbon", 4: "Oporto", 6: "Braga"])
        try await directory.reopen()
        let all = try #require(try await directory.changes(since: first))
        #expect(all.version == directory.version && all.version != first)
        #expect(all.changed.map(\.name) == ["Oporto", "Braga"])
        #expect(all.changed.first?.label == "Oporto, Portugal")
        #expect(all.removed.map(\.text) == ["geonames:5"])
        #expect(all.next == nil)

        var pages: [PlaceChanges] = []
        repeat {
            let page = try await directory.changes(
                since: first, after: pages.last?.next, limit: 1)
            pages.append(try #require(page))
        } while pages.last?.next != nil && pages.count < 10
        #expect(pages.flatMap(\.changed) == all.changed)
        #expect(pages.flatMap(\.removed) == all.removed)
        #expect(pages.count == 3)

        let second = directory.version
        try build(index, "three", cities: [3: "Lisbon", 4: "Oporto", 5: "Faro"])
        try await directory.reopen()
        let twoSteps = try #require(try await directory.changes(since: first))
        #expect(twoSteps.changed.map(\.name) == ["Oporto", "Faro"], "told as they are now")
        #expect(twoSteps.removed.map(\.text) == ["geonames:6"])
        #expect(try await directory.changes(since: second)?.changed.map(\.name) == ["Faro"])
        #expect(try await directory.changes(since: "other") == nil)
    }

    @Test(arguments: [0, 100, 5_000])
    func aDamagedIndexHasNoPastAndStopsNoBuild(keeping bytes: Int) throws {
        let path = Fixtures.temporaryFile("damaged-\(bytes).db")
        try build(path, "one", cities: [3: "Lisbon"])
        let whole = try Data(contentsOf: URL(filePath: path))
        try whole.prefix(bytes).write(to: URL(filePath: path))
        try build(path, "two", cities: [3: "Lisboa"])
        let index = try PlaceIndex(path: path)
        #expect(try index.changes(since: index.version)?.changed == [])
        #expect(try index.changes(since: "one-\(IndexFormat.version)") == nil)
    }

    private func build(_ index: String, _ version: String, cities: [Int: String]) throws {
        let country = "C\t1\tPT\tPRT\tPortugal\t10000000\t39\t-8\t-9\t37\t-7\t42"
        let lines = cities.sorted { $0.key < $1.key }.map {
            "P\t\($0.key)\tPT\t\t\($0.value)\t38.7\t-9.1\t\(500_000 - $0.key)\tEurope/Lisbon\t"
        }
        let file = try Fixtures.dataFile(["tributary-places\t2\t\(version)", country] + lines)
        _ = try PlaceIndexBuilder(dataFile: file, indexFile: index).build()
    }
}
