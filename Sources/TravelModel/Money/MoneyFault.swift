/// Why an amount of money could not be read or computed.
public enum MoneyFault: Error, Equatable, Sendable {
    /// The text is not a plain decimal number.
    case malformed
    /// More decimals than the currency has, and they are not zero.
    case tooPrecise
    /// Beyond what 64 bits of minor units hold.
    case overflow
    /// Two currencies in one sum.
    case currencyMismatch
}
