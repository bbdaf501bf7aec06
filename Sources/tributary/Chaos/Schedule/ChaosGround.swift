import TravelModel

/// What of the catalogue a schedule is made from.
struct ChaosGround: Sendable {
    /// Places with hotels, the fullest first.
    var places: [String]
    /// Hotels whose rooms are our own.
    var ownHotels: [String]
    /// Hotels of a supplier that keeps rooms.
    var supplierHotels: [String]
    var today: CivilDate
}
