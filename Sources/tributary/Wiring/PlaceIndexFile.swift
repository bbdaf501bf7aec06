import Foundation
import Places
import TravelModel

/// The autocomplete index beside the data it is made from.
struct PlaceIndexFile {
    /// The compressed place data that ships with the product.
    let data: String
    /// The SQLite file.
    let index: String

    /// Opens the index, making it first where it is missing, older than its data or of an old format.
    func open(
        counts: HotelCounts, progress: (String) -> Void
    ) throws -> PlaceDirectory {
        let count: @Sendable (PlaceGround) -> Int = { counts.count($0) }
        if isCurrent, let kept = try? PlaceDirectory(path: index, hotelCount: count) {
            return kept
        }
        progress("building the place index, once")
        _ = try PlaceIndexBuilder(dataFile: data, indexFile: index).build {
            progress(PlacesReport.line($0))
        }
        return try PlaceDirectory(path: index, hotelCount: count)
    }

    private var isCurrent: Bool {
        func modified(_ path: String) -> Date? {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            return attributes?[.modificationDate] as? Date
        }
        guard let made = modified(index) else { return false }
        return modified(data).map { $0 <= made } ?? true
    }
}
