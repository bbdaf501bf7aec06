import Compression
import Foundation
import Gateway
import Places
import Telemetry
import Testing
import TravelModel

@testable import tributary

@Suite("Places of searches")
struct PlaceWatchTests {
    private static let box = PlaceExtent.box(west: -9.5, south: 38.6, east: -8.8, north: 39.3)

    private struct StandingClock: GatewayClock {
        func now() -> Instant { Instant(millisecondsSinceEpoch: 0) }
        func uptime() -> Uptime { Uptime(nanoseconds: 0) }
        func sleep(until deadline: Uptime) async throws(CancellationError) {
            throw CancellationError()
        }
    }

    private func build(_ index: String, version: String) throws {
        let lines = [
            "tributary-places\t2\t\(version)",
            "C\t1\tPT\tPRT\tPortugal\t10000000\t39\t-8\t-9\t37\t-7\t42",
        ]
        let text = lines.map { $0 + "\n" }.joined()
        let data = index + ".tsv.gz"
        try Data(GzipWriter.compress(Array(text.utf8))).write(to: URL(filePath: data))
        _ = try PlaceIndexBuilder(dataFile: data, indexFile: index).build()
    }

    @Test("A new index is taken up and told; one that cannot be read is told once")
    func replacedIndex() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let index = folder.appending(path: "places.db").path
        try build(index, version: "one")
        let directory = try PlaceDirectory(path: index)
        let lines = MemoryLogSink()
        let watch = PlaceWatch(
            directory: directory, clock: StandingClock(), log: EventLog(to: lines) { 0 })
        await watch.look()
        #expect(lines.events.isEmpty)
        try build(index, version: "two")
        await watch.look()
        await watch.look()
        #expect(lines.events.map(\.name) == ["places_reopened"])
        #expect(directory.version.hasPrefix("two-"))
        try Data("damaged".utf8).write(to: URL(filePath: index), options: .atomic)
        await watch.look()
        await watch.look()
        #expect(lines.events.map(\.name) == ["places_reopened", "places_not_reopened"])
        #expect(directory.version.hasPrefix("two-"))
    }

    @Test("What a search for a place covers is of the place's kind")
    func areas() throws {
        let country = try #require(CountryCode("PT"))
        let centre = try #require(GeoPoint(latitude: 38.7, longitude: -9.1))
        let box = try #require(GeoBox(west: -9.5, south: 38.6, east: -8.8, north: 39.3))
        func area(_ id: String, _ kind: PlaceKind, _ extent: PlaceExtent) throws -> SearchArea {
            SearchArea(
                PlaceGround(
                    id: try #require(PlaceID(id)), kind: kind, country: country, centre: centre,
                    extent: extent))
        }
        let circle = SearchArea.circle(centre: centre, radiusKilometres: 10)
        #expect(try area("geonames:1", .country, Self.box) == .country(country))
        #expect(try area("geonames:2", .region, Self.box) == .box(box, in: country))
        for kind in [PlaceKind.city, .airport, .landmark] {
            #expect(try area("geonames:3", kind, .circle(radiusKm: 10)) == circle)
        }
        let hotel = try #require(HotelID("hotel:one"))
        #expect(try area("hotel:one", .hotel, .circle(radiusKm: 10)) == .hotels([hotel]))
    }
}
