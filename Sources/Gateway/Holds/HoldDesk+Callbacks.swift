public import TravelModel

extension HoldDesk {
    /// Has a hold in doubt looked up now, because its supplier says that something became of it.
    ///
    /// Nothing for a reference nobody waits for here. Before the supplier's own answer is given up,
    /// it is remembered, and the first look-up does not wait.
    public func wake(_ reference: HoldReference, of supplier: SupplierID) {
        runner.wake(reference, of: supplier)
    }
}
