internal import SupplierKit
internal import Synchronization
public import TravelModel

/// Asks suppliers whether quotes still stand, without holding anything.
///
/// A refresh belongs to its request: it ends with it, within the supplier's time for a price check.
public final class QuoteRefresher: Sendable {
    /// What a refresh came to.
    public enum Outcome: Sendable {
        /// It stands, perhaps at another price; nothing was kept.
        case current(Quote, PricedOffer, change: OfferComparison?)
        /// No longer as quoted: gone, or on other terms, with what can be had instead.
        case refused(HoldRefusal)
        /// No such quote of this tenant.
        case quoteUnknown
        /// The quote is over, or the supplier has forgotten its token.
        case quoteExpired(Quote?)
        /// Nothing is known; the quote is as it was.
        case supplierUnavailable(retryAfter: Duration?)
        /// The new quote could not be written, or the old one not be read.
        case storage(StorageFault)
        /// As many refreshes are under way as the gateway carries.
        case overloaded
    }

    /// Refreshes at once; more are declined as overloaded.
    public static let mostUnderWay = 1000

    private let ports: GatewayPorts
    private let quotes: QuoteDesk
    private let check: QuoteCheck
    private let alternates: AlternateOffers?
    private let checks: PriceChecks?
    private let onRoomChange: @Sendable (Quote) -> Void
    // A lock around a count.
    private let running = Mutex(0)

    /// Put together once at start; `onRoomChange` hears of every quote that no longer stands as it
    /// was given, so that what is shown of the hotel can be forgotten.
    public init(
        ports: GatewayPorts, roster: SupplierRoster, health: SupplierHealth, quotes: QuoteDesk,
        alternates: AlternateOffers? = nil, checks: PriceChecks? = nil,
        onRoomChange: @escaping @Sendable (Quote) -> Void
    ) {
        self.ports = ports
        self.quotes = quotes
        self.alternates = alternates
        self.checks = checks
        self.onRoomChange = onRoomChange
        check = QuoteCheck(ports: ports, roster: roster, health: health)
    }

    /// Refreshes under way.
    public var underWay: Int { running.withLock { $0 } }

    /// Asks the supplier once; cancelling the calling task cancels the call.
    ///
    /// An offer that is as quoted keeps its quote while at least half of a quote's life is left, and
    /// is quoted anew, for a whole life, after that.
    public func refresh(
        _ id: QuoteID, for tenant: TenantID, as shopper: ShopperTrace
    ) async -> Outcome {
        guard enter() else { return .overloaded }
        defer { running.withLock { $0 -= 1 } }
        do throws(StorageFault) {
            switch try await quotes.resolve(id, for: tenant) {
            case .unknown: return .quoteUnknown
            case .expired(let old): return .quoteExpired(old)
            case .live(let quote): return try await refresh(quote, as: shopper)
            }
        } catch {
            return .storage(error)
        }
    }

    private func enter() -> Bool {
        running.withLock { running in
            guard running < Self.mostUnderWay else { return false }
            running += 1
            return true
        }
    }

    private func refresh(
        _ quote: Quote, as shopper: ShopperTrace
    ) async throws(StorageFault) -> Outcome {
        let input = RevalidateInput(
            offer: quote.offer, stay: quote.stay, rooms: quote.rooms,
            shopper: quote.shopper.asked(for: shopper))
        switch await check.ask(input, of: quote.supplier, .asking) {
        case .failed(let failure) where failure.code == .overloaded: return .overloaded
        case .failed(let failure): return .supplierUnavailable(retryAfter: failure.retryAfter)
        case .expired:
            onRoomChange(quote)
            return .quoteExpired(quote)
        case .soldOut:
            let known = await alternates?.known(insteadOf: quote) ?? []
            checks?.note(quote, .soldOut, nil)
            onRoomChange(quote)
            let shown = await alternates?.checked(known, insteadOf: quote, as: shopper) ?? []
            return .refused(.soldOut(shown))
        case .current(let offer): return try await compare(quote, offer)
        }
    }

    private func compare(_ quote: Quote, _ offer: Offer) async throws(StorageFault) -> Outcome {
        let comparison = ports.compare(quote, with: offer)
        checks?.note(quote, .current(offer), comparison)
        let isDearerOrCheaper = comparison.old != comparison.new
        let left = quote.expiresIn(at: ports.environment.clock.now())
        if !isDearerOrCheaper, comparison.terms.isEmpty, left >= quotes.settings.life / 2 {
            guard let shown = quotes.shown(quote) else { return .quoteExpired(quote) }
            return .current(quote, shown, change: nil)
        }
        if isDearerOrCheaper || !comparison.terms.isEmpty { onRoomChange(quote) }
        let renewed = try await quotes.renew(quote, with: offer)
        guard let shown = quotes.shown(renewed) else { return .quoteExpired(quote) }
        guard comparison.terms.isEmpty else {
            return .refused(
                .termsChanged(comparison, quote: renewed, shown: shown, at: renewed.quotedAt))
        }
        return .current(renewed, shown, change: isDearerOrCheaper ? comparison : nil)
    }
}
