public import TravelModel

/// A price as shown, with every mandatory charge in it.
///
/// `total = payNow + sum of converted mandatory payAtProperty`, and the included lines of
/// ``breakdown`` add up to it within one minor unit; where a charge cannot be counted,
/// ``completeness`` says so.
public struct DisplayPrice: Sendable, Hashable {
    /// What the stay costs in all.
    public let total: Money
    /// What is paid with the booking.
    public let payNow: Money
    /// What is paid at the hotel, optional charges included.
    public let payAtProperty: [PropertyCharge]
    /// Every line in the currency of ``total`` where it has a rate.
    public let breakdown: [PriceLine]
    /// Of each night, where the supplier says so; in the currency of ``total``.
    public let nightly: [Money]
    /// As the supplier charges ``payNow``.
    public let charge: Money
    /// The conversion, where there was one.
    public let fx: Conversion?
    /// Anything but `full` tells that the guest may pay more.
    public let completeness: OfferPrice.Completeness
    /// Whether ``total`` is in the currency asked for; one that is not is sorted after the others.
    public let inSearchCurrency: Bool
}

/// A charge the guest pays at the hotel.
public struct PropertyCharge: Sendable, Hashable {
    /// What it is for.
    public let kind: PriceComponent.Kind
    /// As the hotel charges it.
    public let money: Money
    /// In the currency of the total; `nil` without a rate.
    public let converted: Money?
    /// Whether it is part of the total.
    public let mandatory: Bool
}

/// One line of a shown price.
public struct PriceLine: Sendable, Hashable {
    /// What it is for.
    public let kind: PriceComponent.Kind
    /// Converted once; its own currency where it has no rate.
    public let money: Money
    /// Whether it is part of the total.
    public let included: Bool
    /// When it is paid.
    public let payable: PriceComponent.Payable
}

/// How a price was converted.
public struct Conversion: Sendable, Hashable {
    /// Units of the shown currency for one of the charged one, as decimal text.
    public let rate: String
    /// The day the rates are of.
    public let asOf: CivilDate
    /// Who published them.
    public let source: String
}
