import Compression
import Foundation
import Places
import Synchronization
import TravelModel

/// Files of this target, and the real index, built once a run.
enum Fixtures {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    /// The data file that the repository ships.
    static let dataFile = folder.appending(path: "../../Sources/Places/Dataset/places.tsv.gz").path

    /// Index of the whole data file, in a temporary folder that goes at exit.
    static let indexFile: Result<String, PlaceFault> = {
        let path = temporaryFile("places.db")
        // Stored answers are the same as others (`PrecomputedHitsTests`), and slow to make unoptimised.
        let builder = PlaceIndexBuilder(dataFile: dataFile, indexFile: path, mostLive: 400)
        do throws(PlaceFault) {
            _ = try builder.build()
            return .success(path)
        } catch {
            return .failure(error)
        }
    }()

    /// The whole index, shared by the tests.
    static let directory: Result<PlaceDirectory, any Error> = Result {
        try PlaceDirectory(path: indexFile.get(), queue: 10_000)
    }

    /// Suggestions of the shared index.
    static func suggest(
        _ text: String, limit: Int = 10, kinds: Set<PlaceKind> = [], language: String? = nil,
        near: GeoPoint? = nil
    ) async throws -> [PlaceSuggestion] {
        let query = try SuggestQuery(
            text, limit: limit, kinds: kinds, language: language, near: near)
        return try await directory.get().suggest(query).items
    }

    static func openIndex() throws -> PlaceIndex {
        try PlaceIndex(path: indexFile.get())
    }

    /// Lines of a fixture that are neither empty nor comments, with `\u{...}` resolved.
    static func lines(_ name: String) throws -> [String] {
        let text = try String(
            contentsOf: folder.appending(path: "Fixtures/\(name)"), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            resolved(String($0))
        }
    }

    /// Fields of a fixture in tabs.
    static func table(_ name: String) throws -> [[String]] {
        try lines(name).map { $0.components(separatedBy: "\t") }
    }

    /// A path in a folder of its own, removed at exit.
    static func temporaryFile(_ name: String) -> String {
        scratch.path(name)
    }

    /// A compressed data file of these lines.
    static func dataFile(_ lines: [String]) throws -> String {
        let text = lines.map { $0 + "\n" }.joined()
        return try file(try GzipWriter.compress(Array(text.utf8)))
    }

    /// A file of these bytes.
    static func file(_ bytes: [UInt8]) throws -> String {
        let path = temporaryFile("data.tsv.gz")
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    private static let scratch = Scratch()

    private static func resolved(_ line: String) -> String {
        var result = ""
        var rest = Substring(line)
        while let open = rest.range(of: "\\u{"),
            let close = rest[open.upperBound...].firstIndex(of: "}"),
            let value = UInt32(rest[open.upperBound..<close], radix: 16),
            let scalar = Unicode.Scalar(value)
        {
            result += rest[..<open.lowerBound]
            result.unicodeScalars.append(scalar)
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}

/// A folder for the run.
private final class Scratch: Sendable {
    private let folder: URL
    private let count = Atomic<Int>(0)

    init() {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "places-tests-\(ProcessInfo.processInfo.processIdentifier)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: Scratch.ofThisProcess) }
    }

    func path(_ name: String) -> String {
        let (_, number) = count.add(1, ordering: .relaxed)
        return folder.appending(path: "\(number)-\(name)").path
    }

    private static var ofThisProcess: URL {
        FileManager.default.temporaryDirectory
            .appending(path: "places-tests-\(ProcessInfo.processInfo.processIdentifier)")
    }
}
