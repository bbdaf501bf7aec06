/// Where a gateway can be killed, seen from one hold.
public enum CrashPoint: String, Sendable, CaseIterable {
    /// The claim is about to be written.
    case beforeClaim = "before-claim"
    /// The claim is written, and whoever wrote it does not know.
    case afterClaim = "after-claim"
    /// A request that keeps a room is on its way.
    case supplierCalled = "supplier-called"
    /// Its answer is here and not written down.
    case supplierAnswered = "supplier-answered"
    /// A decision is written, and nobody has been told.
    case committed
    /// The client has its answer.
    case responded
}
