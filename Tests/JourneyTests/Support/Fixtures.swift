import Compression
import Foundation
import Synchronization

/// Files of this target and what is made of them once a run, in a folder that goes at exit.
enum Fixtures {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures").path

    /// The repository's root.
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardizedFileURL.path

    /// The scenario in which every supplier answers at once and prices stand still.
    static let instant = folder + "/instant.json"

    /// Place data of one city, compressed as the product's own is: an index of it takes no time.
    static let places: Result<String, any Error> = Result {
        let text = try Data(contentsOf: URL(filePath: folder + "/places.tsv"))
        let path = scratch + "/places.tsv.gz"
        try Data(GzipWriter.compress([UInt8](text))).write(to: URL(filePath: path))
        return path
    }

    /// The catalogue's hotels of Lisbon as a catalogue of its own, which reads in no time.
    static let catalogue: Result<String, any Error> = Result {
        let source = root + "/mocks/catalogue"
        let made = scratch + "/catalogue"
        let files = FileManager.default
        try files.createDirectory(atPath: made + "/suppliers", withIntermediateDirectories: true)
        for name in ["rooms.tsv", "zones.tsv", "ecb-rates.json"] {
            try files.copyItem(atPath: "\(source)/\(name)", toPath: "\(made)/\(name)")
        }
        let lists = try files.contentsOfDirectory(atPath: source + "/suppliers").sorted()
        for name in ["hotels.jsonl", "crosswalk.tsv"] + lists.map({ "suppliers/\($0)" }) {
            let text = try String(contentsOfFile: "\(source)/\(name)", encoding: .utf8)
            let lines = text.split(separator: "\n")
            let kept = lines.enumerated().filter { place, line in
                (place == 0 && name.hasSuffix(".tsv")) || line.contains("hotel:lisbon-pt-")
            }
            try kept.map { $1 + "\n" }.joined().write(
                toFile: "\(made)/\(name)", atomically: false, encoding: .utf8)
        }
        return made
    }

    /// Hotels that all of these suppliers sell, by id, the first `most`.
    static func hotels(of suppliers: [String], most: Int) throws -> [String] {
        let text = try String(
            contentsOfFile: catalogue.get() + "/crosswalk.tsv", encoding: .utf8)
        var sellers: [String: Set<String>] = [:]
        for line in text.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: "\t")
            if fields.count == 3 { sellers[String(fields[2]), default: []].insert("\(fields[0])") }
        }
        let found = sellers.filter { $0.value.isSuperset(of: suppliers) }.keys.sorted()
        return Array(found.prefix(most))
    }

    /// The manifest of a supplier whose lost answers are looked up without delay, as a file.
    static func impatientManifest(of supplier: String) throws -> String {
        var text = try String(
            contentsOfFile: root + "/suppliers/\(supplier)/supplier.json", encoding: .utf8)
        let edits = [
            (#/"afterSeconds": \[[0-9, ]+\]/#, "\"afterSeconds\": [0.3, 0.6, 1.2]"),
            (#/"indexingDelaySeconds": \d+/#, "\"indexingDelaySeconds\": 0.5"),
        ]
        for (old, new) in edits {
            guard text.contains(old) else { throw CocoaError(.fileReadCorruptFile) }
            text.replace(old, with: new)
        }
        let made = temporaryPath("\(supplier).json")
        try text.write(toFile: made, atomically: false, encoding: .utf8)
        return made
    }

    /// A path nobody had before.
    static func temporaryPath(_ name: String) -> String {
        let (_, number) = count.add(1, ordering: .relaxed)
        return scratch + "/\(number)-\(name)"
    }

    private static let count = Atomic<Int>(0)

    private static let scratch: String = {
        let path = scratchPath
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(atPath: Fixtures.scratchPath) }
        return path
    }()

    private static var scratchPath: String {
        FileManager.default.temporaryDirectory
            .appending(path: "journey-\(ProcessInfo.processInfo.processIdentifier)").path
    }
}
