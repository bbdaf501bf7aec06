public import TravelModel

/// Our own rooms, listed beside the suppliers.
public enum OwnInventory {
    /// `direct`.
    public static let supplier = SupplierID.direct
}
