internal import Synchronization
internal import TravelModel

/// What suppliers last said of each hotel, under the full key of what they were asked.
///
/// An entry may be empty: the hotel was asked for and had nothing. Failures never come here.
/// Removing an entry only unlinks it: whoever holds its offers, or a quote into their answer,
/// keeps them. Bounded by weight: an entry weighs one and one for each offer. The oldest that was
/// not read since its last turn goes first.
final class AvailabilityCache: Sendable {
    /// What is known of one hotel.
    struct Entry: Sendable {
        let supplier: SupplierID
        let stay: StayDates
        let offers: [AnsweredOffer]
        /// When the call that gave it was started.
        let askedAt: Uptime
        /// When it was heard; ages count from here.
        let heardAt: Uptime
        /// No longer shown from here on.
        let ends: Uptime

        fileprivate var weight: Int { 1 + offers.count }
    }

    private struct Slot {
        var entry: Entry
        /// The number of its one turn that counts: earlier ones are of entries it replaced.
        var turn: Int
        var wasRead = false
    }

    /// A slot's place in the order of eviction.
    private struct Turn {
        let key: AvailabilityKey
        let number: Int
    }

    /// Something that made earlier answers untrue.
    private struct Invalidation {
        let supplier: SupplierID
        let code: SupplierHotelCode
        let stay: StayDates
        let at: Uptime
    }

    /// A hotel at a supplier, under any terms.
    private struct Place: Hashable {
        let supplier: SupplierID
        let code: SupplierHotelCode
    }

    private struct State {
        var slots: [AvailabilityKey: Slot] = [:]
        var weight = 0
        /// The keys of each hotel's slots, in the order they came.
        var places: [Place: [AvailabilityKey]] = [:]
        /// In their order; some are of slots that are gone or have a later turn.
        var turns = KeyQueue<Turn>()
        var lastTurn = 0
        var invalidations: [Invalidation] = []

        mutating func link(_ entry: Entry, _ key: AvailabilityKey) {
            unlink(key)
            slots[key] = Slot(entry: entry, turn: takeTurn(key))
            weight += entry.weight
            places[Place(supplier: entry.supplier, code: key.code), default: []].append(key)
        }

        /// Puts a slot at the end of the order.
        mutating func takeTurn(_ key: AvailabilityKey) -> Int {
            lastTurn += 1
            turns.append(Turn(key: key, number: lastTurn))
            return lastTurn
        }

        mutating func unlink(_ key: AvailabilityKey) {
            guard let entry = slots.removeValue(forKey: key)?.entry else { return }
            weight -= entry.weight
            let place = Place(supplier: entry.supplier, code: key.code)
            places[place]?.removeAll { $0 == key }
            if places[place]?.isEmpty == true { places[place] = nil }
        }
    }

    private let capacity: Int
    // A lock: look-ups, insertions and a bounded sweep are done under it, and nothing is called.
    private let state = Mutex(State())

    init(capacity: Int) { self.capacity = max(1, capacity) }

    /// The entry, if it is alive at `now` and was heard at most `maxAge` ago.
    func entry(_ key: AvailabilityKey, now: Uptime, maxAge: Duration?) -> Entry? {
        state.withLock { state in
            guard let entry = state.slots[key]?.entry else { return nil }
            guard now < entry.ends else {
                state.unlink(key)
                return nil
            }
            if let maxAge, entry.heardAt.duration(to: now) > maxAge || maxAge == .zero {
                return nil
            }
            state.slots[key]?.wasRead = true
            return entry
        }
    }

    /// Keeps an entry, in the place of an earlier one, unless it was made untrue since it was asked.
    func insert(_ entry: Entry, for key: AvailabilityKey) {
        state.withLock { state in
            let isOutdated = state.invalidations.contains {
                $0.supplier == entry.supplier && $0.code == key.code && $0.at >= entry.askedAt
                    && $0.stay.overlaps(entry.stay)
            }
            guard !isOutdated else { return }
            state.link(entry, key)
            if state.weight > capacity { Self.evict(&state, to: capacity) }
            if state.turns.count > 2 * state.slots.count + 64 { Self.compact(&state) }
        }
    }

    /// Unlinks what a supplier said of a hotel for every stay that shares a night with `stay`.
    ///
    /// Answers to calls that are under way are not kept either.
    func invalidate(
        _ supplier: SupplierID, _ code: SupplierHotelCode, overlapping stay: StayDates,
        now: Uptime
    ) {
        state.withLock { state in
            for key in state.places[Place(supplier: supplier, code: code)] ?? []
            where state.slots[key]?.entry.stay.overlaps(stay) == true {
                state.unlink(key)
            }
            if state.invalidations.count >= 256 { state.invalidations.removeFirst() }
            state.invalidations.append(
                Invalidation(supplier: supplier, code: code, stay: stay, at: now))
        }
    }

    /// Entries and offers kept now, dead ones that nobody has met included.
    var weight: Int { state.withLock { $0.weight } }

    private static func evict(_ state: inout State, to capacity: Int) {
        // Each slot is passed over once at most, so this ends.
        while state.weight > capacity, let turn = state.turns.popFirst() {
            guard let slot = state.slots[turn.key], slot.turn == turn.number else { continue }
            if slot.wasRead {
                let next = state.takeTurn(turn.key)
                state.slots[turn.key] = Slot(entry: slot.entry, turn: next)
            } else {
                state.unlink(turn.key)
            }
        }
    }

    private static func compact(_ state: inout State) {
        var kept = KeyQueue<Turn>()
        state.turns.forEach { turn in
            if state.slots[turn.key]?.turn == turn.number { kept.append(turn) }
        }
        state.turns = kept
    }
}
