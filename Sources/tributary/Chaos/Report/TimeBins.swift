/// Equal parts of the time of the load, each at least a second.
struct TimeBins: Sendable, Equatable {
    private let start: RunTime
    /// The length of the load.
    let seconds: Double
    let count: Int

    /// At most `most` parts; one of a second for a run without a load.
    init(_ load: Span?, most: Int) {
        start = load?.sent ?? RunTime(microseconds: 0)
        let length = (load?.milliseconds ?? 0) / 1000
        seconds = length.isFinite && length > 0 ? length : 1
        count = max(1, min(most, Int(min(seconds, 1e6))))
    }

    var width: Double { seconds / Double(count) }

    /// The ends of the parts in seconds, one more than there are parts.
    var edges: [Double] { (0...count).map { Double($0) * width } }

    /// Seconds since the start.
    func second(of time: RunTime) -> Double { time.milliseconds(since: start) / 1000 }

    /// The part a moment belongs to; `nil` before and after the load.
    func index(of time: RunTime) -> Int? {
        let second = second(of: time)
        guard second >= 0, second < seconds else { return nil }
        return min(count - 1, Int(second / width))
    }

    /// Values by part, of those within the load.
    func sorted<Element>(_ elements: [(at: RunTime, value: Element)]) -> [[Element]] {
        var parts = [[Element]](repeating: [], count: count)
        for element in elements {
            if let index = index(of: element.at) { parts[index].append(element.value) }
        }
        return parts
    }
}
