import GatewayTesting
import Testing
import TravelModel

@testable import Gateway

/// Kept answers: how they are found, what takes their place, what unlinks them.
@Suite struct AvailabilityCacheTests {
    private static let line = "alpha-0 r1 Double BB free EUR 1.00"

    private func at(_ seconds: Int) -> Uptime {
        Uptime(nanoseconds: Int64(seconds) * 1_000_000_000)
    }

    private func key(_ number: Int = 0) throws -> AvailabilityKey {
        AvailabilityKey(
            scope: AvailabilityScope(
                try Sample.supplier("alpha"), try Sample.terms(), sendsLanguage: true),
            code: try Sample.code("alpha-\(number)"))
    }

    /// An answer about `alpha-0` or more, with a stay ten days ahead: twenty minutes, soft after twelve.
    private func heard(
        _ lines: [String], asked: Int = 0, heard: Int? = nil, hotels: Int = 1
    ) throws -> HeardAnswer {
        let answer = try Sample.answer("alpha", lines).byHotel
        let hotels = try (0..<hotels).map { number in
            let code = try Sample.code("alpha-\(number)")
            return (code: code, offers: answer.first { $0.code == code }?.offers ?? [])
        }
        let now = Simulation.epoch.advanced(by: .seconds(heard ?? asked))
        return HeardAnswer(
            supplier: try Sample.supplier("alpha"), scope: try key().scope,
            stay: try Sample.terms().stay, absence: .unlisted, askedAt: at(asked),
            heardAt: at(heard ?? asked), now: now, chance: 128, longest: .seconds(7200),
            hotels: hotels)
    }

    private func word(
        _ cache: AvailabilityCache, _ number: Int = 0, at seconds: Int, maxAge: Duration? = nil
    ) throws -> String {
        switch cache.look(try key(number), now: at(seconds), maxAge: maxAge) {
        case .fresh: "fresh"
        case .stale(_, let isDue): isDue ? "due" : "stale"
        case .nothing: "nothing"
        }
    }

    @Test func freshThenStaleThenNothing() throws {
        let cache = AvailabilityCache(capacity: 1 << 20)
        _ = cache.keep(try heard([Self.line]))
        #expect(try word(cache, at: 719) == "fresh")
        // One is told to ask again, the others are not, until that one has had its time.
        #expect(try word(cache, at: 721) == "due")
        #expect(try word(cache, at: 721) == "stale")
        #expect(try word(cache, at: 730) == "stale")
        #expect(try word(cache, at: 731) == "due")
        #expect(try word(cache, at: 1199) == "due")
        #expect(try word(cache, at: 1201) == "nothing")
    }

    @Test func ageIsTheAskersChoice() throws {
        let cache = AvailabilityCache(capacity: 1 << 20)
        _ = cache.keep(try heard([Self.line]))
        #expect(try word(cache, at: 10, maxAge: .seconds(10)) == "fresh")
        #expect(try word(cache, at: 11, maxAge: .seconds(10)) == "nothing")
        #expect(try word(cache, at: 0, maxAge: .zero) == "nothing")
        // Whoever allows more than the policy gets no more than the policy.
        #expect(try word(cache, at: 1201, maxAge: .seconds(5000)) == "nothing")
    }

    /// A slow call is not the last word: what was asked later was answered before it.
    @Test func whatWasAskedLaterCounts() throws {
        let cache = AvailabilityCache(capacity: 1 << 20)
        _ = cache.keep(try heard([Self.line], asked: 2, heard: 3))
        let late = cache.keep(try heard([], asked: 1, heard: 6))
        #expect(late.kept.isEmpty && late.changed == 0)
        #expect(cache.glance(try key(), now: at(7))?.offers.count == 1)
    }

    @Test func forgettingReachesEveryStayThatSharesANight() throws {
        let cache = AvailabilityCache(capacity: 1 << 20)
        let (alpha, beta) = (try Sample.supplier("alpha"), try Sample.supplier("beta"))
        let code = try Sample.code("alpha-0")
        let shared = try Sample.stay("2027-01-12", "2027-01-20")
        _ = cache.keep(try heard([Self.line], hotels: 2))
        let held = try #require(cache.glance(try key(), now: at(1)))
        cache.invalidate(beta, code, overlapping: shared, now: at(5))
        let apart = try Sample.stay("2027-01-13", "2027-01-14")
        cache.invalidate(alpha, code, overlapping: apart, now: at(5))
        #expect(try word(cache, at: 5) == "fresh")
        cache.invalidate(alpha, code, overlapping: shared, now: at(5))
        #expect(try word(cache, at: 5) == "nothing")
        #expect(try word(cache, 1, at: 5) == "fresh")
        // Unlinked, not destroyed: whoever has it keeps it.
        #expect(held.offers.first?.answer.storedUntil != nil)
        // An answer to a question from before is not kept; one from after is.
        #expect(cache.keep(try heard([Self.line], asked: 5, heard: 6)).kept.isEmpty)
        #expect(cache.keep(try heard([Self.line], asked: 6)).kept.count == 1)
    }

