import Foundation

/// The files that are held against the rules.
struct Repository {
    /// A Swift file, its path from the root and its text.
    struct File: Sendable {
        let path: String
        let text: String
        let source: SourceText

        init(path: String, text: String) {
            self.path = path
            self.text = text
            source = SourceText(text)
        }
    }

    /// The folder of `Package.swift`.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// What ships: `Sources`, and the `Sources` of each supplier and mock.
    static let product: [File] =
        files(in: ["Sources"])
        + files(in: ["suppliers", "mocks"]).filter { $0.path.contains("/Sources/") }

    /// `Tests`, and the `Tests` of each supplier and mock.
    static let tests: [File] =
        files(in: ["Tests"])
        + files(in: ["suppliers", "mocks"]).filter { $0.path.contains("/Tests/") }

    /// The names of the folders in a folder of the root, sorted; none if it does not exist.
    static func folders(in name: String) -> [String] {
        let folder = root.appending(path: name)
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return entries.sorted().filter { isFolder("\(name)/\($0)") }
    }

    static func isFolder(_ path: String) -> Bool {
        var folder: ObjCBool = false
        let found = FileManager.default.fileExists(
            atPath: root.appending(path: path).path, isDirectory: &folder)
        return found && folder.boolValue
    }

    static func contents(of path: String) -> [String] {
        let entries = try? FileManager.default.contentsOfDirectory(
            atPath: root.appending(path: path).path)
        return entries?.sorted() ?? []
    }

    private static func files(in folders: [String]) -> [File] {
        folders.flatMap { folder -> [File] in
            let base = root.appending(path: folder).path
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: base)) ?? []
            var found: [File] = []
            for name in names.sorted() where name.hasSuffix(".swift") {
                guard let data = FileManager.default.contents(atPath: "\(base)/\(name)") else {
                    continue
                }
                let text = String(decoding: data, as: UTF8.self)
                found.append(File(path: "\(folder)/\(name)", text: text))
            }
            return found
        }
    }
}
