/// The forms of answers.
enum MediaType: String, Sendable, CaseIterable {
    case json = "application/json"
    case eventStream = "text/event-stream"
    case lines = "application/x-ndjson"
    /// Prometheus' text format is one.
    case plain = "text/plain"
}

/// What a client says it understands (RFC 9110 section 12.5.1).
struct AcceptField: Sendable {
    private struct Range {
        let type: Substring
        let subtype: Substring
        /// In thousandths.
        let quality: Int

        /// 2 for an exact match, 1 for `type/*`, 0 for `*/*`, `nil` for none.
        func specificity(for form: MediaType) -> Int? {
            let parts = form.rawValue.split(separator: "/")
            if type == "*" { return subtype == "*" ? 0 : nil }
            guard parts.count == 2, type == parts[0] else { return nil }
            return subtype == "*" ? 1 : subtype == parts[1] ? 2 : nil
        }
    }

    private let ranges: [Range]

    /// The values of all `Accept` lines; parts that are no media range are passed over.
    init(_ values: [String]) {
        let parts = values.flatMap { $0.lowercased().split(separator: ",") }
        ranges = parts.prefix(64).compactMap(Self.range)
    }

    /// The form the client likes best, ties going to the one it names first and then to the order
    /// offered; `nil` when it understands none.
    func best(of offered: [MediaType]) -> MediaType? {
        if ranges.isEmpty { return offered.first }
        var best: (form: MediaType, quality: Int, specificity: Int, place: Int)?
        for form in offered {
            guard let choice = choice(for: form), choice.quality > 0 else { continue }
            guard let held = best else {
                best = (form, choice.quality, choice.specificity, choice.place)
                continue
            }
            let new = (choice.quality, choice.specificity, -choice.place)
            if new > (held.quality, held.specificity, -held.place) {
                best = (form, choice.quality, choice.specificity, choice.place)
            }
        }
        return best?.form
    }

    /// The most specific range decides about a form.
    private func choice(
        for form: MediaType
    ) -> (quality: Int, specificity: Int, place: Int)? {
        var best: (quality: Int, specificity: Int, place: Int)?
        for (place, range) in ranges.enumerated() {
            guard let specificity = range.specificity(for: form) else { continue }
            if specificity > best?.specificity ?? -1 {
                best = (range.quality, specificity, place)
            }
        }
        return best
    }

    private static func range(_ text: Substring) -> Range? {
        let parts = text.split(separator: ";").map { trim($0) }
        guard let names = parts.first?.split(separator: "/"), names.count == 2 else { return nil }
        var quality = 1000
        for parameter in parts.dropFirst() where parameter.hasPrefix("q=") {
            quality = thousandths(parameter.dropFirst(2)) ?? 1000
        }
        return Range(type: names[0], subtype: names[1], quality: quality)
    }

    /// `0`, `1`, `0.5`, `0.125`.
    private static func thousandths(_ text: Substring) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap({ Int($0) }), (0...1).contains(whole),
            parts.count <= 2
        else { return nil }
        let digits = parts.count == 2 ? parts[1] : ""
        guard digits.utf8.count <= 3, let fraction = Int(digits.isEmpty ? "0" : digits),
            fraction >= 0
        else { return nil }
        let scale = [1000, 100, 10, 1][digits.utf8.count]
        return min(1000, whole * 1000 + fraction * scale)
    }

    private static func trim(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
