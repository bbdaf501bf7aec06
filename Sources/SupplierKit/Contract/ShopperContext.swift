public import TravelModel

/// What a supplier may want to know about the person who searches.
public struct ShopperContext: Sendable, Hashable {
    /// The kind of front the shopper uses.
    public enum Channel: String, Sendable, CaseIterable {
        case website, mobile, agent
    }

    /// The guest's country; prices may depend on it.
    public var residency: CountryCode
    /// Language of texts, a BCP 47 tag such as `en` or `pt-BR`.
    public var language: String
    /// The currency prices are wanted in; a supplier may answer in another.
    public var currency: CurrencyCode
    /// The front in use.
    public var channel: Channel
    /// The shopper's address, where a supplier requires it.
    public var ipAddress: String?
    /// The shopper's browser, where a supplier requires it.
    public var userAgent: String?
    /// One value for one shopper's journey, where a supplier requires it.
    public var session: String?

    /// A website visitor about whom nothing else is known.
    public init(residency: CountryCode, language: String, currency: CurrencyCode) {
        self.residency = residency
        self.language = language
        self.currency = currency
        channel = .website
    }
}
