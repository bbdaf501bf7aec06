import WireFormat

/// An answer without what may differ between two searches that found the same: ages, latencies,
/// durations, and ids that belong to one search.
enum Plain {
    private static let passing: Set<String> = [
        "ageMs", "latencyMs", "searchId", "quoteId", "quotedAt", "expiresAt", "expiresInMs",
    ]

    static func text(_ value: JSONValue) -> String {
        switch value.content {
        case .object(let members):
            let kept = members.filter { !passing.contains($0.name) }
            return "{" + kept.map { "\($0.name):\(text($0.value))" }.joined(separator: ",") + "}"
        case .array(let elements): return "[" + elements.map(text).joined(separator: ",") + "]"
        case .string(let text): return "\"\(text)\""
        case .number(let digits): return digits
        case .bool(let flag): return "\(flag)"
        case .null: return "null"
        }
    }
}
