/// How the suppliers of a fleet behave.
public struct Scenario: Sendable {
    /// What it is called.
    public let name: String
    /// How prices move.
    public let drift: PriceDrift
    private let suppliers: [String: SupplierBehaviour]

    /// Everything works at once and prices stand still.
    public static let still = Scenario(name: "still", drift: .none, suppliers: [:])

    init(name: String, drift: PriceDrift, suppliers: [String: SupplierBehaviour]) {
        self.name = name
        self.drift = drift
        self.suppliers = suppliers
    }

    /// How one supplier behaves: its own entry, else that of `*`.
    public func behaviour(of supplier: String) -> SupplierBehaviour {
        suppliers[supplier] ?? suppliers["*"] ?? SupplierBehaviour()
    }
}

/// How one supplier behaves.
public struct SupplierBehaviour: Sendable {
    /// Its port refuses connections.
    public var isDown = false
    /// How long a hold lives without being confirmed, milliseconds.
    public var holdLife: Int64 = 15 * 60_000
    /// How long a price token lives, milliseconds.
    public var tokenLife: Int64 = 20 * 60_000
    /// How long a new reservation cannot be found by reference, milliseconds.
    public var retrieveLag = Latency.none
    var steps: [String: StepBehaviour] = [:]

    /// How one step goes: its own entry, else that of `*`.
    public func behaviour(at step: String) -> StepBehaviour {
        steps[step] ?? steps["*"] ?? StepBehaviour()
    }
}

/// How one step of a supplier goes.
public struct StepBehaviour: Sendable {
    /// Before the first byte.
    public var latency = Latency.none
    /// Between the parts of a streamed answer.
    public var gap = Latency.none
    /// Faults and their shares, which sum to 1 at most.
    public var faults: [(fault: Fault, share: Double)] = []

    /// The fault of one call, mostly none.
    func draw(_ chance: inout Chance) -> Fault? {
        var place = chance.fraction()
        for (fault, share) in faults {
            if place < share { return fault }
            place -= share
        }
        return nil
    }
}
