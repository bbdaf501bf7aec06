import Foundation

/// How often and how fast one way of answering found what was wanted, by kind of question.
struct Report {
    struct Line {
        var asked = 0
        var first = 0
        var five = 0
        var microseconds: [Double] = []
    }

    let name: String
    private(set) var lines: [String: Line] = [:]
    private(set) var misses: [String] = []

    init(_ name: String) { self.name = name }

    mutating func note(_ question: Question, _ found: [String], _ microseconds: Double) {
        var line = lines[question.kind] ?? Line()
        line.asked += 1
        line.microseconds.append(microseconds)
        let place = found.firstIndex { question.wanted.contains($0) }
        if place == 0 { line.first += 1 }
        if let place, place < 5 {
            line.five += 1
        } else if question.kind != "keystroke", question.kind != "one error" {
            misses.append(question.text)
        }
        lines[question.kind] = line
    }

    /// One line a kind, in tabs, as `peer.py` writes them too.
    var text: String {
        lines.keys.sorted().map { kind in
            let line = lines[kind] ?? Line()
            let times = line.microseconds.sorted()
            let numbers = [
                Double(line.first) / Double(line.asked), Double(line.five) / Double(line.asked),
            ].map { String(format: "%.3f", $0) }
            let speeds = [0.5, 0.99].map {
                String(format: "%.1f", times[min(times.count - 1, Int(Double(times.count) * $0))])
            }
            return ([name, kind, String(line.asked)] + numbers + speeds).joined(separator: "\t")
                + "\n"
        }.joined() + misses.map { "\(name)\tmissed\t\($0)\n" }.joined()
    }

    /// A percentile over all kinds named.
    func percentile(_ share: Double, of kinds: [String]) -> Double {
        let times = kinds.flatMap { lines[$0]?.microseconds ?? [] }.sorted()
        return times.isEmpty ? 0 : times[min(times.count - 1, Int(Double(times.count) * share))]
    }
}
