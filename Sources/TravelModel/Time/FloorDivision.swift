/// Division that rounds toward minus infinity, as calendars need before 1970.
enum FloorDivision {
    /// `remainder` is 0 up to `divisor`, whose sign must be positive; no value overflows.
    static func divide(
        _ value: Int64, by divisor: Int64
    ) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
