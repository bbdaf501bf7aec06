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
        gaps = segments.compactMap { if case .gap(let name) = $0 { name } else { nil } }
    }

    /// The names of the gaps, in order.
    let gaps: [String]

    /// What stands in the gaps of a path as it came; `nil` when the path is another one.
    ///
    /// A gap takes one segment that is not empty; its percent escapes are resolved.
    func match(_ path: String) -> PathParameters? {
        if path == description, gaps.isEmpty { return PathParameters.none }
        return Self.segments(of: path).flatMap { match($0) }
    }

    /// As `match(_:)` with the path's segments, for who asks several patterns.
    func match(_ parts: [String]) -> PathParameters? {
        guard parts.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, part) in zip(segments, parts) {
            switch segment {
            case .literal(let literal): guard part == literal else { return nil }
            case .gap(let name):
                guard !part.isEmpty else { return nil }
                values[name] = part
            }
        }
        return PathParameters(values: values)
    }

    /// A path's segments, their percent escapes resolved; nil if it is no path.
    static func segments(of path: String) -> [String]? {
        guard path.hasPrefix("/") else { return nil }
        var segments: [String] = []
        for part in split(path) {
            guard let text = PercentEncoding.decode(part) else { return nil }
            segments.append(text)
        }
        return segments
    }

    private static func split(_ path: String) -> [Substring] {
        path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    }
}

/// What stood in the gaps of a matched path.
struct PathParameters: Sendable {
    /// Of a path without gaps.
    static let none = PathParameters(values: [:])

    fileprivate let values: [String: String]

    /// Empty for a gap the pattern does not have.
    subscript(name: String) -> String { values[name] ?? "" }
}
