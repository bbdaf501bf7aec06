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

    public let timing: Timing
    public let merchantOfRecord: Merchant?

    public init(timing: Timing, merchantOfRecord: Merchant? = nil) {
        self.timing = timing
        self.merchantOfRecord = merchantOfRecord
    }
}
