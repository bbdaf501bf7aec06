import Foundation
import WireFormat

/// One recorded conversation of an adapter with its supplier, as a JSON file that reads as
/// documentation: what is asked, the exact requests, the answers, and what comes of them.
///
/// | member | meaning |
/// |---|---|
/// | `about` | one sentence: what this sample shows |
/// | `step` | `search`, `revalidate`, `hold`, `release` or `retrieve` |
/// | `now` | the wall clock, RFC 3339 |
/// | `manifest` | optional: `dialect` settings and `holdKeeper`, `taxBasis` over `supplier.json` |
/// | `input` | see `SampleInput` |
/// | `exchanges` | each a `request` (checked to the byte) and an `answer` |
/// | `expect` | `offers`, `drops` and `end` |
///
/// An `answer` has `status`, `headers` and one of `body` (JSON), `text`, `file` (beside the sample),
/// or a `fault` of the transport, with or without a body before it.
public struct Sample: Sendable, CustomStringConvertible {
    /// Folder and file, such as `exemplary/shop-one-room.json`.
    public let name: String
    let path: String
    let root: JSONValue

    /// Reads the file at `path`.
    init(path: String, name: String) throws {
        self.path = path
        self.name = name
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        do {
            root = try JSONValue(parsing: bytes, limits: JSONLimits(depth: 48))
        } catch { throw SampleFault("\(name): \(error)") }
    }

    /// The name, which is how a failing test is told from others.
    public var description: String { name }

    var exchanges: [JSONValue] { root["exchanges"]?.elements ?? [] }

    func text(_ member: String) throws -> String {
        guard let text = root[member]?.string else {
            throw SampleFault("\(name): \u{201C}\(member)\u{201D} must be a string")
        }
        return text
    }
}

/// What is wrong with a sample, or with an adapter that fails one.
public struct SampleFault: Error, Sendable, CustomStringConvertible {
    /// One fault a line.
    public let description: String

    init(_ description: String) { self.description = description }
}
