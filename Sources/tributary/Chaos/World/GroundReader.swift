import Foundation
import TravelModel

/// Reads what a schedule needs of a catalogue folder.
enum GroundReader {
    static func read(folder: String, today: CivilDate) throws -> ChaosGround {
        let catalogue = try CatalogueReader.read(folder: folder)
        let places = catalogue.countsByPlace.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let text = try String(contentsOfFile: folder + "/crosswalk.tsv", encoding: .utf8)
        var hotels: [String: [String]] = [:]
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: "\t")
            guard fields.count == 3 else { continue }
            hotels[String(fields[0]), default: []].append(String(fields[2]))
        }
        return ChaosGround(
            places: places.map(\.key.text), ownHotels: hotels["direct"] ?? [],
            supplierHotels: hotels["linkrest"] ?? [], today: today)
    }
}
