import TravelModel

/// A configuration whose suppliers are the mocks.
struct DemoConfiguration {
    /// A default of the demo is not a value of its type; cannot happen with the ones below.
    struct Fault: Error {}

    let files: ProductFiles
    let data: String

    /// Every mock with a manifest, and our own rooms beside them.
    func make(mocks: MockPorts, port: Int, adminPort: Int) throws -> Configuration {
        guard let currency = CurrencyCode("EUR"), let residency = CountryCode("DE") else {
            throw Fault()
        }
        var made = Configuration(
            defaults: Configuration.Defaults(currency: currency, residency: residency))
        made.http.port = port
        made.admin.port = adminPort
        made.dataDirectory = data
        made.catalogueDirectory = files.catalogue
        made.ratesFile = files.rates
        made.placesFile = files.places
        made.ownInventory = true
        made.suppliers = mocks.suppliers.sorted { $0.key < $1.key }.map { supplier, port in
            Configuration.SupplierAccount(
                manifest: files.manifest(of: supplier), baseURL: "http://127.0.0.1:\(port)",
                credentials: MockSuppliers.credentials[supplier] ?? [:], isMock: true)
        }
        // Everything is a mock here, so whoever tries it may dictate what happens.
        var tenant = Configuration.Tenant()
        tenant.isSandbox = true
        made.tenants = [try Clients.openTenant(): tenant]
        return made
    }
}
