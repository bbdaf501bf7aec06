/// What one offer costs, in the supplier's own currencies, every mandatory charge included.
///
/// The initialiser holds the invariant: the mandatory lines payable now add up to ``charge`` within
/// one minor unit. Conversion to a display currency happens later and never changes this value.
public struct OfferPrice: Hashable, Sendable {
    /// How much of the price is known.
    public enum Completeness: String, Sendable, CaseIterable {
        case full
        /// The supplier did not say whether taxes are in.
        case taxesUnknown
        /// Charges are mentioned in text only, so no number can be given.
        case textOnlyCharges
    }

    /// What the supplier charges with the booking: the whole stay, all rooms.
    ///
    /// Zero when everything is paid at the hotel.
    public let charge: Money
    /// What the stay itself costs, whoever takes the money and when, in the charge's currency.
    ///
    /// The charge, or, where nothing is charged, the mandatory lines at the hotel but for its own
    /// fees and the city's taxes. It is what cancelling can cost and what makes two states of one
    /// offer comparable; ``charge`` is neither for an offer that is paid at the hotel.
    public let stayTotal: Money
    /// Every line, payable now and at the hotel; at most 64.
    public let components: [PriceComponent]
    /// The price of each night where the supplier says so, else empty.
    public let nightly: [Money]
    /// Anything but `full` tells the client that the guest may pay more.
    public let completeness: Completeness

    /// Why a supplier's price contradicts itself.
    public enum Fault: Error, Equatable, Sendable {
        /// Lines payable now do not add up to the charge.
        case doesNotAddUp
        /// A line payable now is in another currency than the charge.
        case mixedCurrencies
        /// The charge is below zero.
        case negative
        /// More than 64 lines or 366 nights.
        case tooManyLines
        /// The sum of the lines leaves 64 bits of minor units.
        case overflow
    }

    /// Throws when the mandatory lines payable now contradict the charge.
    ///
    /// Optional lines and lines payable at the hotel may be in any currency and are not summed.
    public init(
        charge: Money, components: [PriceComponent], nightly: [Money] = [],
        completeness: Completeness = .full
    ) throws(Fault) {
        guard components.count <= 64, nightly.count <= 366 else { throw .tooManyLines }
        guard charge.minorUnits >= 0 else { throw .negative }
        var sum = Money.zero(charge.currency)
        for line in components where line.payable == .now && line.mandatory {
            guard line.amount.currency == charge.currency else { throw .mixedCurrencies }
            guard let next = try? sum.adding(line.amount) else { throw .overflow }
            sum = next
        }
        let (difference, overflow) = sum.minorUnits.subtractingReportingOverflow(
            charge.minorUnits)
        guard !overflow else { throw .overflow }
        guard difference.magnitude <= 1 else { throw .doesNotAddUp }
        self.charge = charge
        stayTotal =
            charge.minorUnits > 0 ? charge : try Self.paidAtHotel(components, charge.currency)
        self.components = components
        self.nightly = nightly
        self.completeness = completeness
    }

    /// What the hotel takes for the stay, without the charges that every guest of the house pays.
    private static func paidAtHotel(
        _ components: [PriceComponent], _ currency: CurrencyCode
    ) throws(Fault) -> Money {
        var sum = Money.zero(currency)
        for line in components
        where line.payable == .atProperty && line.mandatory && line.amount.currency == currency {
            if [.propertyFee, .resortFee, .cityTax].contains(line.kind) { continue }
            guard let next = try? sum.adding(line.amount) else { throw .overflow }
            sum = next
        }
        return sum
    }

    /// The mandatory lines paid at the hotel, in the supplier's order.
    public var payableAtProperty: [PriceComponent] {
        components.filter { $0.payable == .atProperty && $0.mandatory }
    }
}
