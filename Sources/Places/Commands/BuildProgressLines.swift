/// Turns the steps of a build into few lines for people to read: one for each tenth of the places.
public struct BuildProgressLines {
    private var isReading = false
    private var tenths = -1

    /// For one build.
    public init() {}

    /// The line that this step is worth, if any.
    public mutating func line(_ progress: PlaceIndexBuilder.Progress) -> String? {
        switch progress {
        case .reading:
            if isReading { return nil }
            isReading = true
            return "reading the place data"
        case .indexing(let done, let total):
            let reached = total == 0 ? 0 : done * 10 / total
            guard reached > tenths else { return nil }
            tenths = reached
            return "indexing, \(reached * 10) % of \(total) places"
        case .leftOut(let fault): return "left out: \(fault)"
        case .finishing: return "finishing"
        }
    }
}
