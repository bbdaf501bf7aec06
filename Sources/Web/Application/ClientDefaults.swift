public import TravelModel

/// What a client gets that does not say otherwise.
public struct ClientDefaults: Sendable {
    /// Whose key it is while no keys are configured.
    public var tenant: TenantID
    /// Prices are shown in it.
    public var currency: CurrencyCode
    /// The guest's country.
    public var residency: CountryCode
    /// Language of texts, a BCP 47 tag.
    public var language: String

    /// All of them; there are no defaults of defaults.
    public init(
        tenant: TenantID, currency: CurrencyCode, residency: CountryCode, language: String
    ) {
        self.tenant = tenant
        self.currency = currency
        self.residency = residency
        self.language = language
    }
}
