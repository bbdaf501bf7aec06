/// A currency of ISO 4217 that this product can count in.
///
/// Only codes in ``CurrencyCode/exponents`` can be made, so the number of decimals is always known.
/// Source: ISO 4217, list one.
public struct CurrencyCode: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The three upper-case ASCII letters.
    public let text: String
    /// Decimals of the minor unit: 0 for JPY, 2 for EUR, 3 for BHD.
    public let exponent: Int

    /// Accepts exactly three upper-case letters of a current ISO 4217 code; anything else is `nil`.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        guard let exponent = Self.exponent(of: text) else { return nil }
        self.text = text
        self.exponent = exponent
    }

    /// The same text as it is written on the wire or in logs.
    public var description: String { text }

    /// Total order, so that lists never depend on chance.
    public static func < (a: CurrencyCode, b: CurrencyCode) -> Bool { a.text < b.text }

    private static func exponent(of text: String) -> Int? {
        if zeroDecimals.contains(text) { return 0 }
        if threeDecimals.contains(text) { return 3 }
        return twoDecimals.contains(text) ? 2 : nil
    }

    private static let zeroDecimals: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
        "VUV", "XAF", "XOF", "XPF",
    ]
    private static let threeDecimals: Set<String> = [
        "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND",
    ]
    private static let twoDecimals: Set<String> = [
        "AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT",
        "BGN", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHF",
        "CNY", "COP", "CRC", "CUP", "CVE", "CZK", "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR",
        "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF",
        "IDR", "ILS", "INR", "IRR", "JMD", "KES", "KGS", "KHR", "KPW", "KYD", "KZT", "LAK", "LBP",
        "LKR", "LRD", "LSL", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR",
        "MWK", "MXN", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "PAB", "PEN", "PGK",
        "PHP", "PKR", "PLN", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD",
        "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TOP",
        "TRY", "TTD", "TWD", "TZS", "UAH", "USD", "UYU", "UZS", "VES", "WST", "XCD", "YER", "ZAR",
        "ZMW", "ZWG",
    ]
}
