public import SupplierKit
public import TravelModel

/// The availability cache and its rules alone, in the caller's time, to try policies out before
/// production meets them.
///
/// No model of them but the code that searches use, without suppliers, flights and stores: answers
/// come from the caller, at once. Not for two threads at a time in a useful order.
public struct CacheTrial: Sendable {
    /// What is tried.
    public enum Policy: Sendable, Hashable {
        /// Every answer lives as long.
        case fixed(Duration)
        /// Lives by days to arrival; `learned` lets them follow what changed, `refreshed` has stale
        /// answers asked for again while they are shown. Both together are what the product does.
        case leadTime(learned: Bool, refreshed: Bool)
    }

    /// One question to one supplier, made once and asked many times.
    public struct Question: Sendable {
        /// The nights.
        public let stay: StayDates
        let supplier: SupplierID
        let terms: AskedTerms
        let scope: AvailabilityScope

        /// Whom, for whom and when.
        public init(
            _ supplier: SupplierID, stay: StayDates, rooms: [Occupancy], shopper: ShopperContext
        ) {
            self.supplier = supplier
            self.stay = stay
            terms = AskedTerms(stay: stay, rooms: rooms, shopper: shopper, contract: nil)
            scope = AvailabilityScope(supplier, terms, sendsLanguage: true)
        }
    }

    /// An offer as a client sees it.
    public struct Shown: Sendable {
        /// As the supplier gave it.
        public let offer: Offer
        /// Since when.
        public let age: Duration
        /// Where it came from.
        public let source: AnswerSource
    }

    /// What one look came to.
    public struct Look: Sendable {
        /// All offers of all hotels.
        public internal(set) var shown: [Shown] = []
        /// Calls the supplier got, refreshes included.
        public internal(set) var calls = 0
        /// Of those, refreshes: nobody waited for them.
        public internal(set) var refreshes = 0
    }

    private let cache: AvailabilityCache
    private let hotelsPerCall: Int
    private let random: any RandomSource

    /// A cold cache.
    public init(
        _ policy: Policy, _ settings: CacheSettings = CacheSettings(), hotelsPerCall: Int,
        random: any RandomSource
    ) {
        cache = AvailabilityCache(policy: LifePolicy(policy, settings))
        self.hotelsPerCall = hotelsPerCall
        self.random = random
    }

    /// One search at one supplier; `codes` ascend, and `says` gives what it has of hotels now.
    ///
    /// `now` and `uptime` are one moment on both clocks.
    public func look(
        _ question: Question, _ codes: [SupplierHotelCode], now: Instant, uptime: Uptime,
        says: ([SupplierHotelCode]) -> [Offer]
    ) -> Look {
        let known = KeptHotels(
            codes, under: question.scope, in: cache, maxAge: nil, now: uptime)
        var look = Look()
        for (kept, source) in [(known.fresh, AnswerSource.cache), (known.stale, .stale)] {
            for offer in kept.lazy.flatMap(\.offers) {
                let age = offer.answer.quotedAt.duration(to: now)
                look.shown.append(Shown(offer: offer.offer, age: age, source: source))
            }
        }
        let waited = Set(known.missing)
        let calls = SearchPlanner.batches(
            known.missing, limit: hotelsPerCall, riders: known.due + known.riders)
        for call in calls {
            let offers = says(call)
            keep(offers, of: call, question, now, uptime)
            for offer in offers where waited.contains(offer.hotel) {
                look.shown.append(Shown(offer: offer, age: .zero, source: .live))
            }
        }
        let rode = Set(calls.joined())
        let due = known.due.filter { !rode.contains($0) }
        let refreshes = SearchPlanner.batches(
            due, limit: hotelsPerCall, riders: known.riders.filter { !rode.contains($0) })
        for call in refreshes { keep(says(call), of: call, question, now, uptime) }
        look.refreshes = refreshes.count
        look.calls = calls.count + refreshes.count
        return look
    }

    /// The supplier was asked about one offer, shown `age` ago, before it was held.
    public func check(
        _ offer: Offer, of question: Question, age: Duration, isUnchanged: Bool, now: Instant,
        uptime: Uptime
    ) {
        guard let lead = LeadTime(of: question.stay, at: now) else { return }
        _ = cache.note(
            check: isUnchanged, of: question.supplier, lead: lead, age: age, now: uptime)
        guard !isUnchanged else { return }
        cache.invalidate(question.supplier, offer.hotel, overlapping: question.stay, now: uptime)
    }

    private func keep(
        _ offers: [Offer], of codes: [SupplierHotelCode], _ question: Question, _ now: Instant,
        _ uptime: Uptime
    ) {
        guard let lead = LeadTime(of: question.stay, at: now) else { return }
        let longest = cache.longestLife(of: question.supplier, lead, now: uptime)
        let head = AnswerHead(
            id: AnswerID(random), supplier: question.supplier, terms: question.terms,
            quotedAt: now, storedUntil: now.advanced(by: longest))
        var byCode: [SupplierHotelCode: [AnsweredOffer]] = [:]
        for (index, offer) in offers.enumerated() {
            byCode[offer.hotel, default: []].append(
                AnsweredOffer(answer: head, index: index, offer: offer))
        }
        _ = cache.keep(
            HeardAnswer(
                supplier: question.supplier, scope: question.scope, stay: question.stay,
                absence: .unlisted, askedAt: uptime, heardAt: uptime, now: now,
                chance: random.bytes(1).first ?? 128, longest: longest,
                hotels: codes.map { ($0, byCode[$0] ?? []) }))
    }
}

extension LifePolicy {
    fileprivate init(_ policy: CacheTrial.Policy, _ settings: CacheSettings) {
        self.init()
        self.settings = settings
        switch policy {
        case .fixed(let life):
            base = .fixed(life)
            learns = false
            refreshes = false
        case .leadTime(let learned, let refreshed):
            learns = learned
            refreshes = refreshed
        }
    }
}
