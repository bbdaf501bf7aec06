import Ledger

@testable import tributary

/// Small histories in which everything is well, for tests to break one thing of.
enum HistorySamples {
    static func at(_ milliseconds: Int64) -> RunTime {
        RunTime(milliseconds: 1_800_000_000_000 + milliseconds)
    }

    static func span(_ sent: Int64, _ received: Int64) -> Span {
        Span(sent: at(sent), received: at(received))
    }

    static func exchange(
        _ kind: Exchange.Kind, _ span: Span, status: Int = 200, code: String? = nil,
        end: Exchange.End = .whole
    ) -> Exchange {
        Exchange(client: 0, kind: kind, span: span, status: status, code: code, end: end)
    }

    /// A stream of 1000 ms whose suppliers answered; `done` came in time.
    static func search(done: Int64 = 1010) -> SearchRecord {
        var search = SearchRecord(
            exchange: exchange(.ndjson, span(0, done + 1)), timeout: 1000)
        search.searchID = "s1"
        search.firstEvent = "search"
        search.announced = ["direct", "linkrest"]
        search.told = ["linkrest", "direct"]
        search.done = SearchRecord.Done(
            arrived: at(done), written: at(done - 5),
            statuses: [
                .init(supplier: "direct", status: "ok", source: "live", latency: 12),
                .init(supplier: "linkrest", status: "timeout"),
            ])
        return search
    }

    static let quote = SeenQuote(
        quote: "q1", offer: "o1", supplier: "linkrest", hotel: "hotel:a",
        total: Price(amount: "100.00", currency: "EUR"), occupancies: ["2"])

    static func sight(
        _ span: Span, hold: String = "h1", state: String = "HELD", version: Int = 2
    ) -> HoldSight {
        HoldSight(
            span: span, hold: hold, state: state, version: version, expires: at(60_000),
            price: quote.total)
    }

    /// A hold that was granted at once.
    static func attempt(_ sent: Int64 = 2000, key: String = "k1", hold: String = "h1")
        -> HoldAttempt
    {
        let span = span(sent, sent + 100)
        return HoldAttempt(
            exchange: exchange(.hold, span, status: 201), key: key, quote: quote, body: "{}",
            acceptedRise: 0, hold: sight(span, hold: hold))
    }

    static func refusal(_ sent: Int64, _ body: String) -> HoldAttempt {
        var attempt = attempt(sent)
        attempt.hold = nil
        attempt.exchange.status = 409
        attempt.exchange.code = "SOLD_OUT"
        attempt.storedRefusal = Array(body.utf8)
        return attempt
    }

    static func look(_ sent: Int64, _ state: String = "HELD", version: Int = 2) -> HoldLook {
        let span = span(sent, sent + 5)
        return HoldLook(
            span: span, hold: "h1", status: 200,
            sight: sight(span, state: state, version: version))
    }

    static func row(
        _ hold: String = "h1", reference: String = "R1", state: String = "RELEASED",
        stage: String = "settled"
    ) -> LedgerAudit.Hold {
        LedgerAudit.Hold(
            id: hold, attempt: "k1", quote: "q1", supplier: "linkrest", reference: reference,
            state: state, stage: stage)
    }

    static func reservation(
        _ id: String = "r1", reference: String = "R1", state: String = "released"
    ) -> SupplierBook.Reservation {
        SupplierBook.Reservation(id: id, reference: reference, state: state)
    }

    /// SIGKILL after the first look at the hold.
    static let restart = InterruptionRecord(
        interruption: Interruption(at: 4000, kind: .kill), began: at(4000), back: at(5000),
        status: -9)

    /// One search, one hold that was looked at, released and looked at again, books that agree.
    static var sound: History {
        var history = History()
        history.searches = [search()]
        history.attempts = [attempt()]
        history.looks = [look(3000), look(9000, "RELEASED", version: 3)]
        history.releases = [
            HoldRelease(span: span(8000, 8010), hold: "h1", status: 204, code: nil)
        ]
        history.exchanges =
            history.searches.map(\.exchange) + history.attempts.map(\.exchange)
            + [exchange(.suggest, span(10, 12))]
        var book = SupplierBook(supplier: "linkrest", reservations: [reservation()])
        book.nights = [.init(name: "hotel:a DBL 2027-01-11", taken: 2, allotment: 2)]
        book.movements = [
            .init(reservation: "r1", state: "held", at: at(2050)),
            .init(reservation: "r1", state: "released", at: at(8020)),
        ]
        history.books = [[book]]
        history.ledger = LedgerAudit(
            holds: [row()],
            nights: [
                .init(hotel: "a", room: "DBL", day: 20_000, taken: 1, allotment: 5, accounted: 1)
            ])
        history.gatewayExit = 0
        history.load = span(0, 10_000)
        history.quoteLooks = [
            QuoteLook(span: span(6000, 6010), quote: "q1", expires: at(60_000), status: 200)
        ]
        history.outages.records = [restart]
        return history
    }
}
