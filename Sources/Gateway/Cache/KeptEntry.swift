internal import TravelModel

/// What is known of one hotel under one key.
struct KeptEntry: Sendable {
    let supplier: SupplierID
    let stay: StayDates
    let offers: [AnsweredOffer]
    /// Why there are no offers, where there are none.
    let absence: Absence
    /// When the call that gave it was started.
    let askedAt: Uptime
    /// When it was heard; ages count from here.
    let heardAt: Uptime
    /// Shown as stale from here on.
    let softens: Uptime
    /// No longer shown from here on.
    let ends: Uptime

    /// Whether both were heard in one call.
    func isSame(as other: KeptEntry) -> Bool {
        askedAt == other.askedAt && heardAt == other.heardAt && ends == other.ends
    }

    func age(at now: Uptime) -> Duration { heardAt.duration(to: now) }

    /// Whether it is worth asking for again where that costs no call of its own: a quarter of its life
    /// is over.
    func mayRide(at now: Uptime) -> Bool { age(at: now) * 4 >= heardAt.duration(to: ends) }

    /// About what it takes in memory: what is counted is texts and the sizes of what holds them.
    func bytes(under key: AvailabilityKey) -> Int {
        let names = key.scope.weight + key.code.text.utf8.count
        return offers.reduce(512 + names) { $0 + $1.offer.weight }
    }
}

extension KeptEntry {
    init(_ heard: HeardAnswer, _ offers: [AnsweredOffer], _ life: AnswerLife) {
        self.init(
            supplier: heard.supplier, stay: heard.stay, offers: offers, absence: heard.absence,
            askedAt: heard.askedAt, heardAt: heard.heardAt,
            softens: heard.heardAt.advanced(by: life.soft),
            ends: heard.heardAt.advanced(by: life.hard))
    }
}

/// A whole answer to one call, as the cache takes it.
struct HeardAnswer: Sendable {
    let supplier: SupplierID
    let scope: AvailabilityScope
    let stay: StayDates
    /// Of a hotel without offers.
    let absence: Absence
    let askedAt: Uptime
    let heardAt: Uptime
    /// The wall's time at ``heardAt``.
    let now: Instant
    /// Any byte; see ``LifePolicy/life(of:absence:lead:factor:chance:now:)``.
    let chance: UInt8
    /// No longer than quotes into the stored answer can bear.
    let longest: Duration
    /// Those whose offers were not stored included: what they replace may be untrue.
    let hotels: [(code: SupplierHotelCode, offers: [AnsweredOffer])]

    func key(_ index: Int) -> AvailabilityKey {
        AvailabilityKey(scope: scope, code: hotels[index].code)
    }
}

/// What became of a whole answer.
struct Keeping: Sendable {
    /// Of one whose entry was unlinked, without another in its place, the life is ``AnswerLife/none``.
    struct Hotel: Sendable {
        let code: SupplierHotelCode
        let offers: [AnsweredOffer]
        let life: AnswerLife
    }

    var lead: LeadTime?
    var kept: [Hotel] = []
    /// Rates of earlier answers that were as they had been.
    var unchanged = 0
    /// Rates of earlier answers that were not.
    var changed = 0
    /// What lives are multiplied with now, in thousandths.
    var factor = 1000

    mutating func note(_ found: RateComparison) {
        changed += found.changed
        unchanged += found.rates - found.changed
    }
}

extension AnswerLife {
    /// Cut to a bound; `nil` where nothing is left.
    func held(within longest: Duration) -> AnswerLife? {
        guard longest > .zero else { return nil }
        return AnswerLife(soft: min(soft, longest), hard: min(hard, longest))
    }
}

extension Offer {
    /// The bytes of its texts, which are most of what an offer takes.
    var textBytes: Int {
        let rooms = rooms.reduce(0) { sum, room in
            sum + room.name.utf8.count + room.beds.reduce(0) { $0 + $1.utf8.count }
        }
        return rateKey.utf8.count + rooms + reference.token.utf8.count
            + (boardText?.utf8.count ?? 0) + (legal?.utf8.count ?? 0)
            + notes.reduce(0) { $0 + $1.utf8.count }
    }

    /// About what it takes in memory, its lists and what refers to it included.
    var weight: Int {
        let lists =
            rooms.count * 128 + price.components.count * 48 + price.nightly.count * 32
            + cancellation.steps.count * 64 + notes.count * 16
        return MemoryLayout<Offer>.size + 192 + textBytes + lists
    }
}
