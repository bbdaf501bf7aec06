/// A decimal number as read from text: digits and the place of the point, never a float.
struct DecimalText {
    private var negative = false
    /// Significant digits as one integer.
    private var coefficient: Int128 = 0
    /// The value is `coefficient * 10^power`, or a little more when ``cut``.
    private var power = 0
    /// Whether a digit other than zero was left out beyond the thirtieth significant one.
    private var cut = false

    /// Accepts `[+-]digits[.digits][e[+-]digits]` of at most 64 digits, 30 significant ones before
    /// the point; what follows the thirtieth is too small to change a rounding half away from zero.
    init(_ text: some StringProtocol) throws(MoneyFault) {
        // A copy into one known type: generic text, unspecialised, reads ten times slower.
        var rest = Array(text.utf8)[...]
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            negative = sign == UInt8(ascii: "-")
            rest = rest.dropFirst()
        }
        var significant = 0
        var digits = 0
        var sawPoint = false
        var decimals = 0
        scan: while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                guard digits <= 64 else { throw .overflow }
                if sawPoint { decimals += 1 }
                if coefficient != 0 || byte != UInt8(ascii: "0") { significant += 1 }
                if significant > 30 {
                    guard sawPoint else { throw .overflow }
                    cut = cut || byte != UInt8(ascii: "0")
                    break
                }
                coefficient = coefficient * 10 + Int128(byte - UInt8(ascii: "0"))
                if sawPoint { power -= 1 }
            case UInt8(ascii: ".") where !sawPoint:
                guard digits > 0 else { throw .malformed }
                sawPoint = true
            default: break scan
            }
            rest = rest.dropFirst()
        }
        guard digits > 0, !(sawPoint && decimals == 0) else { throw .malformed }
        guard let mark = rest.first else { return }
        guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E"),
            let exponent = Int(String(decoding: rest.dropFirst(), as: UTF8.self)),
            (-30...30).contains(exponent)
        else { throw .malformed }
        power += exponent
    }

    /// The value times `10^places` as a whole number.
    func scaled(by places: Int, precision: Money.Precision) throws(MoneyFault) -> Int64 {
        let signed = negative ? -coefficient : coefficient
        let shift = power + places
        if coefficient == 0 { return 0 }
        if shift >= 0 {
            guard shift <= 18 else { throw .overflow }
            let (value, overflow) = signed.multipliedReportingOverflow(by: Self.tenTo(shift))
            guard !overflow, let result = Int64(exactly: value) else { throw .overflow }
            return result
        }
        guard shift >= -36 else {
            if precision == .halfUp { return 0 }
            throw .tooPrecise
        }
        let divisor = Self.tenTo(-shift)
        if precision == .exact, cut || signed % divisor != 0 { throw .tooPrecise }
        return try Rounding.halfUp(signed, over: divisor)
    }

    private static func tenTo(_ power: Int) -> Int128 {
        (0..<power).reduce(Int128(1)) { product, _ in product * 10 }
    }
}
