/// A currency of ISO 4217 that this product can count in.
///
/// Only codes of the tables below can be made, so the number of decimals is always known. Source:
/// ISO 4217, list one as it stood in January 2026 (with XCG, which took the place of ANG in March
/// 2025), without funds, metals and codes for testing. Codes withdrawn shortly before, ANG and BGN,
/// stay: stored rows and late suppliers name them.
public struct CurrencyCode: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The three upper-case ASCII letters.
    public let text: String
    /// Decimals of the minor unit: 0 for JPY, 2 for EUR, 3 for BHD.
    public let exponent: Int

    /// Accepts exactly three upper-case letters of a code in the tables; anything else is `nil`.
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
        "TRY", "TTD", "TWD", "TZS", "UAH", "USD", "UYU", "UZS", "VED", "VES", "WST", "XCD", "XCG",
        "YER", "ZAR", "ZMW", "ZWG",
    ]
}
