public import TravelModel

/// A supplier account as data: what `supplier.json` says, checked.
public struct SupplierManifest: Sendable {
    /// The operator's name for the account.
    public var id: SupplierID
    /// The display name for people.
    public var name: String
    /// Which adapter speaks to it.
    public var protocolName: String
    /// `http://host:port/base` or `https://...`, without a trailing slash.
    public var baseURL: String
    /// Whether the address may be loopback or private; only demo mocks and tests want that.
    public var allowPrivateAddress: Bool
    /// How requests are authenticated.
    public var auth: AuthScheme
    /// What the supplier can be asked at most.
    public var limits: SupplierLimits
    /// The hard timeout of each step.
    public var timeouts: SupplierTimeouts
    /// The currency of the contract where the supplier has one; `nil` when it answers in the one asked.
    public var contractCurrency: CurrencyCode?
    /// Whether prices include taxes, where the protocol leaves it open.
    public var taxBasis: TaxBasis
    /// How long a rate can be asked about again from when it was given, by the contract.
    ///
    /// For suppliers whose answers do not say; an offer that comes with an end keeps its own.
    public var tokenLife: Duration?
    /// Steps whose answers may be kept; empty where the contract forbids it.
    public var cacheable: Set<SupplierStep>
    /// Who keeps a held room.
    public var holdKeeper: HoldAbility.Keeper
    /// What a hold needs to be told.
    public var holdNeeds: HoldAbility.Needs
    /// How long the supplier keeps a room from when it is asked, by its contract.
    ///
    /// For suppliers whose answers do not say; where they do, the earlier end counts.
    public var holdLife: Duration?
    /// How lost answers of a hold are looked up.
    public var lookup: LookupSchedule
    /// Settings of the protocol's dialect: strings, numbers and `true`/`false` as text, by name.
    ///
    /// Each adapter knows its own names and refuses any other.
    public var dialect: [String: String]

    /// Whether amounts include taxes when the supplier does not say.
    public enum TaxBasis: String, Sendable, CaseIterable {
        case included, excluded, unknown
    }

    /// A manifest with the defaults of the product for everything but who and where.
    public init(id: SupplierID, name: String, protocolName: String, baseURL: String) {
        self.id = id
        self.name = name
        self.protocolName = protocolName
        self.baseURL = baseURL
        allowPrivateAddress = false
        auth = .none
        limits = SupplierLimits()
        timeouts = SupplierTimeouts()
        taxBasis = .unknown
        tokenLife = nil
        cacheable = []
        holdKeeper = .priceCheck
        holdNeeds = []
        holdLife = nil
        lookup = LookupSchedule()
        dialect = [:]
    }
}

/// What a supplier can be asked at most.
public struct SupplierLimits: Sendable, Hashable {
    /// Hotels in one request, 1 to 5,000.
    public var hotelsPerRequest = 100
    /// Rooms in one stay, 1 to 8.
    public var rooms = 8
    /// Nights in one stay, 1 to 28.
    public var nights = 28
    /// Days from today to check-in, up to 500.
    public var daysAhead = 500
    /// The age of the oldest child it can be asked about, 0 to 17.
    public var oldestChild = 17
    /// Calls at once, 1 to 256.
    public var concurrency = 32
    /// Calls a second by contract, if the contract has such a limit.
    public var callsPerSecond: Int?

    /// The product's defaults.
    public init() {}
}

/// How long each step may take at most.
public struct SupplierTimeouts: Sendable, Hashable {
    /// 2 to 6 s is usual.
    public var search: Duration = .seconds(6)
    /// Price checks.
    public var revalidate: Duration = .seconds(10)
    /// Holds and bookings: the supplier may commit late, so the answer is worth waiting for.
    public var hold: Duration = .seconds(60)
    /// Giving back.
    public var release: Duration = .seconds(20)
    /// Looking up.
    public var retrieve: Duration = .seconds(20)

    /// The product's defaults.
    public init() {}

    /// The timeout of one step.
    public subscript(step: SupplierStep) -> Duration {
        switch step {
        case .search: search
        case .revalidate: revalidate
        case .hold: hold
        case .release: release
        case .retrieve: retrieve
        }
    }
}

/// When to look a hold up whose answer was lost.
public struct LookupSchedule: Sendable, Hashable {
    /// Waits before each look-up, counted from the lost answer; at most 16, ascending.
    public var after: [Duration] = [5, 15, 30, 60, 90, 180, 300].map { .seconds($0) }
    /// How long "not found" may still mean "not yet indexed", counted from the lost answer.
    public var indexingDelay: Duration = .seconds(120)
    /// Whether a room the supplier keeps is looked up once more at half its life, so that a client
    /// learns when the supplier has let it go.
    public var asksMidway = true

    /// The product's defaults.
    public init() {}
}
