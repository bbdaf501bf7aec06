internal import Synchronization
internal import TravelModel

/// What suppliers last said of each hotel, under the full key of what they were asked.
///
/// An entry may be empty: the hotel was asked for and had nothing. Failures never come here.
/// Refreshing, forgetting and making room only unlink an entry: whoever holds its offers, or a quote
/// into their answer, keeps them.
final class AvailabilityCache: Sendable {
    /// What a look came to.
    enum Finding: Sendable {
        /// To be shown as it is.
        case fresh(KeptEntry)
        /// To be shown as stale; whoever finds it due has to ask again, and is the only one for a while.
        case stale(KeptEntry, isDue: Bool)
        case nothing
    }

    /// Whoever was told to ask again has this long before somebody else is told.
    static let claim: Duration = .seconds(10)
    /// Bytes of a usual entry; decides how finely the admission counts.
    private static let typicalBytes = 2_048

    private struct Slot: Sendable {
        var entry: KeptEntry
        var claimedUntil = Uptime(nanoseconds: .min)
    }

    private struct State {
        var shelf: AdmissionShelf<AvailabilityKey, Slot>
        /// The keys of each hotel's slots.
        var places: [Invalidations.Place: Set<AvailabilityKey>] = [:]
        var invalidations = Invalidations()
        var volatility: VolatilityBook

        mutating func unlink(_ key: AvailabilityKey, _ supplier: SupplierID) {
            let place = Invalidations.Place(supplier: supplier, code: key.code)
            places[place]?.remove(key)
            if places[place]?.isEmpty == true { places[place] = nil }
        }
    }

    private let policy: LifePolicy
    // A lock: looks, insertions and bounded sweeps are done under it, and nothing is called.
    private let state: Mutex<State>

    /// Keeps at most `capacity` bytes, as ``KeptEntry/bytes(under:)`` counts them; without a number as
    /// many as the policy's settings allow.
    init(capacity: Int? = nil, policy: LifePolicy = .usual) {
        self.policy = policy
        state = Mutex(
            State(
                shelf: AdmissionShelf(
                    capacity: capacity ?? policy.settings.mostBytes, typical: Self.typicalBytes),
                volatility: VolatilityBook(policy.settings)))
    }

    /// What is known, if it is alive at `now` and was heard at most `maxAge` ago.
    func look(_ key: AvailabilityKey, now: Uptime, maxAge: Duration? = nil) -> Finding {
        state.withLock { state in
            guard let slot = state.shelf.find(key, key.stableHash), now < slot.entry.ends else {
                // One that is over stays until it is replaced: it tells how much has changed since.
                return .nothing
            }
            let entry = slot.entry
            if let maxAge, entry.age(at: now) > maxAge || maxAge == .zero { return .nothing }
            guard now >= entry.softens else { return .fresh(entry) }
            let isDue = now >= slot.claimedUntil
            if isDue {
                state.shelf.update(key) { $0.claimedUntil = now.advanced(by: Self.claim) }
            }
            return .stale(entry, isDue: isDue)
        }
    }

    /// What is known, for somebody who only wants ideas: nothing is counted or claimed.
    func glance(_ key: AvailabilityKey, now: Uptime) -> KeptEntry? {
        state.withLock { state in
            state.shelf.peek(key).flatMap { now < $0.entry.ends ? $0.entry : nil }
        }
    }

    /// Whether anything is known, over or not.
    func has(_ key: AvailabilityKey) -> Bool { state.withLock { $0.shelf.peek(key) != nil } }

    /// Keeps a whole answer, hotel by hotel, in the place of earlier ones, and learns from those.
    ///
    /// Left out is what was made untrue since it was asked, and what somebody asked for later has
    /// answered already. An earlier answer that is no longer true goes also where this one cannot be
    /// kept in its place.
    func keep(_ heard: HeardAnswer) -> Keeping {
        guard let lead = LeadTime(of: heard.stay, at: heard.now) else { return Keeping() }
        let earlier = earlier(heard)
        // Hundreds of rates of hundreds of hotels: no search waits for that at the lock.
        let found = zip(heard.hotels, earlier).map { hotel, old in
            old.map { RateComparison(kept: $0.offers, now: hotel.offers) }
        }
        return state.withLock { state in
            var keeping = Keeping(lead: lead)
            let line = VolatilityBook.Line(supplier: heard.supplier, lead: lead)
            let news = heard.hotels.indices.filter {
                Self.isNews(heard.hotels[$0].code, heard, state)
            }
            for index in news {
                guard let old = earlier[index], let found = found[index],
                    state.shelf.peek(heard.key(index))?.entry.isSame(as: old) == true
                else { continue }
                keeping.note(found)
                state.volatility.note(
                    line, rates: found.rates, changed: found.changed,
                    age: old.age(at: heard.heardAt), now: heard.heardAt)
            }
            keeping.factor = state.volatility.factor(line, now: heard.heardAt)
            for index in news {
                let hotel = heard.hotels[index]
                if let life = life(of: hotel.offers, heard, lead, keeping.factor) {
                    put(
                        KeptEntry(heard, hotel.offers, life), heard.key(index), heard.heardAt,
                        &state)
                    keeping.kept.append(
                        Keeping.Hotel(code: hotel.code, offers: hotel.offers, life: life))
                } else if (found[index]?.changed ?? 0) > 0 {
                    state.shelf.remove(heard.key(index))
                    state.unlink(heard.key(index), heard.supplier)
                    keeping.kept.append(Keeping.Hotel(code: hotel.code, offers: [], life: .none))
                }
            }
            return keeping
        }
    }

