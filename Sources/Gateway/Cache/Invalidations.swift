internal import TravelModel

/// What made earlier answers untrue, for as long as a call from before may still be under way.
///
/// Pure. Bounded: once there are more than can be remembered, whatever was asked before the oldest of
/// them counts as untrue, which costs a call and shows nothing wrong.
struct Invalidations: Sendable {
    /// A hotel at a supplier, under any terms.
    struct Place: Hashable, Sendable {
        let supplier: SupplierID
        let code: SupplierHotelCode
    }

    private struct Mark: Sendable {
        let place: Place
        let stay: StayDates
        let at: Uptime
    }

    /// No call takes longer: manifests allow a search 60 s, and the driver waits a little for its end.
    private static let longestCall: Duration = .seconds(90)

    private let most: Int
    private var marks = KeyQueue<Mark>()
    private var byPlace: [Place: [Mark]] = [:]
    /// Answers to questions from before are not to be trusted.
    private var floor: Uptime?

    init(most: Int = 4_096) { self.most = most }

    mutating func add(_ place: Place, _ stay: StayDates, at now: Uptime) {
        while let first = marks.first, first.at.advanced(by: Self.longestCall) < now { drop(first) }
        if marks.count >= most, let first = marks.first {
            floor = max(floor ?? first.at, first.at)
            drop(first)
        }
        let mark = Mark(place: place, stay: stay, at: now)
        marks.append(mark)
        byPlace[place, default: []].append(mark)
    }

    /// Whether what was asked at `askedAt` may have become untrue since.
    func outdates(_ place: Place, _ stay: StayDates, askedAt: Uptime) -> Bool {
        if let floor, floor >= askedAt { return true }
        return byPlace[place]?.contains { $0.at >= askedAt && $0.stay.overlaps(stay) } ?? false
    }

    private mutating func drop(_ mark: Mark) {
        _ = marks.popFirst()
        // Those of a place are in the order they came, as all are.
        byPlace[mark.place]?.removeFirst()
        if byPlace[mark.place]?.isEmpty == true { byPlace[mark.place] = nil }
    }
}
