import Digest
import Foundation
import Places
import TravelModel

/// The autocomplete index, and what it is made from.
struct PlaceIndexFile {
    /// The compressed place data that ships with the product.
    let data: String
    /// The SQLite file.
    let index: String
    /// The hotels of the catalogue.
    let hotels: [IndexedHotel]

    /// The operator's own places, beside the index; there need not be any.
    var own: String {
        URL(fileURLWithPath: index).deletingLastPathComponent().appending(path: "own-places.csv")
            .path
    }

    /// Opens the index, making it first where it is missing, of an old format, or made of other data,
    /// hotels or own places.
    func open(counts: HotelCounts, progress: (String) -> Void) throws -> PlaceDirectory {
        let count: @Sendable (PlaceGround) -> Int = { counts.count($0) }
        let csv = try ownCSV()
        let fingerprint = try fingerprint(own: csv)
        if PlaceIndex.fingerprint(ofIndexAt: index) == fingerprint,
            let kept = try? PlaceDirectory(path: index, hotelCount: count)
        {
            return kept
        }
        progress("building the place index, once")
        var lines = BuildProgressLines()
        let additions = additions(own: csv, fingerprint)
        for fault in additions.own.faults { progress("left out: \(fault)") }
        _ = try PlaceIndexBuilder(dataFile: data, indexFile: index, additions: additions).build {
            if let line = lines.line($0) { progress(line) }
        }
        return try PlaceDirectory(path: index, hotelCount: count)
    }

    /// What goes in beside the data.
    func additions() throws -> PlaceAdditions {
        let csv = try ownCSV()
        return additions(own: csv, try fingerprint(own: csv))
    }

    private func additions(own csv: [UInt8], _ fingerprint: String) -> PlaceAdditions {
        PlaceAdditions(
            hotels: hotels, own: csv.isEmpty ? .none : OwnPlaces(csv: csv, file: own),
            fingerprint: fingerprint)
    }

    /// Tells these inputs from others: the data file and what is added to it, byte for byte.
    func fingerprint(own csv: [UInt8]) throws -> String {
        var listed: [UInt8] = []
        for hotel in hotels {
            let fields = [
                hotel.id.text, hotel.name, hotel.city.text, hotel.country.text,
                "\(hotel.position.latitude)", "\(hotel.position.longitude)", hotel.zone,
            ]
            for field in fields { listed += Array(field.utf8) + [0] }
        }
        var parts: [UInt8] = []
        for part in [try FileBytes.read(data), csv, listed] {
            parts += try HashAlgorithm.sha256.hash(part)
        }
        return Hexadecimal.lowercase(Array(try HashAlgorithm.sha256.hash(parts).prefix(12)))
    }

    private func ownCSV() throws -> [UInt8] {
        FileManager.default.fileExists(atPath: own) ? try FileBytes.read(own) : []
    }
}
