internal import Codec
internal import SupplierKit
public import TravelModel

/// Makes quotes of stored offers and finds them again.
///
/// A quote costs no write of its own: its id is signed and points into an answer that was stored
/// once for all its offers.
public struct QuoteDesk: Sendable {
    /// What is the operator's to decide.
    public struct Settings: Sendable, Hashable {
        /// This node's number, in every id it signs.
        public var node: UInt16 = 0
        /// The longest life of a quote.
        public var life: Duration = .seconds(15 * 60)
        /// A quote ends this long before the supplier forgets its token.
        public var tokenMargin: Duration = .seconds(10)

        /// The product's defaults.
        public init() {}
    }

    /// How long quotes live and what they are marked with.
    public let settings: Settings
    private let signer: QuoteSigner
    private let ports: GatewayPorts

    /// All of them; there are no defaults for keys.
    public init(keys: QuoteKeyring, settings: Settings, ports: GatewayPorts) {
        signer = QuoteSigner(keys: keys)
        self.settings = settings
        self.ports = ports
    }

    /// The currency a quote is shown in, by its id alone: known also when nothing else is any more.
    ///
    /// `nil` for an id that was not given to the tenant.
    public func currency(of id: QuoteID, for tenant: TenantID) -> CurrencyCode? {
        signer.open(id, for: tenant)?.display.currency
    }

    /// What became of a quote id.
    ///
    /// Throws when the store cannot be read now; nothing is known then.
    public func resolve(
        _ id: QuoteID, for tenant: TenantID
    ) async throws(StorageFault) -> QuoteResolution {
        guard let pointer = signer.open(id, for: tenant) else { return .unknown }
        let isOver = pointer.expires <= ports.environment.clock.now()
        guard let bytes = try await ports.answers.get(pointer.answer) else {
            if !isOver { ports.observer.note(.quoteLost) }
            return .expired(nil)
        }
        guard let quote = quote(id, pointer, tenant, bytes) else {
            ports.observer.note(.quoteLost)
            return .expired(nil)
        }
        return isOver ? .expired(quote) : .live(quote)
    }

    /// Stores an offer as the supplier gives it now and quotes it in the place of an earlier quote.
    ///
    /// Same client, stay, guests, currency, rates and markup as `earlier`; a life of its own.
    public func renew(
        _ earlier: Quote, with offer: Offer
    ) async throws(StorageFault) -> Quote {
        let terms = AskedTerms(
            stay: earlier.stay, rooms: earlier.rooms, shopper: earlier.shopper, contract: nil)
        let place = QuotedPlace(
            supplier: earlier.supplier, hotel: earlier.hotel, offerID: earlier.offerID,
            terms: terms)
        return try await quote(offer, at: place, like: earlier)
    }

    /// Stores an offer and quotes it to the client of an earlier quote, shown as that one was.
    func quote(
        _ offer: Offer, at place: QuotedPlace, like earlier: Quote
    ) async throws(StorageFault) -> Quote {
        let now = ports.environment.clock.now()
        let storedUntil = now.advanced(by: settings.life + .seconds(60))
        let head = AnswerHead(
            id: AnswerID(ports.environment.random), supplier: place.supplier, terms: place.terms,
            quotedAt: now, storedUntil: storedUntil)
        let answer = Answer(head: head, hotels: [(offer.hotel, [offer])])
        try await ports.answers.put(head.id, AnswerRecord.encode(answer), expires: storedUntil)
        let stored = AnsweredOffer(answer: head, index: 0, offer: offer)
        let (id, expires) = issue(stored, shownIn: earlier.shownIn, for: earlier.tenant, now: now)
        guard let id else { throw .unavailable }
        return Quote(
            id: id, tenant: earlier.tenant, offerID: place.offerID, supplier: place.supplier,
            hotel: place.hotel, offer: offer, stay: earlier.stay, rooms: earlier.rooms,
            shopper: place.terms.shopper, quotedAt: now, expiresAt: expires,
            shownIn: earlier.shownIn)
    }

    /// Other offers of the answer a quote came from, `most` before and `most` after its own: those of
    /// the same hotel are beside it.
    func neighbours(of quote: Quote, most: Int) async throws(StorageFault) -> [Offer] {
        guard let pointer = signer.open(quote.id, for: quote.tenant),
            let bytes = try await ports.answers.get(pointer.answer)
        else { return [] }
        return (try? AnswerRecord.neighbours(bytes, of: pointer.index, most: most)) ?? []
    }

    /// The quote as a client sees it, with the rates that made it; alternates are not remembered.
    ///
    /// `offer` stands in the place of the quote's own, for what was granted instead. `nil` when
    /// those rates are no longer kept.
    public func shown(_ quote: Quote, as offer: Offer? = nil) -> PricedOffer? {
        guard let rates = ports.rates.table(asOf: quote.shownIn.rateDate) else { return nil }
        let presenter = OfferPresenter(
            pricing: OfferPricing(rates: rates, currency: quote.shownIn.currency),
            deadlines: DeadlineResolver(zones: ports.zones), now: ports.environment.clock.now())
        return presenter.present(
            offer ?? quote.offer, offerID: quote.offerID, quote: (quote.id, quote.expiresAt),
            supplier: quote.supplier, hotel: quote.hotel,
            zone: ports.catalogue.hotel(quote.hotel)?.zone,
            freshness: Freshness(source: .cache, quotedAt: quote.quotedAt))
    }

    /// An id for one offer and the moment it ends; no id for an offer that was not stored.
    func issue(
        _ offer: AnsweredOffer, shownIn display: QuoteDisplay, for tenant: TenantID, now: Instant
    ) -> (id: QuoteID?, expires: Instant) {
        var expires = now.advanced(by: settings.life)
        if let token = offer.offer.reference.expires {
            expires = min(expires, token.advanced(by: .zero - settings.tokenMargin))
        }
        guard let storedUntil = offer.answer.storedUntil else { return (nil, expires) }
        expires = min(expires, storedUntil)
        guard expires > now else { return (nil, expires) }
        let pointer = QuotePointer(
            node: settings.node, answer: offer.answer.id, index: offer.index, expires: expires,
            display: display)
        return (signer.sign(pointer, for: tenant), expires)
    }

    private func quote(
        _ id: QuoteID, _ pointer: QuotePointer, _ tenant: TenantID, _ bytes: [UInt8]
    ) -> Quote? {
        guard let (head, offer) = try? AnswerRecord.decode(bytes, offerAt: pointer.index),
            let hotel = ports.catalogue.hotel(of: head.supplier, code: offer.hotel),
            let offerID = OfferID(supplier: head.supplier, offer: offer, terms: head.terms)
        else { return nil }
        return Quote(
            id: id, tenant: tenant, offerID: offerID, supplier: head.supplier, hotel: hotel,
            offer: offer, stay: head.terms.stay, rooms: head.terms.rooms,
            shopper: head.terms.shopper, quotedAt: head.quotedAt, expiresAt: pointer.expires,
            shownIn: pointer.display)
    }
}

/// Whose offer is quoted, and where.
struct QuotedPlace: Sendable {
    let supplier: SupplierID
    let hotel: HotelID
    let offerID: OfferID
    /// As the supplier was asked.
    let terms: AskedTerms
}
