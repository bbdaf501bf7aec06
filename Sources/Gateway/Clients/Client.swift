public import TravelModel

/// What a tenant gets and may, as its operator set it.
public struct TenantTerms: Sendable, Hashable {
    /// Prices are shown in it where a request does not say otherwise.
    public var currency: CurrencyCode
    /// The guest's country where a request does not say otherwise.
    public var residency: CountryCode
    /// Language of texts where a request does not say otherwise, a BCP 47 tag.
    public var language: String
    /// Requests it may make; `nil` for as many as the gateway answers.
    public var rate: RequestRate?
    /// Open holds it may have; `nil` for what every tenant may.
    public var mostOpenHolds: Int?
    /// Whether its requests may ask for outcomes of their own, at mocks.
    public var isSandbox = false

    /// No limit and no sandbox.
    public init(currency: CurrencyCode, residency: CountryCode, language: String) {
        self.currency = currency
        self.residency = residency
        self.language = language
    }
}

/// Who asks.
public struct Client: Sendable, Hashable {
    /// Whose quotes, holds and keys it may see.
    public let tenant: TenantID
    /// What that tenant gets and may.
    public let terms: TenantTerms
    /// Whether it may ask for outcomes of its own: its key says so, or its tenant's terms.
    public let isSandbox: Bool
    /// The id of the key it showed, which may be logged; `nil` where none is needed.
    public let keyID: String?

    /// Puts a tenant and its terms together.
    public init(
        tenant: TenantID, terms: TenantTerms, isSandbox: Bool = false, keyID: String? = nil
    ) {
        self.tenant = tenant
        self.keyID = keyID
        self.terms = terms
        self.isSandbox = isSandbox || terms.isSandbox
    }
}
