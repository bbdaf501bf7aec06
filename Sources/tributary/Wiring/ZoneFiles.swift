import Foundation
import Gateway
import Synchronization
import TravelModel

/// Time zones from the machine's own database (Debian's tzdata), read once each.
final class ZoneFiles: ZoneDatabase {
    private let folder: String
    // A lock around a dictionary; a zone's file is read under it, once in the life of the process.
    private let zones = Mutex<[String: ZoneRules?]>([:])

    init(folder: String = "/usr/share/zoneinfo") { self.folder = folder }

    func rules(of zone: String) -> ZoneRules? {
        zones.withLock { zones in
            if let kept = zones[zone] { return kept }
            let read = Self.read(zone, in: folder)
            // The names come from our own catalogue, so their number is bounded by its zones.
            zones[zone] = .some(read)
            return read
        }
    }

    private static func read(_ zone: String, in folder: String) -> ZoneRules? {
        let parts = zone.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count),
            parts.allSatisfy({ part in
                !part.isEmpty && part != ".." && part != "."
                    && part.utf8.allSatisfy { (33...126).contains($0) }
            }),
            let bytes = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(zone)"))
        else { return nil }
        return try? ZoneRules(tzif: [UInt8](bytes))
    }
}