    /// What was known of each hotel of the answer, which may be over; `nil` where it is no news.
    private func earlier(_ heard: HeardAnswer) -> [KeptEntry?] {
        state.withLock { state in
            heard.hotels.indices.map { index in
                Self.isNews(heard.hotels[index].code, heard, state)
                    ? state.shelf.peek(heard.key(index))?.entry : nil
            }
        }
    }

    /// `nil` where the offers cannot be kept: no quote could be given of what is not stored.
    private func life(
        of offers: [AnsweredOffer], _ heard: HeardAnswer, _ lead: LeadTime, _ factor: Int
    ) -> AnswerLife? {
        guard offers.allSatisfy({ $0.answer.storedUntil != nil }) else { return nil }
        return policy.life(
            of: offers, absence: heard.absence, lead: lead, factor: factor, chance: heard.chance,
            now: heard.now
        )?.held(within: heard.longest)
    }

    /// Whether an answer about a hotel is later than all that is known of it.
    private static func isNews(
        _ code: SupplierHotelCode, _ heard: HeardAnswer, _ state: State
    ) -> Bool {
        let place = Invalidations.Place(supplier: heard.supplier, code: code)
        let isOutdated = state.invalidations.outdates(place, heard.stay, askedAt: heard.askedAt)
        let old = state.shelf.peek(AvailabilityKey(scope: heard.scope, code: code))?.entry
        return !isOutdated && old.map { $0.askedAt <= heard.askedAt } ?? true
    }

    /// Takes an entry of an earlier process, unless something newer is known.
    func restore(_ entry: KeptEntry, for key: AvailabilityKey, now: Uptime) {
        state.withLock { state in
            let place = Invalidations.Place(supplier: entry.supplier, code: key.code)
            guard now < entry.ends, state.shelf.peek(key) == nil,
                !state.invalidations.outdates(place, entry.stay, askedAt: entry.askedAt)
            else { return }
            put(entry, key, now, &state)
        }
    }

    /// Unlinks what was asked for at `latest` or before, of every stay that shares a night with `stay`.
    ///
    /// Gives how many there were. Nothing is said of calls under way.
    func forget(
        _ place: Invalidations.Place, overlapping stay: StayDates, askedBy latest: Uptime
    ) -> Int {
        state.withLock { state in
            // All of them are looked at, so their order does not matter.
            let gone = (state.places[place] ?? []).filter { key in
                guard let entry = state.shelf.peek(key)?.entry else { return false }
                return entry.askedAt <= latest && entry.stay.overlaps(stay)
            }
            for key in gone {
                state.shelf.remove(key)
                state.unlink(key, place.supplier)
            }
            return gone.count
        }
    }

    /// Unlinks an entry that was asked for before `earliest`; gives 1, or 0 where there is none.
    func forget(_ key: AvailabilityKey, askedBefore earliest: Uptime) -> Int {
        state.withLock { state in
            guard let old = state.shelf.peek(key)?.entry, old.askedAt < earliest else { return 0 }
            state.shelf.remove(key)
            state.unlink(key, old.supplier)
            return 1
        }
    }

    /// Books that a supplier was asked about one offer of before; gives the factor of lives then.
    func note(
        check unchanged: Bool, of supplier: SupplierID, lead: LeadTime, age: Duration, now: Uptime
    ) -> Int {
        state.withLock { state in
            let line = VolatilityBook.Line(supplier: supplier, lead: lead)
            state.volatility.note(
                line, rates: 1, changed: unchanged ? 0 : 1, age: age, now: now)
            return state.volatility.factor(line, now: now)
        }
    }

    /// The longest life an answer heard now could be given.
    func longestLife(of supplier: SupplierID, _ lead: LeadTime, now: Uptime) -> Duration {
        let line = VolatilityBook.Line(supplier: supplier, lead: lead)
        return policy.longest(lead, factor: state.withLock { $0.volatility.factor(line, now: now) })
    }

    /// Unlinks what a supplier said of a hotel for every stay that shares a night with `stay`.
    ///
    /// Answers to calls that are under way are not kept either.
    func invalidate(
        _ supplier: SupplierID, _ code: SupplierHotelCode, overlapping stay: StayDates,
        now: Uptime
    ) {
        state.withLock { state in
            let place = Invalidations.Place(supplier: supplier, code: code)
            // All of them are looked at, so their order does not matter.
            for key in state.places[place] ?? []
            where state.shelf.peek(key)?.entry.stay.overlaps(stay) == true {
                state.shelf.remove(key)
                state.unlink(key, supplier)
            }
            state.invalidations.add(place, stay, at: now)
        }
    }

    /// Bytes kept now, those of dead entries that nothing has replaced included.
    var bytes: Int { state.withLock { $0.shelf.bytes } }

    /// Entries kept now, dead ones included.
    var count: Int { state.withLock { $0.shelf.count } }

    private func put(
        _ entry: KeptEntry, _ key: AvailabilityKey, _ now: Uptime, _ state: inout State
    ) {
        let place = Invalidations.Place(supplier: entry.supplier, code: key.code)
        state.places[place, default: []].insert(key)
        let gone = state.shelf.put(
            key, key.stableHash, Slot(entry: entry), bytes: entry.bytes(under: key)
        ) { $0.entry.ends <= now }
        for (key, slot) in gone { state.unlink(key, slot.entry.supplier) }
    }
}
