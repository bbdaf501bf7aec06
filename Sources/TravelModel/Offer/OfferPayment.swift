/// When and to whom an offer is paid.
public struct OfferPayment: Hashable, Sendable {
    /// When the guest pays.
    public enum Timing: String, Sendable, CaseIterable {
        case now, deposit, atProperty, mixed
    }

    /// Who appears on the guest's statement.
    public enum Merchant: String, Sendable, CaseIterable {
        case supplier, property, us
    }

    /// One word for the whole offer; the lines of its price say more.
    public let timing: Timing
    /// `nil` when the supplier does not say.
    public let merchantOfRecord: Merchant?

    /// Both are taken as the supplier states them.
    public init(timing: Timing, merchantOfRecord: Merchant? = nil) {
        self.timing = timing
        self.merchantOfRecord = merchantOfRecord
    }
}
