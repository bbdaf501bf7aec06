/// How the suppliers of a fleet behave.
public struct Scenario: Sendable {
    /// What it is called.
    public let name: String
    /// How prices move.
    public let drift: PriceDrift
    /// Times at which several suppliers fail together.
    public let outages: [Outage]
    private let suppliers: [String: SupplierBehaviour]

    /// Everything works at once and prices stand still.
    public static let still = Scenario(name: "still", drift: .none, outages: [], suppliers: [:])

    init(
        name: String, drift: PriceDrift, outages: [Outage],
        suppliers: [String: SupplierBehaviour]
    ) {
        self.name = name
        self.drift = drift
        self.outages = outages
        self.suppliers = suppliers
    }

    /// The fault of an outage that a supplier is in at an instant.
    func outage(of supplier: String, at now: Moment) -> Fault? {
        outages.first { $0.suppliers.contains(supplier) && $0.isOn(at: now) }?.fault
    }

    /// How one supplier behaves: its own entry, else that of `*`.
    public func behaviour(of supplier: String) -> SupplierBehaviour {
        suppliers[supplier] ?? suppliers["*"] ?? SupplierBehaviour()
    }
}

/// Suppliers that share a cause of failure: each call in the last part of every span fails alike.
public struct Outage: Sendable {
    /// The suppliers that fail together.
    public let suppliers: [String]
    /// Milliseconds from one outage's end to the next one's.
    public let every: Int64
    /// Milliseconds an outage lasts.
    public let lasts: Int64
    /// What each call comes to.
    public let fault: Fault

    /// Whether it is on at a virtual instant.
    func isOn(at now: Moment) -> Bool {
        now.milliseconds % every >= every - lasts
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
    /// Calls at one time above which it gets slower; nil for a step that never does.
    public var brownOut: (above: Int, factor: Double)?
    /// Faults and their shares, which sum to 1 at most.
    public var faults: [(fault: Fault, share: Double)] = []

    /// A wait with as many other calls under way.
    func slowed(_ delay: Int, underWay: Int) -> Int {
        guard let brownOut, underWay > brownOut.above else { return delay }
        let more = Double(underWay - brownOut.above) * brownOut.factor
        return Int(min(Double(delay) * (1 + more), Double(Latency.longest)))
    }

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
