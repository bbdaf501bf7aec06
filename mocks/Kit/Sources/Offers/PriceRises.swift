/// Rises that clients were told of: a rate of a stay costs the new price from then on.
///
/// Depends on the order of calls only. Bounded: the rate that rose first is forgotten for a new one
/// and is back at its first price, and a rate rises at most `mostTimes` times.
struct PriceRises: Sendable {
    /// One rate of one stay, for any party: two codes of a hotel share it, as they share its rooms.
    struct Key: Hashable, Sendable {
        /// Our id of the hotel.
        let hotel: String
        /// Code of the kind of room.
        let room: String
        /// Code of the plan.
        let plan: String
        /// The nights.
        let stay: Stay
    }

    private struct Rise: Sendable {
        var times: Int
        var call: Int
    }

    /// What one rise adds, percent of the price before it.
    static let percent: Int64 = 7
    /// A rate that rose so often (to some 2.25 times its first price) costs the same ever after.
    static let mostTimes = 12

    private let most: Int
    private var rises: [Key: Rise] = [:]
    /// The keys in order of their first rise; full, a ring that begins at `oldest`.
    private var order: [Key] = []
    private var oldest = 0
    private var call = 0

    /// No rises; remembers those of `most` rates, at least one.
    init(most: Int = 20_000) {
        self.most = max(1, most)
    }

    /// One call tells one rise of a rate, however often it names the rate.
    mutating func beginCall() {
        call += 1
    }

    /// Raises a rate, once a call.
    mutating func raise(_ key: Key) {
        if let known = rises[key] {
            guard known.call != call else { return }
            rises[key] = Rise(times: min(known.times + 1, PriceRises.mostTimes), call: call)
            return
        }
        rises[key] = Rise(times: 1, call: call)
        guard order.count == most else {
            order.append(key)
            return
        }
        rises[order[oldest]] = nil
        order[oldest] = key
        oldest = (oldest + 1) % most
    }

    /// How often a rate rose.
    func times(_ key: Key) -> Int {
        rises[key]?.times ?? 0
    }
}
