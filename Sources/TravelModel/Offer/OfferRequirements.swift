/// Conditions under which an offer may be sold.
public struct OfferRequirements: OptionSet, Hashable, Sendable {
    /// The set as bits.
    public let rawValue: UInt8

    /// Any bits; unknown ones are kept.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Only together with another product (a flight, a car).
    public static let packageOnly = OfferRequirements(rawValue: 1)
    /// Only to signed-in members.
    public static let memberOnly = OfferRequirements(rawValue: 2)
    /// Only on a mobile device.
    public static let mobileOnly = OfferRequirements(rawValue: 4)
    /// Only to residents of the country asked for.
    public static let residencyBound = OfferRequirements(rawValue: 8)
}
