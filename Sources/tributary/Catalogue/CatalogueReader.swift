import Foundation
import Gateway
import TravelModel
import WireFormat

/// Reads a catalogue folder: `hotels.jsonl` and `crosswalk.tsv` (their format is in its README).
struct CatalogueReader {
    /// Lines that cannot be used, each with its place.
    struct Faults: Error, CustomStringConvertible {
        let lines: [String]

        var description: String {
            let shown = lines.prefix(20).joined(separator: "\n  ")
            return "the catalogue has \(lines.count) faulty lines\n  \(shown)"
        }
    }

    private var faults: [String] = []

    /// Every faulty line of both files is reported at once; a folder with one is refused.
    static func read(folder: String) throws -> FileCatalogue {
        var reader = CatalogueReader()
        let hotels = try reader.hotels("\(folder)/hotels.jsonl")
        let mappings = try reader.mappings("\(folder)/crosswalk.tsv")
        guard reader.faults.isEmpty else { throw Faults(lines: reader.faults) }
        return FileCatalogue(hotels: hotels, mappings: mappings)
    }

    private mutating func hotels(_ path: String) throws -> [CatalogueHotel] {
        var hotels: [CatalogueHotel] = []
        for (number, line) in try Self.lines(path) {
            do throws(JSONFault) {
                let value = try JSONValue(parsing: Array(line.utf8))
                if let hotel = Self.hotel(value) {
                    hotels.append(hotel)
                } else {
                    faults.append("\(path):\(number): a member is missing or out of range")
                }
            } catch {
                faults.append("\(path):\(number): \(error)")
            }
        }
        return hotels
    }

    private mutating func mappings(_ path: String) throws -> [(
        supplier: SupplierID, code: SupplierHotelCode, hotel: HotelID
    )] {
        var mappings: [(supplier: SupplierID, code: SupplierHotelCode, hotel: HotelID)] = []
        for (number, line) in try Self.lines(path).dropFirst() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 3, let supplier = SupplierID(fields[0]),
                let code = SupplierHotelCode(fields[1]), let hotel = HotelID(fields[2])
            else {
                faults.append("\(path):\(number): not supplier, code and hotel")
                continue
            }
            mappings.append((supplier, code, hotel))
        }
        return mappings
    }

    private static func hotel(_ value: JSONValue) -> CatalogueHotel? {
        guard let members = value.members else { return nil }
        func member(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
        func text(_ name: String) -> String? { member(name)?.string }
        func number(_ name: String) -> Double? {
            guard case .number(let digits) = member(name)?.content else { return nil }
            return Double(digits)
        }
        guard let id = text("id").flatMap({ HotelID($0) }), let name = text("name"),
            let latitude = number("lat"), let longitude = number("lon"),
            let position = GeoPoint(latitude: latitude, longitude: longitude),
            let place = text("place").flatMap({ PlaceID($0) }),
            let country = text("country").flatMap({ CountryCode($0) })
        else { return nil }
        var hotel = CatalogueHotel(
            id: id, name: name, position: position, address: text("address") ?? "", place: place,
            country: country)
        hotel.stars = number("stars")
        hotel.amenities = (member("amenities")?.elements ?? []).compactMap(\.string).sorted()
        hotel.zone = text("zone")
        return hotel
    }

    /// The lines of a file with their numbers, empty ones left out.
    private static func lines(_ path: String) throws -> [(number: Int, text: Substring)] {
        let text = String(decoding: try FileBytes.read(path), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .compactMap { $1.isEmpty ? nil : ($0 + 1, $1) }
    }
}
