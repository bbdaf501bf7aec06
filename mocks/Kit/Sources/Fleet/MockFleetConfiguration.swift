/// Everything about a fleet that its owner may choose.
public struct MockFleetConfiguration: Sendable {
    /// The protocols, each once.
    public var suppliers: [any MockSupplier]
    /// The folder `mocks/catalogue`.
    public var catalogueFolder: String
    /// The folder `mocks/scenarios`, where scenarios are found by name.
    public var scenarioFolder: String
    /// The scenario at the start: a name in the folder, or the path of a file.
    public var scenario = "calm"
    /// Fixes prices, stock, latencies and faults.
    public var seed: UInt64 = 1
    /// Virtual time stands here until it is advanced; nil runs with the wall clock.
    public var epoch: Moment?
    /// A numeric address; loopback unless one knows better.
    public var host = "127.0.0.1"
    /// The shared port, 0 for any; suppliers get the ports after it in the order given, or any.
    public var port: UInt16 = 0
    /// Threads that serve.
    public var loops = 1

    /// A fleet of these suppliers with the defaults.
    public init(
        suppliers: [any MockSupplier], catalogueFolder: String, scenarioFolder: String
    ) {
        self.suppliers = suppliers
        self.catalogueFolder = catalogueFolder
        self.scenarioFolder = scenarioFolder
    }
}

/// Where a fleet listens.
public struct MockFleetAddresses: Sendable {
    /// The numeric address.
    public let host: String
    /// The shared port: `/__mock/...` and `/<supplier>/...`.
    public let control: UInt16
    /// Each supplier's own port, in the order of the configuration.
    public let suppliers: [(id: String, port: UInt16)]

    /// A supplier's own port.
    public func port(of supplier: String) -> UInt16? {
        suppliers.first { $0.id == supplier }?.port
    }
}

/// Why a fleet could not start.
public enum MockFleetError: Error, Sendable, CustomStringConvertible {
    /// The catalogue is missing or damaged.
    case catalogue(CatalogueFault)
    /// The scenario is missing.
    case noScenario(String)
    /// The scenario has mistakes.
    case scenario(ScenarioFaults)
    /// A port is taken, or the system refused a socket or a thread.
    case cannotListen(String)

    /// For people at a terminal.
    public var description: String {
        switch self {
        case .catalogue(let fault): "\(fault)"
        case .noScenario(let name): "no scenario \(name)"
        case .scenario(let faults): "\(faults)"
        case .cannotListen(let why): "cannot listen: \(why)"
        }
    }
}
