public import TravelModel

/// Room for a bounded number of pieces of work, of which no tenant takes so much that another one
/// finds nothing.
///
/// A tenant may have at most as many under way as are still free. So one that floods gets half, two
/// get a third each, and `n` leave one part in `n + 1` to whoever comes next (the dynamic threshold
/// of A. Choudhury and E. Hahne, 1998). Unused room is never kept for somebody who may not come.
public struct FairShare: Sendable {
    /// Why there is no room.
    public enum Refusal: Sendable, Hashable {
        /// Nobody gets in.
        case full
        /// The tenant has its share.
        case share
    }

    /// Under way at most, of all tenants.
    public let most: Int
    private var running: [TenantID: Int] = [:]
    private var total = 0

    /// Room for `most`; none for zero or less.
    public init(most: Int) { self.most = max(0, most) }

    /// Counts one in, to be counted out by ``leave(_:)``; a refusal counts nothing.
    ///
    /// Where nobody `shares`, a tenant may take all there is. `limit` is what there is for now, if that
    /// is less than `most`.
    public mutating func enter(
        _ tenant: TenantID, shares: Bool, within limit: Int = .max
    ) -> Refusal? {
        let own = running[tenant, default: 0]
        let free = min(most, max(0, limit)) - total
        guard free > 0 else { return shares && own > 0 ? .share : .full }
        if shares, own >= free { return .share }
        running[tenant] = own + 1
        total += 1
        return nil
    }

    /// Counts one out.
    public mutating func leave(_ tenant: TenantID) {
        guard let own = running[tenant], own > 0 else { return }
        running[tenant] = own > 1 ? own - 1 : nil
        total -= 1
    }

    /// Under way now, of all tenants.
    public var underWay: Int { total }
}
