import HTTPClient
import Reactor
import WireFormat

/// One client at work: carries out its schedule and writes down what came back.
///
/// Used by one task only.
final class ChaosClient {
    private static let mostQuotes = 80

    let number: Int
    let port: ClientPort
    let progress: RunProgress
    private var schedule: ChaosSchedule
    private var races: [Race]
    private var quotes: [SeenQuote] = []
    private var keys = 0
    private(set) var history = History()
    /// What of the history was told to the others.
    private var posted = History.Extent()

    init(
        number: Int, port: ClientPort, schedule: ChaosSchedule, races: [Race],
        progress: RunProgress
    ) {
        self.number = number
        self.port = port
        self.schedule = schedule
        self.races = races
        self.progress = progress
    }

    /// Works until `end`; what is under way then is finished.
    func run(from start: RunTime, until end: RunTime) async {
        while port.clock.now() < end {
            let (pause, action) = schedule.next()
            await wait(until: port.clock.now().adding(milliseconds: pause), from: start)
            guard port.clock.now() < end else { return }
            let before = history.exchanges.count
            await carryOut(action)
            post()
            if history.exchanges.dropFirst(before).contains(where: \.wasRefused) {
                // Nobody is there; a client that tried again at once would only be a nuisance.
                try? await port.loop.sleep(for: .milliseconds(200))
            }
        }
    }

    /// Tells the others what was done since the last time.
    private func post() {
        progress.post(history.after(posted))
        posted = history.extent
    }

    /// Waits, and runs in the races that begin meanwhile.
    private func wait(until moment: RunTime, from start: RunTime) async {
        while let race = races.first {
            let begins = start.adding(milliseconds: race.at)
            guard begins <= max(moment, port.clock.now()) else { break }
            races.removeFirst()
            await sleep(until: begins)
            await run(race)
        }
        await sleep(until: moment)
    }

    private func sleep(until moment: RunTime) async {
        let left = moment.microseconds &- port.clock.now().microseconds
        if left > 0 { try? await port.loop.sleep(for: .microseconds(left)) }
    }

    private func carryOut(_ action: ChaosAction) async {
        switch action {
        case .search(let plan): await search(plan)
        case .suggest(let text): await suggest(text)
        case .quote(let which):
            guard let quote = Self.one(quotes, which) else { return }
            await see(quote)
        case .hold(let plan): await hold(plan)
        case .repeatAttempt(let which):
            guard let earlier = Self.one(history.attempts, which) else { return }
            keep(await attempt(like: earlier))
        case .takeOver(let which):
            guard let earlier = Self.one(history.attempts, which) else { return }
            var other = earlier
            other.key = nextKey()
            keep(await attempt(like: other))
        case .look(let which):
            guard let hold = Self.one(holds, which) else { return }
            await look(hold)
        case .find(let which):
            guard let earlier = Self.one(history.attempts, which) else { return }
            await find(earlier)
        case .release(let which):
            guard let hold = Self.one(holds, which) else { return }
            await release(hold)
        }
    }

    private static func one<Element>(_ elements: [Element], _ which: Int) -> Element? {
        elements.isEmpty ? nil : elements[which % elements.count]
    }

    /// Every supplier in turn, however many quotes of it there are.
    private static func quote(of pool: [SeenQuote], _ which: Int) -> SeenQuote? {
        let suppliers = Set(pool.map(\.supplier)).sorted()
        guard let supplier = one(suppliers, which) else { return nil }
        return one(pool.filter { $0.supplier == supplier }, which / suppliers.count)
    }

    /// Holds this client was told of, oldest first.
    private var holds: [String] {
        var seen: Set<String> = []
        return history.attempts.compactMap { $0.hold?.hold }.filter { seen.insert($0).inserted }
    }

    private func nextKey() -> String {
        keys += 1
        return "chaos-\(number)-\(keys)"
    }

    // MARK: - Looking for rooms

