import Foundation

/// Where the files that ship with the product are: the catalogue, the scenarios, the place data.
struct ProductFiles: Sendable {
    /// The repository's root, or the folder an operator installed the files in.
    let root: String

    /// Looks in the folder given, else in the working directory, else around the executable.
    init(root: String?) throws(UsageFault) {
        let candidates =
            root.map { [$0] } ?? [
                FileManager.default.currentDirectoryPath, Self.aroundExecutable,
            ]
        guard
            let found = candidates.first(where: {
                FileManager.default.fileExists(atPath: $0 + "/mocks/catalogue/hotels.jsonl")
            })
        else {
            throw UsageFault(
                "the product's files were not found in \(candidates.joined(separator: " or ")); "
                    + "name their folder with --root")
        }
        self.root = found
    }

    var catalogue: String { root + "/mocks/catalogue" }
    var scenarios: String { root + "/mocks/scenarios" }
    var rates: String { root + "/mocks/catalogue/ecb-rates.json" }
    var places: String { root + "/Sources/Places/Dataset/places.tsv.gz" }

    var apiDocument: String { root + "/docs/openapi.json" }

    func manifest(of supplier: String) -> String { root + "/suppliers/\(supplier)/supplier.json" }

    /// `.build/release/tributary` lies three folders below the root.
    private static var aroundExecutable: String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "../../..").standardizedFileURL.path
    }

    static let option = CommandOption(
        "--root", "DIR", "Folder of the product's files; found by itself in a checkout.")
}
