internal import WireFormat

/// A path with named gaps, such as `/v1/holds/{holdId}`.
struct PathPattern: Sendable, Hashable, CustomStringConvertible {
    private enum Segment: Sendable, Hashable {
        case literal(String)
        case gap(String)
    }

    /// As written; safe as a metric label.
    let description: String
    private let segments: [Segment]

    init(_ text: StaticString) {
        description = text.description
        segments = Self.split(description).map { segment in
            segment.hasPrefix("{") && segment.hasSuffix("}")
                ? .gap(String(segment.dropFirst().dropLast())) : .literal(String(segment))
        }
    }

    /// The names of the gaps, in order.
    var gaps: [String] {
        segments.compactMap { segment in
            if case .gap(let name) = segment { name } else { nil }
        }
    }

    /// What stands in the gaps of a path as it came; `nil` when the path is another one.
    ///
    /// A gap takes one segment that is not empty; its percent escapes are resolved.
    func match(_ path: String) -> PathParameters? {
        let parts = Self.split(path)
        guard path.hasPrefix("/"), parts.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, part) in zip(segments, parts) {
            guard let text = PercentEncoding.decode(part) else { return nil }
            switch segment {
            case .literal(let literal): guard text == literal else { return nil }
            case .gap(let name):
                guard !text.isEmpty else { return nil }
                values[name] = text
            }
        }
        return PathParameters(values: values)
    }

    private static func split(_ path: String) -> [Substring] {
        path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    }
}

/// What stood in the gaps of a matched path.
struct PathParameters: Sendable {
    fileprivate let values: [String: String]

    /// Empty for a gap the pattern does not have.
    subscript(name: String) -> String { values[name] ?? "" }
}
