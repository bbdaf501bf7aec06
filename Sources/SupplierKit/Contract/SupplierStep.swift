/// What a supplier can be asked to do.
public enum SupplierStep: String, Sendable, CaseIterable {
    /// Prices of many hotels for a stay.
    case search
    /// Whether one rate is still as quoted.
    case revalidate
    /// Keep the room under our reference.
    case hold
    /// Give a held room back.
    case release
    /// What became of a hold whose answer was lost.
    case retrieve
}
