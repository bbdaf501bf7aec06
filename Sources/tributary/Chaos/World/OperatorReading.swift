import WireFormat

/// Reads the operators' routes; what is missing or odd is left out, never guessed.
enum OperatorReading {
    /// More are not drawn.
    static let mostCircuits = 64

    /// The breakers of `/admin/suppliers`.
    static func circuits(_ value: JSONValue?) -> [OperatorSample.Circuit] {
        var circuits: [OperatorSample.Circuit] = []
        for entry in value?["suppliers"]?.elements ?? [] {
            guard let supplier = entry["supplier"]?.string else { continue }
            let isOff = entry["state"]?.string == "disabled"
            for circuit in entry["circuits"]?.elements ?? [] {
                guard let state = circuit["breaker"]?.string else { continue }
                circuits.append(
                    .init(
                        supplier: supplier, lane: circuit["lane"]?.string ?? "",
                        state: isOff ? "disabled" : state))
            }
        }
        return Array(circuits.prefix(mostCircuits))
    }

    /// The values of one gauge with one label in Prometheus text, by the label's value.
    static func gauge(_ name: String, by label: String, in page: String) -> [String: Int] {
        var values: [String: Int] = [:]
        let start = "\(name){\(label)=\""
        for line in page.split(separator: "\n") where line.hasPrefix(start) {
            let rest = line.dropFirst(start.count)
            guard let end = rest.firstRange(of: "\"} "),
                let number = Double(rest[end.upperBound...]), number.isFinite,
                let whole = Int(exactly: number.rounded())
            else { continue }
            values[String(rest[..<end.lowerBound])] = whole
        }
        return values
    }
}
