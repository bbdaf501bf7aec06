import Foundation

/// A folder of a test's own that goes away with it.
final class Folder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "tributary-ledger-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: url.appending(path: name)))
    }

    /// The names of its files, in order.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }

    /// Whether any of its files has the text in it.
    func contains(_ text: String) throws -> Bool {
        try names().contains { try Data(contentsOf: url.appending(path: $0)).contains(text) }
    }
}

extension Data {
    /// Whether the text's bytes stand somewhere in it.
    func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
