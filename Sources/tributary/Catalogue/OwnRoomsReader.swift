import Foundation
import Ledger
import TravelModel
import WireFormat

/// Our own rooms, made from a catalogue: every hotel that the supplier `direct` lists.
enum OwnRoomsReader {
    /// A kind of room in `rooms.tsv`.
    private struct Kind {
        let name: String
        let beds: String
        let most: Int
        let factor: Double
    }

    /// `rooms` of every kind on each night; hotels and kinds that cannot be read are left out.
    static func read(folder: String, rooms: Int) throws -> [OwnRoom] {
        let kinds = try kinds("\(folder)/rooms.tsv")
        let mapped = try lines("\(folder)/crosswalk.tsv").compactMap { line in
            line.count == 3 && line[0] == "direct" ? (line[2], line[1]) : nil
        }
        let codes = Dictionary(mapped, uniquingKeysWith: { first, _ in first })
        let text = try String(contentsOfFile: "\(folder)/hotels.jsonl", encoding: .utf8)
        return text.split(separator: "\n").flatMap { line -> [OwnRoom] in
            guard let hotel = try? JSONValue(parsing: Array(line.utf8)),
                let id = member("id", hotel)?.string, let code = codes[id],
                let supplierCode = SupplierHotelCode(code)
            else { return [] }
            return ownRooms(hotel, code: supplierCode, kinds: kinds, allotment: rooms)
        }
    }

    private static func ownRooms(
        _ hotel: JSONValue, code: SupplierHotelCode, kinds: [String: Kind], allotment: Int
    ) -> [OwnRoom] {
        guard let currency = member("currency", hotel)?.string.flatMap({ CurrencyCode($0) }),
            let text = member("base", hotel)?.string,
            let base = try? Money(decimal: text, currency: currency)
        else { return [] }
        let cityTax = member("tax", hotel).flatMap { member("cityTax", $0) }
            .flatMap { member("amount", $0)?.string }
            .flatMap { try? Money(decimal: $0, currency: currency) }
        return (member("rooms", hotel)?.elements ?? []).compactMap(\.string).compactMap { key in
            guard let kind = kinds[key],
                let nightly = try? base.scaled(
                    numerator: Int64((kind.factor * 100).rounded()), denominator: 100)
            else { return nil }
            var room = OwnRoom(
                hotel: code, kind: key, name: kind.name, maxGuests: kind.most,
                allotment: allotment, nightly: nightly)
            room.beds = [kind.beds]
            room.cityTax = cityTax
            return room
        }
    }

    private static func kinds(_ path: String) throws -> [String: Kind] {
        let rows = try lines(path).dropFirst().compactMap { fields -> (String, Kind)? in
            guard fields.count == 6, let most = Int(fields[3]), let factor = Double(fields[5]),
                (0.1...100).contains(factor)
            else { return nil }
            return (
                fields[0], Kind(name: fields[1], beds: fields[2], most: most, factor: factor)
            )
        }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }

    private static func lines(_ path: String) throws -> [[String]] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }

    private static func member(_ name: String, _ value: JSONValue) -> JSONValue? {
        value.members?.first { $0.name == name }?.value
    }
}
