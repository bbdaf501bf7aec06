internal import Codec
internal import SupplierKit
internal import TravelModel

/// Takes back, at a start, what the process before this one had kept.
///
/// Reads notes from the newest on, so that what was forgotten is mostly known before what it made
/// untrue; where two were written at once, what was asked and forgotten when counts, not their order.
/// What has ended, belongs to another account or cannot be read is left out. Ages go on from when an
/// answer was heard. A wall clock that went back makes notes from the future, which are not believed.
struct CacheWarmer: Sendable {
    /// Notes at a time.
    private static let page = 64
    /// All of it takes no longer; searches are served meanwhile.
    static let patience: Duration = .seconds(20)

    let cache: AvailabilityCache
    let store: any AnswerStore
    let roster: SupplierRoster
    let clock: any GatewayClock

    /// Newer notes remembered at most, so that no older one is believed; where they end, so does warming.
    private static let mostSeen = 1 << 20

    private struct Forgotten {
        let stay: StayDates
        let at: Instant
    }

    /// Hotels that were taken back.
    func run() async -> Int {
        let deadline = clock.uptime().advanced(by: Self.patience)
        var forgotten: [Invalidations.Place: [Forgotten]] = [:]
        // When each was last asked for; keys by hash: two that share one cost warmth.
        var seen: [UInt64: Instant] = [:]
        var before: Int64?
        var restored = 0
        var hasGap = false
        while !hasGap, clock.uptime() < deadline, seen.count < Self.mostSeen, !Task.isCancelled {
            // A store that cannot be read costs warmth and nothing else.
            let notes = (try? await store.notes(before: before, most: Self.page)) ?? []
            for stored in notes {
                switch try? CacheNote(stored.bytes) {
                case .gap: hasGap = true
                case _ where hasGap: continue
                case .forgotten(let place, let stay, let at):
                    forgotten[place, default: []].append(Forgotten(stay: stay, at: at))
                    // Of an answer whose note came later, though it was asked for before.
                    restored -= cache.forget(place, overlapping: stay, askedBy: uptime(of: at))
                case .kept(let kept): restored += await restore(kept, forgotten, &seen)
                case nil: continue
                }
            }
            guard let last = notes.last, notes.count == Self.page else { break }
            before = last.number
        }
        return restored
    }

    private func uptime(of instant: Instant) -> Uptime {
        clock.uptime().advanced(by: clock.now().duration(to: instant))
    }

    /// Of each key only the newest answer counts, also where that one has ended: it made the older untrue.
    private func restore(
        _ kept: CacheNote.Kept, _ forgotten: [Invalidations.Place: [Forgotten]],
        _ seen: inout [UInt64: Instant]
    ) async -> Int {
        // Both clocks at once: reading answers takes time.
        let (now, uptime) = (clock.now(), clock.uptime())
        guard let supplier = roster[kept.supplier], supplier.enabled,
            supplier.manifest.cacheable.contains(.search), supplier.accountMark == kept.account
        else { return 0 }
        let source = FlightSource.supplier(supplier)
        let scope = AvailabilityScope(source, kept.terms)
        let askedAt = uptime.advanced(by: now.duration(to: kept.askedAt))
        var restored = 0
        let news = kept.hotels.filter { hotel in
            let key = AvailabilityKey(scope: scope, code: hotel.code)
            let before = seen[key.stableHash]
            if let before, before >= kept.askedAt { return false }
            seen[key.stableHash] = kept.askedAt
            if before != nil { restored -= cache.forget(key, askedBefore: askedAt) }
            return true
        }
        guard kept.heardAt <= now, kept.ends > now else { return restored }
        let alive = news.filter { hotel in
            let place = Invalidations.Place(supplier: kept.supplier, code: hotel.code)
            let isUntrue = forgotten[place]?.contains {
                $0.at >= kept.askedAt && $0.stay.overlaps(kept.terms.stay)
            }
            // What was asked for anew since the start is not touched.
            let key = AvailabilityKey(scope: scope, code: hotel.code)
            return isUntrue != true && kept.heardAt.advanced(by: hotel.life.hard) > now
                && !cache.has(key)
        }
        guard !alive.isEmpty else { return restored }
        let answers = await answers(of: kept)
        let heardAt = uptime.advanced(by: now.duration(to: kept.heardAt))
        for hotel in alive {
            let offers = hotel.offers.compactMap { answers[$0.answer]?[$0.index] }
            guard offers.count == hotel.offers.count,
                offers.allSatisfy({ $0.offer.hotel == hotel.code })
            else { continue }
            cache.restore(
                KeptEntry(
                    supplier: kept.supplier, stay: kept.terms.stay, offers: offers,
                    absence: kept.absence, askedAt: askedAt, heardAt: heardAt,
                    softens: heardAt.advanced(by: hotel.life.soft),
                    ends: heardAt.advanced(by: hotel.life.hard)),
                for: AvailabilityKey(scope: scope, code: hotel.code), now: uptime)
            restored += 1
        }
        return restored
    }

    /// The offers of each stored answer by index, by the answer's place in the note.
    private func answers(of kept: CacheNote.Kept) async -> [Int: [Int: AnsweredOffer]] {
        var answers: [Int: [Int: AnsweredOffer]] = [:]
        for (place, answer) in kept.answers.enumerated() {
            guard let bytes = try? await store.get(answer.id),
                let (head, offers) = try? AnswerRecord.decode(bytes)
            else { continue }
            let named = AnswerHead(
                id: answer.id, supplier: head.supplier, terms: head.terms,
                quotedAt: head.quotedAt, storedUntil: answer.storedUntil)
            answers[place] = Dictionary(
                offers.enumerated().map { index, offer in
                    (index, AnsweredOffer(answer: named, index: index, offer: offer))
                }
            ) { first, _ in first }
        }
        return answers
    }
}
