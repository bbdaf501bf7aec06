internal import SupplierKit
internal import TravelModel

/// Learns from what suppliers say when they are asked about single quotes, before a hold or at a
/// client's wish: whether a price was still right is what lives of kept answers are about.
public struct PriceChecks: Sendable {
    let cache: AvailabilityCache
    let ports: GatewayPorts

    /// Books an answer; one that says nothing about the offer is left out.
    func note(_ quote: Quote, _ end: RevalidateEnd, _ comparison: OfferComparison?) {
        let isUnchanged: Bool
        switch end {
        case .current:
            guard let comparison else { return }
            isUnchanged = comparison.old == comparison.new && comparison.terms.isEmpty
        case .soldOut: isUnchanged = false
        case .expired, .failed: return
        }
        let now = ports.environment.clock.now()
        guard quote.supplier != OwnInventory.supplier, let lead = LeadTime(of: quote.stay, at: now)
        else { return }
        let factor = cache.note(
            check: isUnchanged, of: quote.supplier, lead: lead,
            age: quote.quotedAt.duration(to: now), now: ports.environment.clock.uptime())
        ports.observer.note(
            .revalidated(
                quote.supplier, lead, unchanged: isUnchanged ? 1 : 0, changed: isUnchanged ? 0 : 1,
                factor: factor))
    }
}
