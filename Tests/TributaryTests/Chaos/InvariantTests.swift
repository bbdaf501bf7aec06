import Ledger
import Testing

@testable import tributary

@Suite("Invariants of a chaos run")
struct InvariantTests {
    /// One way to break a promise, and the promise.
    struct Breach: Sendable, CustomTestStringConvertible {
        let id: String
        let name: String
        let apply: @Sendable (inout History) -> Void

        var testDescription: String { "\(id): \(name)" }

        init(_ id: String, _ name: String, _ apply: @escaping @Sendable (inout History) -> Void) {
            self.id = id
            self.name = name
            self.apply = apply
        }
    }

    @Test("A sound history holds every promise, and puts each but the rare ones to the test")
    func sound() {
        let verdicts = Invariants.verdicts(HistorySamples.sound)
        #expect(verdicts.filter { !$0.holds }.flatMap(\.examples) == [])
        let unseen = verdicts.filter { $0.checked == 0 }.map(\.id)
        #expect(
            unseen == [
                "within-supplier-time", "replay-same-hold", "replay-same-bytes",
                "replay-after-restart",
            ])
    }

    @Test("Each breach is seen by its own check", arguments: Self.breaches)
    func broken(_ breach: Breach) throws {
        var history = HistorySamples.sound
        breach.apply(&history)
        let verdict = try #require(
            Invariants.verdicts(history).first { $0.id == breach.id })
        #expect(verdict.broken == 1, "\(verdict.examples)")
        #expect(verdict.examples.count == 1)
    }

    @Test("Every promise has a breach that is tried")
    func complete() {
        let promises = Set(Invariants.verdicts(History()).map(\.id))
        #expect(promises == Set(Self.breaches.map(\.id)))
    }

    @Test("Time that threads waited for a processor is not held against the gateway")
    func waits() {
        var history = HistorySamples.sound
        history.searches = [HistorySamples.search(done: 1400)]
        #expect(!SearchInvariants.onTime(history).holds)
        history.waits.samples = [
            .init(at: HistorySamples.at(900), gateway: [1: 10, 2: 5], clients: [0: 1]),
            .init(at: HistorySamples.at(1450), gateway: [1: 360, 2: 100], clients: [0: 2]),
        ]
        #expect(SearchInvariants.onTime(history).holds)
    }

    static let breaches: [Breach] =
        searchBreaches + stockBreaches + holdBreaches + replayBreaches + restartBreaches

    private static let searchBreaches: [Breach] = [
        Breach("ends-with-done", "no done") { $0.searches[0].done = nil },
        Breach("ends-with-done", "an event after done") { $0.searches[0].eventsAfterDone = 1 },
        Breach("ends-with-done", "it does not begin with search") {
            $0.searches[0].firstEvent = "offers"
        },
        Breach("done-on-time", "61 ms late") {
            $0.searches[0] = HistorySamples.search(done: 1061)
        },
        Breach("every-supplier-once", "one twice") {
            $0.searches[0].done?.statuses.append(.init(supplier: "direct", status: "ok"))
        },
        Breach("every-supplier-once", "one missing") {
            $0.searches[0].done?.statuses.removeLast()
        },
        Breach("every-supplier-once", "a status nobody knows") {
            $0.searches[0].done?.statuses[0].status = "pending"
        },
        Breach("typed-failures", "500") { $0.exchanges[0].status = 500 },
        Breach("typed-failures", "503 without a code") { $0.exchanges[0].status = 503 },
        Breach("legal-texts", "a text refused") { $0.exchanges[2].status = 400 },
        Breach("answered", "a reset") { $0.exchanges[2].end = .broken("reset") },
        Breach("ends-in-order", "another status") { $0.gatewayExit = 1 },
        Breach("ends-in-order", "no end") { $0.gatewayExit = nil },
    ]

    private static let stockBreaches: [Breach] = [
        Breach("supplier-stock", "a night oversold") { $0.books[0][0].nights[0].taken = 3 },
        Breach("own-stock", "a night oversold") {
            $0.ledger?.nights[0].taken = 6
            $0.ledger?.nights[0].accounted = 6
        },
        Breach("own-stock", "a room nobody holds") { $0.ledger?.nights[0].accounted = 0 },
        Breach("one-per-reference", "two rooms") {
            $0.books[0][0].reservations.append(HistorySamples.reservation("r2"))
        },
        Breach("one-per-key", "two rooms under two references") {
            $0.books[0][0].reservations.append(
                HistorySamples.reservation("r2", reference: "R2"))
            $0.ledger?.holds.append(HistorySamples.row("h2", reference: "R2"))
        },
        Breach("no-orphans", "a room of a released hold") {
            $0.books[0][0].reservations[0].state = "held"
        },
        Breach("no-orphans", "a room no hold knows") {
            $0.books[0][0].reservations[0].state = "booked"
            $0.ledger?.holds = []
        },
    ]

    private static let holdBreaches: [Breach] = [
        Breach("acknowledged-found", "404") {
            $0.looks[0].status = 404
            $0.looks[0].sight = nil
        },
        Breach("acknowledged-found", "another hold") { $0.looks[0].sight?.hold = "h2" },
        Breach("forward-only", "released, then held") {
            $0.looks.append(HistorySamples.look(9500, "HELD", version: 3))
        },
        Breach("forward-only", "an older version") {
            $0.looks.append(HistorySamples.look(9500, "RELEASED", version: 2))
        },
        Breach("no-early-end", "expired for the client") {
            $0.looks[1] = HistorySamples.look(9000, "EXPIRED", version: 3)
        },
        Breach("no-early-end", "given back at the supplier before anybody asked") {
            $0.books[0][0].movements[1].at = HistorySamples.at(5000)
        },
        Breach("within-supplier-time", "announced longer than the supplier keeps it") {
            $0.books[0][0].reservations[0].heldUntil = HistorySamples.at(30_000)
        },
        Breach("price-as-quoted", "dearer without a word") {
            $0.attempts[0].hold?.price = Price(amount: "101.00", currency: "EUR")
        },
        Breach("price-as-quoted", "a rise beyond what was accepted") {
            let new = Price(amount: "107.00", currency: "EUR")
            $0.attempts[0].acceptedRise = 5
            $0.attempts[0].hold?.price = new
            $0.attempts[0].hold?.change = .init(old: HistorySamples.quote.total, new: new)
        },
        Breach("one-per-quote", "two at once") {
            $0.attempts.append(HistorySamples.attempt(2500, key: "k2", hold: "h2"))
        },
    ]

    private static let replayBreaches: [Breach] = [
        Breach("replay-same-hold", "another hold") {
            $0.attempts.append(HistorySamples.attempt(9000, hold: "h2"))
        },
        Breach("replay-same-bytes", "other bytes") {
            $0.attempts = [
                HistorySamples.refusal(2000, "gone"), HistorySamples.refusal(3000, "gone!"),
            ]
        },
        Breach("replay-same-bytes", "a hold after a refusal") {
            $0.attempts = [HistorySamples.refusal(1000, "gone"), HistorySamples.attempt(2000)]
        },
    ]

    private static let restartBreaches: [Breach] = [
        Breach("comes-back", "it does not") { $0.outages.records[0].back = nil },
        Breach("ends-in-order", "another status in the middle of the run") {
            $0.outages.records[0].interruption.kind = .terminate
        },
        Breach("answered", "cut though it was sent before SIGTERM") {
            $0.outages.records[0].interruption.kind = .terminate
            $0.exchanges.append(
                HistorySamples.exchange(
                    .look, HistorySamples.span(3500, 4100), end: .broken("reset")))
        },
        Breach("answered", "lost after the restart") {
            $0.exchanges.append(
                HistorySamples.exchange(
                    .look, HistorySamples.span(5100, 5200), end: .broken("refused")))
        },
        Breach("found-after-restart", "404") { $0.looks[1].status = 404 },
        Breach("found-after-restart", "another hold") { $0.looks[1].sight?.hold = "h2" },
        Breach("times-kept", "sooner") { $0.looks[0].sight?.expires = HistorySamples.at(59_000) },
        Breach("times-kept", "later") { $0.looks[0].sight?.expires = HistorySamples.at(61_000) },
        Breach("quotes-live", "unknown") { $0.quoteLooks[0].status = 404 },
        Breach("quotes-live", "expired too soon") { $0.quoteLooks[0].status = 410 },
        Breach("replay-after-restart", "another hold") {
            $0.attempts.append(HistorySamples.attempt(6000, hold: "h2"))
        },
        Breach("replay-after-restart", "other bytes") {
            $0.attempts = [
                HistorySamples.refusal(2000, "gone"), HistorySamples.refusal(6000, "gone!"),
            ]
        },
    ]

    @Test("A key whose hold was refused meanwhile may name another one after a restart")
    func judgedAnew() {
        var history = HistorySamples.sound
        history.attempts[0].hold?.state = "PENDING"
        history.attempts.append(HistorySamples.attempt(6000, hold: "h2"))
        #expect(RestartInvariants.replayAfterRestart(history).broken == 1)
        history.ledger?.holds[0].state = "REFUSED"
        #expect(RestartInvariants.replayAfterRestart(history).broken == 0)
        history.attempts[1].exchange.code = "IDEMPOTENCY_IN_PROGRESS"
        #expect(RestartInvariants.replayAfterRestart(history).checked == 0)
    }

    @Test("What a SIGKILL cut is no breach, and what it says nothing of is not checked")
    func excused() {
        var history = HistorySamples.sound
        history.exchanges.append(
            HistorySamples.exchange(
                .look, HistorySamples.span(3500, 4000), end: .broken("reset")))
        history.searches.append(HistorySamples.search())
        history.searches[1].done = nil
        history.searches[1].exchange = HistorySamples.exchange(
            .ndjson, HistorySamples.span(3500, 4000), end: .broken("reset"))
        history.quoteLooks.append(
            QuoteLook(
                span: HistorySamples.span(4100, 4101), quote: "q1",
                expires: HistorySamples.at(60_000), status: 0))
        history.quoteLooks.append(
            QuoteLook(
                span: HistorySamples.span(60_000, 60_001), quote: "q1",
                expires: HistorySamples.at(60_000), status: 410))
        #expect(Invariants.verdicts(history).flatMap(\.examples) == [])
        #expect(RestartInvariants.quotesLive(history).checked == 1)
    }
}
