import Gateway
import TravelModel
import WireFormat

/// Everything an operator can set, checked; what the file and the environment leave out has the
/// product's default.
struct Configuration: Sendable {
    /// One place to listen.
    struct Listener: Sendable, Equatable {
        /// IPv4 or IPv6 address.
        var address = "127.0.0.1"
        /// 0 lets the system choose.
        var port: Int
    }

    /// What a client gets that does not say otherwise.
    struct Defaults: Sendable {
        var currency: CurrencyCode
        var residency: CountryCode
        var language = "en"
    }

    /// One supplier account: its manifest, and what only this deployment knows.
    struct SupplierAccount: Sendable {
        /// The manifest's file, relative to the configuration's folder.
        var manifest: String
        /// Instead of the manifest's address, for instance a mock's.
        var baseURL: String?
        /// Secrets by the names the manifest's scheme uses; never printed.
        var credentials: [String: String]
        /// Whether a mock is behind it, to which sandboxes may dictate outcomes.
        var isMock = false
    }

    /// What one tenant gets that differs from the defaults.
    struct Tenant: Sendable {
        var currency: CurrencyCode?
        var residency: CountryCode?
        var language: String?
        var rate: RequestRate?
        var mostOpenHolds: Int?
        var isSandbox = false
    }

    var http = Listener(port: 8080)
    var admin = Listener(port: 8081)
    /// What operators must show; `nil` for nothing, on loopback only.
    var adminToken: SecretSource?
    /// Tenants with terms of their own.
    var tenants: [TenantID: Tenant] = [:]
    /// Whether requests need a key also while there is none.
    var requiresKeys = false
    /// What to say if ``http`` is open to others and it turns out that there is no key.
    var openWithoutKeys: DocumentFault?
    /// Event loops; 0 means one a core.
    var loops = 0
    /// How long running answers may take after SIGTERM.
    var drain: Duration = .seconds(10)
    /// Ledger, stored answers, signing key, place index.
    var dataDirectory = "data"
    /// Hotels, crosswalk and our own rooms.
    var catalogueDirectory = "mocks/catalogue"
    /// Exchange rates.
    var ratesFile = "mocks/catalogue/ecb-rates.json"
    /// The compressed place data the index is made from.
    var placesFile = "Sources/Places/Dataset/places.tsv.gz"
    var defaults: Defaults
    /// The longest life of a quote.
    var quoteLife: Duration = .seconds(15 * 60)
    /// The life of a hold.
    var holdLife: Duration = .seconds(10 * 60)
    /// Open holds of a client and of a buyer.
    var holdLimits = HoldLimits()
    /// What guests' data is sealed with; `nil` for a key that is made in the data directory.
    var personalKey: SecretSource?
    /// What it was sealed with before.
    var personalKeyBefore: SecretSource?
    /// How long holds that are over are kept.
    var retention = HoldRetention()
    /// Which searches are recorded, and how much of them is kept.
    var explain = ExplainSettings()
    var suppliers: [SupplierAccount] = []
    /// How calls to suppliers are let out.
    var health = HealthSettings()
    /// What is kept of suppliers' answers.
    var cache = CacheSettings()
    /// Whether rooms of our own are sold beside the suppliers'.
    var ownInventory = false

    init(defaults: Defaults) { self.defaults = defaults }
}
