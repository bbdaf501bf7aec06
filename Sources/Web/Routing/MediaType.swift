/// The forms of answers.
enum MediaType: String, Sendable, CaseIterable {
    case json = "application/json"
    case eventStream = "text/event-stream"
    case lines = "application/x-ndjson"
    /// Prometheus' text format is one.
    case plain = "text/plain"
}

extension MediaType {
    /// Whether a `Content-Type` names this form, in UTF-8 as far as it says (RFC 8259 section 8.1).
    ///
    /// Other parameters are passed over.
    func isNamed(by field: String) -> Bool {
        let parts = field.lowercased().split(separator: ";", omittingEmptySubsequences: false)
            .map { AcceptField.trim($0) }
        return parts.first.map { $0 == rawValue } == true
            && parts.dropFirst().allSatisfy { parameter in
                !parameter.hasPrefix("charset=")
                    || ["charset=utf-8", "charset=\"utf-8\""].contains(parameter)
            }
    }
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
    /// No field, or an empty one: any form will do.
    private let isAbsent: Bool

    /// The values of all `Accept` lines; parts that are no media range are passed over, and a field
    /// of nothing else accepts nothing.
    init(_ values: [String]) {
        let parts = values.flatMap { $0.lowercased().split(separator: ",") }
            .map(Self.trim).filter { !$0.isEmpty }
        isAbsent = parts.isEmpty
        ranges = parts.prefix(64).compactMap(Self.range)
    }

    /// The form the client likes best, ties going to the one it names first and then to the order
    /// offered; `nil` when it understands none.
    func best(of offered: [MediaType]) -> MediaType? {
        if isAbsent { return offered.first }
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
        let names = parts.first?.split(separator: "/", omittingEmptySubsequences: false) ?? []
        guard names.count == 2, names.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else {
            return nil
        }
        var quality = 1000
        for parameter in parts.dropFirst() where parameter.hasPrefix("q=") {
            guard let given = thousandths(parameter.dropFirst(2)) else { return nil }
            quality = given
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

    /// Without the blanks around it.
    static func trim(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
