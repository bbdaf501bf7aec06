public import TravelModel

/// What a look-up is asked.
public struct RetrieveInput: Sendable, Hashable {
    /// Ours.
    public var reference: HoldReference
    /// The address the hold was made with, where the supplier wants it.
    public var contactEmail: String?
    /// Who asks.
    public var shopper: ShopperContext

    /// All of them; there are no defaults.
    public init(reference: HoldReference, contactEmail: String?, shopper: ShopperContext) {
        self.reference = reference
        self.contactEmail = contactEmail
        self.shopper = shopper
    }
}

/// What the supplier says about our reference.
public enum RetrieveEnd: Sendable, Hashable {
    /// It keeps a room under it.
    case found(SupplierHold)
    /// It has no such reference now; suppliers that index late may say so for a while.
    case notFound
    /// It had one and let it go.
    case ended
    /// Not answered.
    case failed(SupplierFailure)
}
