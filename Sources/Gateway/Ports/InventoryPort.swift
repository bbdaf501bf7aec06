public import TravelModel

/// Our own rooms: beside the suppliers in every plan, backed by the ledger.
public protocol InventoryPort: Sendable {
    /// Offers of hotels that have every night free, in the order of `hotels`; absent ones have none.
    func offers(
        of hotels: [SupplierHotelCode], stay: StayDates, rooms: [Occupancy]
    ) async throws(StorageFault) -> [Offer]
}
