public import TravelModel

/// Our own rooms, listed beside the suppliers.
public enum OwnInventory {
    /// `direct`.
    public static let supplier: SupplierID = named("direct")

    private static func named(_ text: String) -> SupplierID {
        guard let id = SupplierID(text) else { preconditionFailure("not a supplier's name") }
        return id
    }
}
