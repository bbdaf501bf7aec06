public import TravelModel

/// What a release is asked.
public struct ReleaseInput: Sendable, Hashable {
    /// The hold as granted or found.
    public var hold: SupplierHold
    /// Ours.
    public var reference: HoldReference
    /// The address the hold was made with, where look-ups need it.
    public var contactEmail: String?
    /// Who asks.
    public var shopper: ShopperContext

    /// All of them; there are no defaults.
    public init(
        hold: SupplierHold, reference: HoldReference, contactEmail: String?, shopper: ShopperContext
    ) {
        self.hold = hold
        self.reference = reference
        self.contactEmail = contactEmail
        self.shopper = shopper
    }
}

/// How a release ended.
public enum ReleaseEnd: Sendable, Hashable {
    /// The supplier keeps nothing for us any more, now or since before.
    case released
    /// Not known; to be tried again.
    case failed(SupplierFailure)
}
