/// Division of whole numbers with the one rounding rule this product uses.
enum Rounding {
    /// `value / divisor`, half away from zero; a zero divisor or too large a result is `overflow`.
    static func halfUp(_ value: Int128, over divisor: Int128) throws(MoneyFault) -> Int64 {
        guard divisor != 0 else { throw .overflow }
        let (quotient, remainder) = value.magnitude.quotientAndRemainder(
            dividingBy: divisor.magnitude)
        let up = remainder >= divisor.magnitude - remainder ? quotient + 1 : quotient
        guard up <= UInt128(Int64.max) else { throw .overflow }
        let magnitude = Int64(up)
        return (value < 0) != (divisor < 0) ? -magnitude : magnitude
    }
}