    @Test func whatIsAskedAgainTeachesHowLongToKeep() throws {
        let cache = AvailabilityCache(capacity: 1 << 20)
        _ = cache.keep(try heard([Self.line]))
        let same = cache.keep(try heard([Self.line], asked: 600))
        #expect((same.unchanged, same.changed) == (1, 0))
        let lead = try #require(same.lead)
        #expect(lead == .month && same.factor > 1000)
        let steady = try #require(same.kept.first).life
        // Also from one that is over: it was kept until now.
        let dear = "alpha-0 r1 Double BB free EUR 2.00"
        let other = cache.keep(try heard([dear], asked: 2400))
        #expect((other.unchanged, other.changed) == (0, 1))
        let gone = cache.keep(try heard([], asked: 3000))
        #expect((gone.unchanged, gone.changed) == (0, 1))
        let back = cache.keep(try heard([dear], asked: 3100))
        #expect((back.unchanged, back.changed) == (0, 1))
        #expect(try #require(back.kept.first).life.hard < steady.hard)
        #expect(
            cache.longestLife(of: try Sample.supplier("alpha"), lead, now: at(3100))
                >= back.kept[0].life.hard)
    }

    /// What cannot be kept, for its token ends or its offers could not be stored, still says that what
    /// was kept before is no longer so.
    @Test(arguments: ["alpha-0 r1 Double BB free EUR 2.00 expires=2027-01-01T00:01:00Z", nil])
    func whatIsKnownToBeUntrueGoes(next: String?) throws {
        let cache = AvailabilityCache(capacity: 1 << 20)
        _ = cache.keep(try heard([Self.line], hotels: 2))
        var answer = try heard([next ?? "alpha-0 r1 Double BB free EUR 2.00"], asked: 30)
        if next == nil { answer = try unstored(answer) }
        let keeping = cache.keep(answer)
        #expect(keeping.changed == 1)
        #expect(keeping.kept.map(\.life) == [.none])
        #expect(try word(cache, at: 31) == "nothing")
        #expect(try word(cache, 1, at: 31) == "fresh", "nothing was said of it")
        #expect(cache.keep(try heard([Self.line], asked: 40)).kept.count == 1)
        // What is still so stays.
        let same = cache.keep(try unstored(try heard([Self.line], asked: 50)))
        #expect(same.kept.isEmpty && same.unchanged == 1)
        #expect(try word(cache, at: 51) == "fresh")
    }

    private func unstored(_ heard: HeardAnswer) throws -> HeardAnswer {
        let hotels = heard.hotels.map { hotel in
            let offers = hotel.offers.map { offer in
                let head = AnswerHead(
                    id: offer.answer.id, supplier: offer.answer.supplier, terms: offer.answer.terms,
                    quotedAt: offer.answer.quotedAt, storedUntil: nil)
                return AnsweredOffer(answer: head, index: offer.index, offer: offer.offer)
            }
            return (code: hotel.code, offers: offers)
        }
        return HeardAnswer(
            supplier: heard.supplier, scope: heard.scope, stay: heard.stay, absence: heard.absence,
            askedAt: heard.askedAt, heardAt: heard.heardAt, now: heard.now, chance: heard.chance,
            longest: heard.longest, hotels: hotels)
    }

    /// A token that is told anew, a note, the rooms left: no quote is hurt by them.
    @Test func onlyWhatAClientHoldsByIsAChange() throws {
        let cache = AvailabilityCache(capacity: 1 << 20)
        _ = cache.keep(try heard([Self.line]))
        let token = Self.line + " expires=2027-01-01T05:00:00Z"
        #expect(cache.keep(try heard([token], asked: 60)).changed == 0)
        let terms = "alpha-0 r1 Double HB free EUR 1.00"
        #expect(cache.keep(try heard([terms], asked: 90)).changed == 1)
        let two = [terms, "alpha-0 r2 Double BB free EUR 3.00"]
        #expect(cache.keep(try heard(two, asked: 120)).changed == 0)
        let both = cache.keep(try heard([two[1]], asked: 150))
        #expect((both.unchanged, both.changed) == (1, 1))
    }

    @Test func anEarlierProcessHasNotTheLastWord() throws {
        let cache = AvailabilityCache(capacity: 1 << 20)
        let answer = try heard([Self.line], asked: 10)
        let old = KeptEntry(
            try heard([], asked: -100), [], AnswerLife(soft: .seconds(200), hard: .seconds(300)))
        cache.restore(old, for: try key(), now: at(0))
        #expect(try word(cache, at: 1) == "fresh")
        #expect(try word(cache, at: 101) == "due")
        _ = cache.keep(answer)
        cache.restore(old, for: try key(), now: at(11))
        #expect(cache.glance(try key(), now: at(11))?.offers.count == 1)
        let dead = KeptEntry(
            try heard([], asked: -400), [], AnswerLife(soft: .zero, hard: .seconds(9)))
        cache.restore(dead, for: try key(1), now: at(11))
        #expect(cache.glance(try key(1), now: at(-395)) == nil)
    }

    @Test func neverMoreBytesThanItsCapacity() throws {
        let cache = AvailabilityCache(capacity: 20_000)
        for number in 0..<500 {
            var answer = try heard([Self.line], asked: number)
            let code = try Sample.code("alpha-\(number)")
            answer = HeardAnswer(
                supplier: answer.supplier, scope: answer.scope, stay: answer.stay,
                absence: .unlisted, askedAt: answer.askedAt, heardAt: answer.heardAt,
                now: answer.now, chance: 0, longest: answer.longest,
                hotels: [(code, answer.hotels[0].offers)])
            _ = cache.keep(answer)
            #expect(cache.bytes <= 20_000)
        }
        #expect(cache.bytes > 10_000)
    }
}
