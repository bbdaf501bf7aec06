internal import Synchronization
internal import TravelModel

/// What suppliers last said of each hotel, under the full key of what they were asked.
///
/// An entry may be empty: the hotel was asked for and had nothing. Failures never come here.
/// Removing an entry only unlinks it: whoever holds its offers, or a quote into their answer,
/// keeps them. Bounded by entries; the oldest that was not read since its last turn goes first.
final class AvailabilityCache: Sendable {
    /// What is known of one hotel.
    struct Entry: Sendable {
        let supplier: SupplierID
        let stay: StayDates
        let offers: [AnsweredOffer]
        let quotedAt: Instant
        /// When the call that gave it was started.
        let askedAt: Uptime
        /// When it was heard; ages count from here.
        let heardAt: Uptime
        /// No longer shown from here on.
        let ends: Uptime
    }

    private struct Slot {
        var entry: Entry
        var wasRead = false
    }

    /// Something that made earlier answers untrue.
    private struct Invalidation {
        let supplier: SupplierID
        let code: SupplierHotelCode
        let stay: StayDates
        let at: Uptime
    }

    private struct State {
        var slots: [AvailabilityKey: Slot] = [:]
        /// Keys in the order of their turn; may name slots that are gone.
        var turns = KeyQueue<AvailabilityKey>()
        var invalidations: [Invalidation] = []
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
                state.slots[key] = nil
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
            if state.slots.updateValue(Slot(entry: entry), forKey: key) == nil {
                state.turns.append(key)
                if state.slots.count > capacity { Self.evict(&state) }
                if state.turns.count > 2 * capacity { Self.compact(&state) }
            }
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
            state.turns.forEach { key in
                guard key.code == code, let entry = state.slots[key]?.entry,
                    entry.supplier == supplier, entry.stay.overlaps(stay)
                else { return }
                state.slots[key] = nil
            }
            if state.invalidations.count >= 256 { state.invalidations.removeFirst() }
            state.invalidations.append(
                Invalidation(supplier: supplier, code: code, stay: stay, at: now))
        }
    }

    /// Entries kept now, dead ones that nobody has met included.
    var count: Int { state.withLock { $0.slots.count } }

    private static func evict(_ state: inout State) {
        // Each slot is passed over once at most, so this ends.
        while let key = state.turns.popFirst() {
            guard let slot = state.slots[key] else { continue }
            if slot.wasRead {
                state.slots[key]?.wasRead = false
                state.turns.append(key)
            } else {
                state.slots[key] = nil
                return
            }
        }
    }

    private static func compact(_ state: inout State) {
        var kept = KeyQueue<AvailabilityKey>()
        var seen: Set<AvailabilityKey> = []
        state.turns.forEach { key in
            if state.slots[key] != nil, seen.insert(key).inserted { kept.append(key) }
        }
        state.turns = kept
    }
}
