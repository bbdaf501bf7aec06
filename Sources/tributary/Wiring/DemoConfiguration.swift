import WireFormat

/// A configuration whose suppliers are the mocks; the environment's settings count as for `serve`.
struct DemoConfiguration {
    let files: ProductFiles
    /// Where clients connect, if the command line says so; it wins over the environment.
    let port: Int?
    /// The data directory, if the command line says so; it wins over the environment.
    let data: String?

    /// Own rooms, a sandbox, and everything the environment sets, checked; no suppliers yet.
    ///
    /// Throws every fault of `TRIBUTARY_*` variables at once.
    func read(environment given: [String: String]) throws(ConfigurationFaults) -> Configuration {
        var environment = given
        if port != nil { environment["TRIBUTARY_HTTP_PORT"] = nil }
        if data != nil { environment["TRIBUTARY_DATA_DIRECTORY"] = nil }
        let clients = port ?? environment["TRIBUTARY_HTTP_PORT"].flatMap { Int($0) } ?? 8080
        return try ConfigurationReader.read(
            file: "demo", bytes: document(clients: clients), environment: environment)
    }

    /// The same with every mock that has a manifest.
    func adding(_ mocks: MockPorts, to configuration: Configuration) -> Configuration {
        var made = configuration
        made.suppliers = mocks.suppliers.sorted { $0.key < $1.key }.map { supplier, port in
            Configuration.SupplierAccount(
                manifest: files.manifest(of: supplier), baseURL: "http://127.0.0.1:\(port)",
                credentials: MockSuppliers.credentials[supplier] ?? [:], isMock: true)
        }
        return made
    }

    /// The demo's own settings, written as an operator would.
    private func document(clients: Int) -> [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        json.port(of: "http", port ?? 8080)
        // Operators beside clients; below them where there is no port above.
        json.port(of: "admin", clients == 0 ? 0 : clients < 65_535 ? clients + 1 : clients - 1)
        json.member("dataDirectory", data ?? "data")
        json.member("catalogueDirectory", files.catalogue)
        json.member("ratesFile", files.rates)
        json.member("placesFile", files.places)
        json.member("ownInventory", true)
        // Everything is a mock here, so whoever tries it may dictate what happens.
        json.key("tenants")
        json.beginObject()
        json.key("demo")
        json.beginObject()
        json.member("sandbox", true)
        json.endObject()
        json.endObject()
        json.endObject()
        return json.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func port(of listener: StaticString, _ port: Int) {
        key(listener)
        beginObject()
        member("port", port)
        endObject()
    }
}
