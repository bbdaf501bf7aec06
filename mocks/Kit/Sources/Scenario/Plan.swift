/// What the next call of a kind is made to come to.
public enum PlannedOutcome: Hashable, Sendable {
    /// As it should, whatever the scenario says.
    case success
    /// With this fault.
    case fault(Fault)
}

/// Which calls a plan is for.
public struct PlanTarget: Hashable, Sendable {
    /// The step's name.
    public let step: String
    /// Only calls that name this hotel, by the supplier's code.
    public let hotel: String?
    /// Only calls that carry this client reference.
    public let reference: String?

    /// A target; without hotel and reference every call of the step.
    public init(step: String, hotel: String? = nil, reference: String? = nil) {
        self.step = step
        self.hotel = hotel
        self.reference = reference
    }
}

/// The next outcomes of one supplier, set from outside.
public struct Plan: Sendable {
    /// The most outcomes waiting at one time.
    public static let most = 10_000

    private var entries: [(target: PlanTarget, outcomes: [PlannedOutcome])] = []

    /// Nothing planned.
    public init() {}

    /// Replaces what waits for a target, so that an empty list takes it back.
    ///
    /// False, and nothing changed, beyond `most` outcomes.
    public mutating func set(_ outcomes: [PlannedOutcome], for target: PlanTarget) -> Bool {
        let others = entries.filter { $0.target != target }
        guard others.reduce(outcomes.count, { $0 + $1.outcomes.count }) <= Plan.most else {
            return false
        }
        entries = others
        if !outcomes.isEmpty { entries.append((target, outcomes)) }
        return true
    }

    /// Takes the next outcome for a call; the oldest plan that fits goes first.
    mutating func take(step: String, hotels: [String], reference: String?) -> PlannedOutcome? {
        let place = entries.firstIndex { entry in
            entry.target.step == step
                && (entry.target.hotel.map { hotels.contains($0) } ?? true)
                && (entry.target.reference.map { $0 == reference } ?? true)
        }
        guard let place else { return nil }
        let outcome = entries[place].outcomes.removeFirst()
        if entries[place].outcomes.isEmpty { entries.remove(at: place) }
        return outcome
    }
}
