/// What the operators' routes told at one moment; empty where a route is missing.
struct OperatorSample: Sendable, Equatable {
    /// One breaker.
    struct Circuit: Hashable, Sendable {
        var supplier: String
        /// What it guards, such as `search`; empty where there is only one.
        var lane: String
        /// Such as `closed`, `open`, `half_open`, or `disabled` for the whole supplier.
        var state: String
    }

    var at: RunTime
    var circuits: [Circuit] = []
    /// Holds that need something yet, by what.
    var unsettled: [String: Int] = [:]
}
