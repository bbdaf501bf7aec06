/// One line of a price: what it is, how much, when it is paid.
public struct PriceComponent: Hashable, Sendable {
    /// What a line of a price is for.
    public enum Kind: String, Sendable, CaseIterable {
        case base, tax, serviceFee, extraPerson, propertyFee, resortFee, cityTax, discount
        case adjustment
    }

    /// When the guest pays a line.
    public enum Payable: String, Sendable, CaseIterable {
        /// With the booking, to whoever sells it.
        case now
        /// At the hotel, often in the hotel's own currency.
        case atProperty = "property"
    }

    /// Shown to the client as the type of the line.
    public let kind: Kind
    /// Discounts and some adjustments are negative.
    public let amount: Money
    /// Where and when the guest pays it.
    public let payable: Payable
    /// A mandatory line is part of the shown total; an optional one is only mentioned.
    public let mandatory: Bool

    /// Signs and currencies are judged by ``OfferPrice``, which sees all lines together.
    public init(kind: Kind, amount: Money, payable: Payable, mandatory: Bool = true) {
        self.kind = kind
        self.amount = amount
        self.payable = payable
        self.mandatory = mandatory
    }
}
