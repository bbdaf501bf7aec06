import Foundation

/// Reads the published vectors beside the tests: one a line, fields split by `|`, `#` is a comment.
enum Vectors {
    static func rows(_ file: String, source: String = #filePath) throws -> [[String]] {
        let folder = URL(filePath: source).deletingLastPathComponent().appending(path: "Vectors")
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        }
    }

    static func bytes(hex: String) -> [UInt8] {
        var digits = Array(hex)[...]
        var bytes: [UInt8] = []
        while digits.count >= 2, let byte = UInt8(String(digits.prefix(2)), radix: 16) {
            bytes.append(byte)
            digits = digits.dropFirst(2)
        }
        return bytes
    }
}