    /// A search; the quotes of its answer.
    @discardableResult
    private func search(_ plan: SearchPlan) async -> [SeenQuote] {
        let query = plan.query.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }
        let reply = await port.send(
            .get, "/v1/offers?" + query.joined(separator: "&"),
            headers: [("Accept", plan.form.rawValue)], patience: plan.timeout + 15_000,
            leavesAfter: plan.leavesAfter)
        let kind: Exchange.Kind =
            switch plan.form {
            case .ndjson: .ndjson
            case .serverSent: .serverSent
            case .json: .json
            }
        var record = SearchRecord(
            exchange: exchange(kind, reply, code: nil), timeout: plan.timeout)
        var found: [SeenQuote] = []
        if kind == .json || reply.status != 200 {
            let value = AnswerReading.value(reply.body)
            record.exchange.code = AnswerReading.code(value)
            record.searchID = value?["searchId"]?.string
            record.statuses = AnswerReading.statuses(value)
            found = AnswerReading.quotes(value, most: 12)
        } else {
            found = AnswerReading.stream(reply, into: &record, most: 6)
        }
        history.searches.append(record)
        history.exchanges.append(record.exchange)
        quotes += found
        if quotes.count > Self.mostQuotes { quotes.removeFirst(quotes.count - Self.mostQuotes) }
        progress.offer(found.prefix(2))
        return found
    }

    private func suggest(_ text: String) async {
        let reply = await port.send(
            .get, "/v1/places/suggest?q=\(PercentEncoding.encode(text))", patience: 10_000)
        note(.suggest, reply)
    }

    // MARK: - Keeping them

    private func hold(_ plan: HoldPlan) async {
        let pool = plan.quote % 4 == 0 ? progress.offered : quotes
        guard let quote = Self.quote(of: pool, plan.quote / 4) else { return }
        let first = order(quote, plan, key: nextKey())
        switch plan.manner {
        case .once:
            let answer = await attempt(like: first)
            await follow(keep(answer), plan)
            // What was refused for good is asked once more: it must be told in the same bytes.
            if answer.storedRefusal != nil { keep(await attempt(like: first)) }
        case .twice: await both(first, first)
        case .rivals: await both(first, order(quote, plan, key: nextKey()))
        case .abandoned(let after):
            let left = await attempt(like: first, leavesAfter: after)
            keep(left)
            await find(left)
        }
    }

    private func run(_ race: Race) async {
        let found = await search(race.search)
        let wanted = found.filter { $0.supplier == race.supplier }
        guard let quote = Self.one(wanted, number) else { return }
        let plan = HoldPlan(
            quote: 0, manner: .once, percent: 10, wait: nil, takesRenewed: false)
        keep(await attempt(like: order(quote, plan, key: nextKey())))
    }

    /// Holds the new quote of a refusal that has one, as the plan wants it.
    private func follow(_ renewed: SeenQuote?, _ plan: HoldPlan) async {
        guard plan.takesRenewed, let renewed else { return }
        keep(await attempt(like: order(renewed, plan, key: nextKey())))
    }

    private func both(_ first: HoldAttempt, _ second: HoldAttempt) async {
        let port = port
        let replies = await withTaskGroup(of: (Int, Reply).self) { group in
            for (place, order) in [first, second].enumerated() {
                group.addTask(executorPreference: port.loop) {
                    (place, await Self.send(order, port, leavesAfter: nil))
                }
            }
            var replies: [(Int, Reply)] = []
            for await reply in group { replies.append(reply) }
            return replies
        }
        for (place, reply) in replies { keep(answered(place == 0 ? first : second, reply)) }
    }

    private func order(_ quote: SeenQuote, _ plan: HoldPlan, key: String) -> HoldAttempt {
        let now = port.clock.now()
        return HoldAttempt(
            exchange: Exchange(
                client: number, kind: .hold, span: Span(sent: now, received: now), status: 0,
                code: nil, end: .whole),
            key: key, quote: quote,
            body: HoldRequestText.make(quote, percent: plan.percent, wait: plan.wait),
            acceptedRise: plan.percent)
    }

    private func attempt(like order: HoldAttempt, leavesAfter: Int? = nil) async -> HoldAttempt {
        answered(order, await Self.send(order, port, leavesAfter: leavesAfter))
    }

    private static func send(
        _ order: HoldAttempt, _ port: ClientPort, leavesAfter: Int?
    ) async -> Reply {
        await port.send(
            .post, "/v1/holds",
            headers: [("Content-Type", "application/json"), ("Idempotency-Key", order.key)],
            body: Array(order.body.utf8), patience: 45_000, leavesAfter: leavesAfter)
    }

    private func answered(_ order: HoldAttempt, _ reply: Reply) -> HoldAttempt {
        var attempt = order
        let body = reply.body
        let value = reply.end == .whole ? AnswerReading.value(body) : nil
        attempt.exchange = exchange(.hold, reply, code: AnswerReading.code(value))
        attempt.isReplay = reply.replayed
        attempt.hold = nil
        attempt.storedRefusal = nil
        if reply.status == 201 || reply.status == 202 {
            attempt.hold = AnswerReading.sight(value, reply.span)
        }
        if let code = attempt.exchange.code,
            ["PRICE_CHANGED", "TERMS_CHANGED", "SOLD_OUT"].contains(code)
        {
            attempt.storedRefusal = body
            let hotel = value?["quote"]?["hotelId"]?.string ?? ""
            renewed = AnswerReading.quote(value?["quote"]?["offer"], hotel: hotel)
        }
        return attempt
    }

    /// The new quote of the last refusal.
    private var renewed: SeenQuote?

    @discardableResult
    private func keep(_ attempt: HoldAttempt) -> SeenQuote? {
        history.attempts.append(attempt)
        history.exchanges.append(attempt.exchange)
        defer { renewed = nil }
        if let renewed { quotes.append(renewed) }
        return renewed
    }

    // MARK: - Looking after them

    /// After a restart: what any client was promised before must still be there.
    ///
    /// What is not looked at by `end` is left out: a supplier may let a repeated hold wait.
    func examine(_ common: CommonKnowledge, until end: RunTime) async {
        for hold in common.holds where port.clock.now() < end { await look(hold) }
        for quote in common.quotes where port.clock.now() < end { await see(quote) }
        for earlier in common.attempts where port.clock.now() < end {
            keep(await attempt(like: earlier))
        }
        post()
    }

    private func see(_ quote: SeenQuote) async {
        let reply = await port.send(.get, "/v1/quotes/\(quote.quote)", patience: 10_000)
        note(.quote, reply)
        guard let expires = quote.expires, let exchange = history.exchanges.last else { return }
        history.quoteLooks.append(
            QuoteLook(
                span: reply.span, quote: quote.quote, expires: expires,
                status: reply.end == .whole ? reply.status : 0, code: exchange.code))
    }

    func look(_ hold: String) async {
        let reply = await port.send(.get, "/v1/holds/\(hold)", patience: 15_000)
        let value = AnswerReading.value(reply.body)
        note(.look, reply, value)
        history.looks.append(
            HoldLook(
                span: reply.span, hold: hold, status: reply.end == .whole ? reply.status : 0,
                sight: reply.status == 200 ? AnswerReading.sight(value, reply.span) : nil))
    }

    private func find(_ attempt: HoldAttempt) async {
        let key = PercentEncoding.encode(attempt.key)
        let reply = await port.send(.get, "/v1/holds?attempt=\(key)", patience: 15_000)
        let value = AnswerReading.value(reply.body)
        note(.find, reply, value)
        let sight = reply.status == 200 ? AnswerReading.sight(value, reply.span) : nil
        let sent = history.attempts.filter { $0.key == attempt.key }
        // A key whose last answer was lost leads to whatever hold there is: one that came to nothing may
        // have been judged anew.
        let known = sent.last { $0.hold != nil }?.hold?.hold
        guard let hold = sent.last?.hold?.hold ?? sight?.hold ?? known else { return }
        history.looks.append(
            HoldLook(
                span: reply.span, hold: hold, status: reply.end == .whole ? reply.status : 0,
                sight: sight))
    }

    func release(_ hold: String) async {
        let reply = await port.send(.delete, "/v1/holds/\(hold)", patience: 30_000)
        let value = AnswerReading.value(reply.body)
        note(.release, reply, value)
        history.releases.append(
            HoldRelease(
                span: reply.span, hold: hold, status: reply.status,
                code: AnswerReading.code(value)))
    }

    // MARK: - Notes

    private func exchange(_ kind: Exchange.Kind, _ reply: Reply, code: String?) -> Exchange {
        Exchange(
            client: number, kind: kind, span: reply.span, status: reply.status, code: code,
            end: reply.end)
    }

    private func note(_ kind: Exchange.Kind, _ reply: Reply, _ value: JSONValue? = nil) {
        let code =
            reply.status >= 400 ? AnswerReading.code(value ?? AnswerReading.value(reply.body)) : nil
        history.exchanges.append(exchange(kind, reply, code: code))
    }
}
