import Gateway
import Synchronization
import TravelModel

/// One policy against one world, search after search in virtual time.
struct ReplayRun {
    /// An offer as a client saw it.
    private struct Seen {
        let key: RateKey
        /// `nil` where there is no cache that could learn from it.
        let offer: Offer?
        let version: Int
        /// In seconds.
        let age: Double
    }

    /// A client that thinks.
    private struct Pending {
        let due: Double
        let question: Int
        let house: Int
        let seen: Seen
    }

    /// Nothing that can be given makes a run impossible; this is said should it be so all the same.
    struct Impossible: Error, CustomStringConvertible {
        let description = "the world of the replay could not be made"
    }

    private let settings: ReplaySettings
    private let trial: CacheTrial?
    private let start: Instant
    private var world: ReplayWorld
    private var traffic: ReplayTraffic
    private var dice: SeededRandom
    /// In the order they fall due, since all think for as long.
    private var pending: [Pending] = []
    private var nextPending = 0
    private var outcome: ReplayOutcome

    init(_ policy: ReplayPolicy, _ settings: ReplaySettings) throws(Impossible) {
        guard let date = CivilDate("2027-01-01"), let start = Instant("2027-01-01T00:00:00Z"),
            let world = ReplayWorld(seed: settings.seed),
            let traffic = ReplayTraffic(settings, houses: world.houses.map(\.id), start: date)
        else { throw Impossible() }
        self.settings = settings
        self.start = start
        self.world = world
        self.traffic = traffic
        dice = SeededRandom(seed: settings.seed, stream: 3)
        outcome = ReplayOutcome(policy)
        trial = policy.trial.map {
            CacheTrial(
                $0, settings.cache, hotelsPerCall: ReplaySettings.hotelsPerCall,
                random: ReplayRandom(seed: settings.seed))
        }
    }

    /// Plays all searches; `progress` is told each hour that is over.
    mutating func run(_ progress: (Int) -> Void) -> ReplayOutcome {
        let gap = 3600 / Double(settings.searches)
        for hour in 0..<settings.hours {
            for number in 0..<settings.searches {
                let time = Double(hour) * 3600 + Double(number) * gap
                settle(until: time)
                search(at: time)
            }
            progress(hour + 1)
        }
        return outcome
    }

    private mutating func search(at time: Double) {
        let number = traffic.next()
        // Drawn alike for every policy, so that all hold in the same searches.
        let holds = dice.within(1...settings.searchesPerHold) == 1
        let (house, pick) = (dice.within(0...(world.houses.count - 1)), dice.within(0...999_999))
        let isCounted = time >= ReplaySettings.uncounted
        for index in world.houses.indices {
            let seen = look(number, house: index, at: time, isCounted: isCounted)
            guard holds, index == house, isCounted, !seen.isEmpty else { continue }
            pending.append(
                Pending(
                    due: time + ReplaySettings.thinking, question: number, house: house,
                    seen: seen[pick % seen.count]))
        }
    }

    /// One search at one supplier: what it shows, and what that costs.
    private mutating func look(
        _ number: Int, house: Int, at time: Double, isCounted: Bool
    ) -> [Seen] {
        let question = traffic.questions[number]
        guard let trial else { return ask(number, house: house, at: time, isCounted: isCounted) }
        let elapsed = Duration.seconds(time)
        let look = trial.look(
            question.asked[house], question.codes[house], now: start.advanced(by: elapsed),
            uptime: Uptime(nanoseconds: 0).advanced(by: elapsed)
        ) { codes in
            codes.compactMap { code in offer(code, number, question, house, time) }
        }
        let seen = look.shown.compactMap { shown -> Seen? in
            guard let key = Self.key(shown.offer.hotel, number, question, house) else { return nil }
            return Seen(
                key: key, offer: shown.offer, version: world.version(shown.offer, key),
                age: shown.age / .seconds(1))
        }
        if isCounted { count(look, seen, house: house, at: time) }
        return seen
    }

    /// The same without a cache: a call each time, and what it says.
    private mutating func ask(
        _ number: Int, house: Int, at time: Double, isCounted: Bool
    ) -> [Seen] {
        let question = traffic.questions[number]
        let seen = question.codes[house].indices.compactMap { hotel -> Seen? in
            let key = RateKey(question: number, hotel: hotel, lead: question.lead)
            let version = world.version(of: key, house: house, at: time)
            return version.map { Seen(key: key, offer: nil, version: $0, age: 0) }
        }
        if isCounted {
            outcome.looks += 1
            outcome.calls += 1
            outcome.shown += seen.count
            outcome.shownRight += seen.count
        }
        return seen
    }

    private mutating func count(
        _ look: CacheTrial.Look, _ seen: [Seen], house: Int, at time: Double
    ) {
        outcome.looks += 1
        outcome.calls += look.calls
        outcome.refreshes += look.refreshes
        if look.calls == look.refreshes { outcome.instant += 1 }
        for offer in seen {
            outcome.shown += 1
            outcome.ages += offer.age
            if world.version(of: offer.key, house: house, at: time) == offer.version {
                outcome.shownRight += 1
            }
        }
    }

    private mutating func offer(
        _ code: SupplierHotelCode, _ number: Int, _ question: ReplayTraffic.Question,
        _ house: Int, _ time: Double
    ) -> Offer? {
        guard let key = Self.key(code, number, question, house),
            let version = world.version(of: key, house: house, at: time)
        else { return nil }
        return world.offer(key, version: version, code: code)
    }

    /// Clients who have thought: the supplier is asked before each hold, and the cache learns of it.
    private mutating func settle(until time: Double) {
        while nextPending < pending.count, pending[nextPending].due <= time {
            let hold = pending[nextPending]
            nextPending += 1
            let current = world.version(of: hold.seen.key, house: hold.house, at: hold.due)
            let isUnchanged = current == hold.seen.version
            outcome.held += 1
            if isUnchanged { outcome.heldRight += 1 }
            guard let trial, let offer = hold.seen.offer else { continue }
            let elapsed = Duration.seconds(hold.due)
            trial.check(
                offer, of: traffic.questions[hold.question].asked[hold.house],
                age: .seconds(hold.seen.age + ReplaySettings.thinking), isUnchanged: isUnchanged,
                now: start.advanced(by: elapsed),
                uptime: Uptime(nanoseconds: 0).advanced(by: elapsed))
        }
    }

    private static func key(
        _ code: SupplierHotelCode, _ number: Int, _ question: ReplayTraffic.Question, _ house: Int
    ) -> RateKey? {
        question.codes[house].firstIndex(of: code).map {
            RateKey(question: number, hotel: $0, lead: question.lead)
        }
    }
}

/// Chance for the cache, from the seed.
final class ReplayRandom: RandomSource {
    // A lock around one generator; nothing is called under it.
    private let generator: Mutex<SeededRandom>

    init(seed: UInt64) { generator = Mutex(SeededRandom(seed: seed, stream: 4)) }

    func bytes(_ count: Int) -> [UInt8] {
        generator.withLock { generator in
            (0..<max(0, count)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        }
    }
}
