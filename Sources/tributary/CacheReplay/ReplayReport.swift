import WireFormat

/// What all policies came to, for people and for programs.
struct ReplayReport: Sendable {
    let settings: ReplaySettings
    let outcomes: [ReplayOutcome]

    /// For people: a row a policy.
    var table: String {
        let heads = [
            "policy", "calls", "saved", "no wait", "shown right", "held unchanged", "mean age",
        ]
        let rows = outcomes.map { outcome in
            [
                outcome.policy.rawValue, "\(outcome.calls)", Self.percent(outcome.saved),
                Self.percent(outcome.waitless), Self.percent(outcome.accuracy),
                Self.percent(outcome.unchanged), Self.minutes(outcome.meanAge),
            ]
        }
        let widths = heads.indices.map { column in
            ([heads] + rows).map { $0[column].count }.max() ?? 0
        }
        let lines = ([heads] + rows).map { row in
            row.enumerated().map { column, text in
                let gap = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + gap : gap + text
            }.joined(separator: "   ")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// For programs: shares from 0 to 1, ages in seconds.
    var json: [UInt8] {
        var json = JSONWriter(capacity: 2_048)
        json.beginObject()
        json.key("settings")
        json.beginObject()
        json.member("seed", Int(clamping: settings.seed))
        json.member("hours", settings.hours)
        json.member("searchesPerHour", settings.searches)
        json.member("questions", settings.questions)
        json.member("searchesPerHold", settings.searchesPerHold)
        json.endObject()
        json.key("policies")
        json.beginArray()
        for outcome in outcomes { Self.write(outcome, &json) }
        json.endArray()
        json.endObject()
        return json.bytes + [10]
    }

    private static func write(_ outcome: ReplayOutcome, _ json: inout JSONWriter) {
        json.beginObject()
        json.member("policy", outcome.policy.rawValue)
        json.member("looks", outcome.looks)
        json.member("supplierCalls", outcome.calls)
        json.member("refreshes", outcome.refreshes)
        json.member("offersShown", outcome.shown)
        json.member("holds", outcome.held)
        let shares: [(StaticString, Double)] = [
            ("saved", outcome.saved), ("noWait", outcome.waitless),
            ("shownRight", outcome.accuracy), ("heldUnchanged", outcome.unchanged),
            ("meanAgeSeconds", outcome.meanAge),
        ]
        for (name, value) in shares {
            json.key(name)
            json.double((value * 10_000).rounded() / 10_000)
        }
        json.endObject()
    }

    private static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1_000).rounded())
        return "\(tenths / 10).\(abs(tenths % 10)) %"
    }

    private static func minutes(_ seconds: Double) -> String {
        let tenths = Int((seconds / 6).rounded())
        return "\(tenths / 10).\(tenths % 10) min"
    }
}
