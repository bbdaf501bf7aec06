import Foundation
import Testing
import TravelModel

@testable import Places

@Suite struct OwnPlacesTests {
    private static let header =
        "id,kind,name,country,latitude,longitude,city,population,zone,popularity,names"
    private static let good =
        "hotel:sea,hotel,Sea Inn,PT,38.7,-9.1,geonames:3,,,,de:Seehof|Zum Meer"

    private func read(_ lines: String...) -> OwnPlaces {
        OwnPlaces(csv: Array((lines.joined(separator: "\n") + "\n").utf8), file: "own.csv")
    }

    @Test func readsEveryColumn() throws {
        let own = read(
            "name,id,kind,country,longitude,latitude,region,population,zone,popularity,names",
            " Quinta ,own:quinta,region,PT,-9.1,38.7,Estremadura,12,Europe/Lisbon,5.5,pt:A Quinta")
        let place = try #require(own.places.first)
        #expect(own.faults == [])
        #expect(place.id.text == "own:quinta")
        #expect(place.kind == .region)
        #expect(place.name == "Quinta")
        #expect(place.region == "Estremadura")
        #expect(place.population == 12)
        #expect(place.zone == "Europe/Lisbon")
        #expect(place.popularity == 5.5)
        #expect(place.city == nil)
        #expect(
            place.names == [
                NameRecord(weight: .majorLanguage, languages: "pt", text: "A Quinta")
            ])
        #expect(place.position == GeoPoint(latitude: 38.7, longitude: -9.1))
    }

    @Test(arguments: [
        ("sea,hotel,S,PT,1,2,,,,,", "id: \"sea\" is not hotel: and a name, at most 64 printable"),
        ("geonames:3,city,S,PT,1,2,,,,,", "id: \"geonames:3\" is not own: and a name"),
        ("hotel:,hotel,S,PT,1,2,,,,,", "id: \"hotel:\" is not hotel:"),
        (
            "own:a,airport,S,PT,1,2,,,,,",
            "kind: \"airport\" is none of city, region, landmark, hotel"
        ),
        ("own:a,,S,PT,1,2,,,,,", "kind: is none of"),
        ("own:a,city,,PT,1,2,,,,,", "name: is empty"),
        ("own:a,city,…,PT,1,2,,,,,", "name: \"…\" holds no letter or digit"),
        ("own:a,city,a\tb,PT,1,2,,,,,", "name: \"a\\tb\" holds a tab, a line break"),
        ("own:a,city,S,Portugal,1,2,,,,,", "country: \"Portugal\" is no country code"),
        ("own:a,city,S,PT,91,2,,,,,", "latitude: \"91\" is no number from -90 to 90"),
        ("own:a,city,S,PT,nan,2,,,,,", "latitude: \"nan\" is no number"),
        ("own:a,city,S,PT,1,181,,,,,", "longitude: \"181\" is no number"),
        ("own:a,city,S,PT,0,0,,,,,", "latitude: \"0\" is 0, 0: the place's position is missing"),
        ("own:a,city,S,PT,1,2,Lisbon,,,,", "city: \"Lisbon\" is no id such as geonames:2267057"),
        ("own:a,city,S,PT,1,2,,-1,,,", "population: \"-1\" is no whole number"),
        ("own:a,city,S,PT,1,2,,,a b,,", "zone: \"a b\" is no time zone"),
        ("own:a,city,S,PT,1,2,,,,99,", "popularity: \"99\" is no number from 0 to 15"),
        ("own:a,city,S,PT,1,2,,,,,d e:x", "names: \"d e:x\" holds \"d e\", which is no language"),
        ("own:a,city,S,PT,1,2,,,,,de:", "names: \"de:\" holds"),
        ("own:a,city,S,PT", "latitude: the line has 4 fields, not 11"),
        ("own:a,city,\"S,PT,1,2,,,,,", "name: a quote that is never closed"),
    ])
    func tellsLineAndColumn(_ line: String, _ message: String) throws {
        let own = read(Self.header, Self.good, "", line, "hotel:b,hotel,B,PT,1,2,,,,,")
        #expect(own.faultCount == 1)
        let fault = try #require(own.faults.first)
        #expect(fault.file == "own.csv")
        #expect(fault.line == 4)
        #expect(fault.message.hasPrefix("column \(message)"), "\(fault)")
        // The lines around it can be used.
        #expect(own.places.map(\.id.text) == ["hotel:sea", "hotel:b"])
    }

    @Test(arguments: [
        ("id,kind,name", "column country: is missing"),
        (
            "id,kind,name,country,latitude,longitude,star",
            "column star: unknown; the columns are id,"
        ),
        ("id,kind,name,country,latitude,longitude,id", "column id: is named twice"),
        ("ID,kind,name,country,latitude,longitude", "column ID: unknown"),
    ])
    func refusesOtherHeads(_ header: String, _ message: String) {
        let own = read(header, "own:a,city,S,PT,1,2,x")
        #expect(own.count == 0)
        #expect(own.faults.map(\.line) == [1])
        #expect(own.faults.first?.message.hasPrefix(message) == true, "\(own.faults)")
    }

    @Test func reportsEveryFaultyLine() {
        let lines = (0..<12_000).map { "own:\($0),city,,PT,1,2" }.joined(separator: "\n")
        let own = read("id,kind,name,country,latitude,longitude", lines)
        #expect(own.faultCount == 12_000)
        #expect(own.faults.count == OwnPlaces.mostFaults)
        #expect(own.faults.map(\.line) == Array(2..<(2 + OwnPlaces.mostFaults)))
    }

    /// What is kept of a file with faults reads as the lines that were good.
    @Test func keepsWhatCanBeUsed() {
        let own = read(
            "id,kind,name,country,latitude,longitude", "own:a,city,\"A \"\"b\"\", c\",PT,1,2",
            "own:x,city,,PT,1,2", "own:d,city,D,PT,3,4")
        let kept = OwnPlaces(csv: own.usableCSV, file: "own.csv")
        #expect(kept.faults == [])
        #expect(kept.places.map(\.name) == ["A \"b\", c", "D"])
        #expect(kept.usableCSV == own.usableCSV)
    }
}
