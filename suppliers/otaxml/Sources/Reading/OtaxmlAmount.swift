import SupplierKit
import TravelModel
import WireFormat

/// `AmountBeforeTax`, `AmountAfterTax`, `CurrencyCode` and `DecimalPlaces` of a `Base`, `Total` or
/// `Tax`.
struct OtaxmlAmount: Hashable {
    var beforeTax: Money?
    var afterTax: Money?

    /// `nil` for an element without an amount; `currency` is what a parent said.
    init?(
        _ element: XMLElement?, currency: String?, amounts: OtaxmlSettings.Amounts
    ) throws(RateFault) {
        guard let element else { return nil }
        let code = element.attribute("CurrencyCode") ?? currency
        beforeTax = try Self.money(
            element, "AmountBeforeTax", currency: code, amounts: amounts)
        afterTax = try Self.money(element, "AmountAfterTax", currency: code, amounts: amounts)
        guard beforeTax != nil || afterTax != nil else { return nil }
        if let before = beforeTax, let after = afterTax {
            guard try after.minus(before).minorUnits >= 0 else {
                throw RateFault(.priceContradiction, "less after tax than before")
            }
        }
    }

    /// The amount with taxes where it is said, else without.
    var best: Money? { afterTax ?? beforeTax }

    /// Reads one attribute.
    ///
    /// In the minor-unit dialect `19800` with `DecimalPlaces="2"` is 198.00;
    /// text with a point is decimal everywhere.
    static func money(
        _ element: XMLElement, _ attribute: String, currency: String?,
        amounts: OtaxmlSettings.Amounts
    ) throws(RateFault) -> Money? {
        guard let text = element.attribute(attribute) else { return nil }
        guard let currency else { throw RateFault(.unknownCurrency, "none given") }
        guard amounts == .minorUnits, !text.contains(".") else {
            return try Money.reading(text, currency)
        }
        let places =
            element.attribute("DecimalPlaces").flatMap { Int($0) }
            ?? CurrencyCode(currency)?.exponent ?? 2
        guard (0...6).contains(places), !text.lowercased().contains("e") else {
            throw RateFault(.malformed, "DecimalPlaces")
        }
        return try Money.reading("\(text)e-\(places)", currency)
    }
}
