/// Which module may import which: the table of the design, since the compiler lets undeclared imports
/// of transitive targets through.
enum ImportTable {
    /// By the folder that holds the module's sources.
    static let allowed: [String: Set<String>] = [
        // Leaves: nothing of ours.
        "Sources/TravelModel": ["Glibc"],
        "Sources/WireFormat": ["CXML2", "Glibc"],
        "Sources/Telemetry": ["Glibc", "Synchronization"],
        "Sources/Digest": ["CCrypto", "Glibc"],
        "Sources/Compression": ["CZlib", "Glibc"],
        // Decisions: no Glibc, for that is where clocks, files and sockets are.
        "Sources/Codec": ["TravelModel", "WireFormat"],
        "Sources/SupplierKit": ["TravelModel", "WireFormat", "Synchronization"],
        "Sources/Gateway": [
            "TravelModel", "SupplierKit", "Codec", "Telemetry", "Digest", "Synchronization",
        ],
        // The rim.
        "Sources/Reactor": ["CSystem", "Glibc", "Synchronization"],
        "Sources/HTTPServer": ["Reactor", "Telemetry", "CSystem", "Glibc", "Synchronization"],
        "Sources/HTTPClient": [
            "Reactor", "Telemetry", "Compression", "CCurl", "Glibc", "Synchronization",
        ],
        "Sources/Ledger": [
            "Gateway", "TravelModel", "SupplierKit", "Codec", "Digest", "CSQLite", "Glibc",
            "Synchronization",
        ],
        "Sources/Places": [
            "TravelModel", "Telemetry", "Compression", "CSQLite", "Glibc", "Synchronization",
        ],
        "Sources/Web": [
            "Gateway", "Places", "HTTPServer", "TravelModel", "SupplierKit", "WireFormat",
            "Telemetry", "Digest", "Glibc", "Synchronization",
        ],
        // Test support that several targets share.
        "Sources/GatewayTesting": [
            "Gateway", "TravelModel", "SupplierKit", "Codec", "Telemetry", "Digest", "Glibc",
            "Synchronization",
        ],
        "Sources/SupplierConformance": [
            "SupplierKit", "TravelModel", "WireFormat", "MutationTesting", "Foundation", "Testing",
        ],
        "Sources/MutationTesting": ["Glibc", "Testing"],
        // Stand-ins know protocols and sockets, never our model or adapters.
        "mocks/Kit": [
            "WireFormat", "HTTPServer", "HTTPClient", "Reactor", "Digest", "Compression", "Glibc",
            "Synchronization",
        ],
    ]

    /// Every adapter.
    static let supplier: Set<String> = ["SupplierKit", "TravelModel", "WireFormat"]
    /// Every mock; some check signatures.
    static let mock: Set<String> = ["MockKit", "WireFormat", "Digest", "Synchronization"]
    /// What wires everything together, except the C libraries, which belong to one module each.
    static let wiring: Set<String> = ["Sources/tributary", "mocks/Fleet"]
    static let systemLibraries: Set<String> = [
        "CSystem", "CCurl", "CSQLite", "CXML2", "CCrypto", "CZlib",
    ]

    /// Whether a file may import a module; `nil` when its folder is in no table.
    static func permits(_ module: String, in path: String) -> Bool? {
        let folder = path.split(separator: "/").prefix(2).joined(separator: "/")
        if wiring.contains(folder) { return !systemLibraries.contains(module) }
        if let allowed = allowed[folder] { return allowed.contains(module) }
        if path.hasPrefix("suppliers/") { return supplier.contains(module) }
        if path.hasPrefix("mocks/") { return mock.contains(module) }
        return nil
    }
}
