/// An exact sum of one currency, in minor units.
public struct Amount: Hashable, Sendable {
    /// Minor units: cents of a euro, whole yen.
    public var minor: Int64
    /// ISO 4217 code.
    public var currency: String

    /// A sum by its minor units.
    public init(minor: Int64, currency: String) {
        self.minor = minor
        self.currency = currency
    }

    /// Reads a plain decimal such as `120.00`; nil with more digits than the currency has.
    public init?(_ text: String, currency: String) {
        guard let scaled = Amount.scaled(text, digits: Amount.exponent(of: currency)) else {
            return nil
        }
        self.init(minor: scaled, currency: currency)
    }

    /// The decimal with exactly the currency's digits, as `120.00` or `9000`.
    public var text: String {
        let digits = Amount.exponent(of: currency)
        let size = Day.padded(Int(minor.magnitude), digits + 1)
        let sign = minor < 0 ? "-" : ""
        guard digits > 0 else { return sign + size }
        return "\(sign)\(size.dropLast(digits)).\(size.suffix(digits))"
    }

    /// The shortest JSON number of the same value, as a service that keeps doubles prints it: `120`, `99.5`.
    public var number: String {
        guard Amount.exponent(of: currency) > 0 else { return text }
        var digits = text
        while digits.hasSuffix("0") { digits.removeLast() }
        if digits.hasSuffix(".") { digits.removeLast() }
        return digits
    }

    /// Decimal digits after the point, by ISO 4217; 2 where the catalogue has no other currency.
    public static func exponent(of currency: String) -> Int {
        switch currency {
        case "JPY", "KRW", "ISK", "VND", "CLP": 0
        case "BHD", "KWD", "OMR", "JOD", "TND": 3
        default: 2
        }
    }

    /// `text` times ten to the `digits`, where that is whole and small.
    static func scaled(_ text: String, digits: Int) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count <= 2, !whole.isEmpty, text.utf8.count <= 16
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.utf8.count <= digits, parts.count == 1 || !fraction.isEmpty,
            (whole + fraction).utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int64(whole + fraction + String(repeating: "0", count: digits - fraction.utf8.count))
    }

    /// `value` x `part` / `whole`, rounded half up; the product fits 64 bits for every catalogue price.
    static func share(_ value: Int64, _ part: Int64, of whole: Int64) -> Int64 {
        let product = Int128(value) * Int128(part)
        let (quotient, rest) = product.quotientAndRemainder(dividingBy: Int128(max(whole, 1)))
        let rounded = rest * 2 >= Int128(max(whole, 1)) ? quotient + 1 : quotient
        return Int64(clamping: rounded)
    }
}
