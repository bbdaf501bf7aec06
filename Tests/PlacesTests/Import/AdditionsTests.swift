import Foundation
import Synchronization
import Testing
import TravelModel

@testable import Places

@Suite struct AdditionsTests {
    private let data = [
        "tributary-places\t2\ttest",
        "C\t1\tPT\tPRT\tPortugal\t10000000\t39\t-8\t-9\t37\t-7\t42",
        "R\tPT.14\t2\t11\tLisbon\tLisboa\t3000000\t38.9\t-9.1\t-9.5\t38.4\t-8.6\t39.3",
        "P\t3\tPT\t14\tLisbon\t38.7\t-9.1\t500000\tEurope/Lisbon\tc",
        "N\tm\tde\tLissabon",
        "P\t4\tPT\t14\tCascais\t38.69\t-9.42\t35000\tEurope/Lisbon\t",
    ]
    private let header = "id,kind,name,country,latitude,longitude,city"

    private func build(
        _ additions: PlaceAdditions, at path: String = Fixtures.temporaryFile("own.db"),
        progress: (PlaceIndexBuilder.Progress) -> Void = { _ in }
    ) throws -> PlaceIndex {
        _ = try PlaceIndexBuilder(
            dataFile: Fixtures.dataFile(data), indexFile: path, additions: additions
        ).build(progress: progress)
        return try PlaceIndex(path: path)
    }

    private func id(_ text: String) throws -> PlaceID {
        try #require(PlaceID(text))
    }

    private func own(_ lines: String...) -> OwnPlaces {
        OwnPlaces(csv: Array(([header] + lines).joined(separator: "\n").utf8), file: "own.csv")
    }

    private func hotel(_ id: String, _ name: String, city: String = "geonames:3") throws
        -> IndexedHotel
    {
        IndexedHotel(
            id: try #require(PlaceID(id)), name: name, city: try #require(PlaceID(city)),
            country: try #require(CountryCode("PT")),
            position: try #require(GeoPoint(latitude: 38.71, longitude: -9.13)), zone: "")
    }

    @Test func hotelsAreFoundByNameAndCity() throws {
        let index = try build(
            PlaceAdditions(hotels: [
                try hotel("hotel:azure", "Azure Arcade"),
                try hotel("hotel:lost", "Lost Inn", city: "geonames:99"),
            ]))
        #expect(try index.statistics().counts[.hotel] == 1)
        for text in ["azure", "azure lissabon", "arcade lisbon portugal"] {
            let first = try index.suggest(SuggestQuery(text)).items.first
            #expect(first?.placeID.text == "hotel:azure", "\(text)")
            #expect(first?.zone == "Europe/Lisbon")
            #expect(first?.label == "Azure Arcade, Lisbon, Portugal")
        }
        let place = try #require(try index.place(id("hotel:azure")))
        #expect(place.parents.map(\.text) == ["geonames:3", "geonames:2", "geonames:1"])
    }

    @Test func ownPlacesBelongToTheNearestCity() throws {
        let index = try build(
            PlaceAdditions(
                own: own(
                    "own:guincho,landmark,Praia do Guincho,PT,38.73,-9.47,",
                    "own:far,landmark,Far Rock,PT,32.6,-16.9,",
                    "hotel:x,hotel,Hotel X,PT,38.7,-9.4,geonames:3")))
        func parents(_ text: String) throws -> [String]? {
            try index.place(id(text))?.parents.map(\.text)
        }
        #expect(try parents("own:guincho") == ["geonames:4", "geonames:2", "geonames:1"])
        #expect(try parents("own:far") == ["geonames:1"])
        #expect(try parents("hotel:x")?.first == "geonames:3")
        #expect(
            try index.suggest(SuggestQuery("guincho cascais")).items.first?.placeID.text
                == "own:guincho")
    }

    /// An operator's word on a hotel counts more than the catalogue's.
    @Test func anOwnHotelStandsForTheCataloguesOwn() throws {
        let index = try build(
            PlaceAdditions(
                hotels: [try hotel("hotel:x", "Catalogue Name")],
                own: own("hotel:x,hotel,Better Name,PT,38.7,-9.1,geonames:3")))
        #expect(try index.place(id("hotel:x"))?.name == "Better Name")
    }

    @Test(arguments: [
        ("own:a,city,A,PT,1,2,geonames:99", "column city: the data has no city geonames:99"),
        ("own:a,city,A,ES,1,2,", "column country: the data has no country ES"),
        ("own:good,city,A,PT,1,2,", "column id: own:good stands twice"),
    ])
    func misfitsEndAnImportAndAreLeftOutOfABuild(_ line: String, _ message: String) throws {
        let places = own("own:good,city,Goodtown,PT,38.8,-9.2,", line)
        let fault = PlaceDataFault(file: "own.csv", line: 3, message: message)
        let path = Fixtures.temporaryFile("refused.db")
        #expect(throws: PlaceFault.faultyData([fault], count: 1)) {
            try build(PlaceAdditions(own: places, refusesMisfits: true), at: path)
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        var steps: [PlaceIndexBuilder.Progress] = []
        let index = try build(PlaceAdditions(own: places)) { steps.append($0) }
        #expect(steps.contains(.leftOut(fault)))
        #expect(try index.suggest(SuggestQuery("goodtown")).items.first?.name == "Goodtown")
    }

    @Test func theFingerprintTellsWhatAnIndexIsMadeOf() throws {
        let path = Fixtures.temporaryFile("marked.db")
        let plain = try build(.none, at: path)
        #expect(PlaceIndex.fingerprint(ofIndexAt: path) == "")
        let marked = try build(PlaceAdditions(fingerprint: "0123456789abcdef"), at: path)
        #expect(PlaceIndex.fingerprint(ofIndexAt: path) == "0123456789abcdef")
        #expect(marked.version == "\(plain.version)-0123456789ab")
        #expect(PlaceIndex.fingerprint(ofIndexAt: "/nowhere") == nil)
        #expect(PlaceIndex.fingerprint(ofIndexAt: try Fixtures.file([1, 2, 3])) == nil)
    }

    @Test func buildsAreTimed() throws {
        let path = Fixtures.temporaryFile("timed.db")
        let ticks = [Duration.seconds(3), .milliseconds(4_250)]
        let clock = Ticks(ticks)
        let built = try PlaceIndexBuilder(
            dataFile: Fixtures.dataFile(data), indexFile: path, uptime: { clock.next() }
        ).build()
        #expect(built.buildMilliseconds == 1_250)
        #expect(try PlaceIndex(path: path).statistics() == built)
    }

    @Test func fewLinesTellHowFarABuildIs() {
        var lines = BuildProgressLines()
        var steps: [PlaceIndexBuilder.Progress] = [.reading(lines: 1), .reading(lines: 2)]
        steps += (0..<100).map { .indexing(done: $0 * 1_000, total: 100_000) }
        steps.append(.finishing)
        let shown = steps.compactMap { lines.line($0) }
        #expect(shown.count == 12)
        #expect(shown[safe: 0] == "reading the place data")
        #expect(shown[safe: 10] == "indexing, 90 % of 100000 places")
        #expect(shown.last == "finishing")
    }
}

/// A clock that gives these times, then the last for ever.
private final class Ticks: Sendable {
    private let times: [Duration]
    private let asked = Atomic<Int>(0)

    init(_ times: [Duration]) { self.times = times }

    func next() -> Duration {
        times[safe: asked.add(1, ordering: .relaxed).oldValue] ?? times.last ?? .zero
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}
