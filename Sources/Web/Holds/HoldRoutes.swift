internal import Gateway
internal import HTTPServer
internal import TravelModel
internal import WireFormat

/// `/v1/holds`: a quote becomes a kept room, or a confirmed price, or a plain no.
struct HoldRoutes: Sendable {
    static let keyField = "Idempotency-Key"
    static let replayField = "Idempotent-Replayed"
    static let findParameters = ["attempt", "idempotency_key"]
    /// When to look again at a hold that is not decided.
    private static let lookAgain: Duration = .seconds(2)

    let desk: HoldDesk
    let quotes: QuoteDesk
    let clients: ClientDesk
    let rehearsals: [SupplierID: [HoldRehearsal]]
    let clock: any GatewayClock
    let counts: HoldCounts

    // MARK: - Asking for one

    func place(_ call: Call) async throws(Problem) -> HTTPResponse {
        if let refusal = clients.enterHold(call.tenant) { throw Problem(refusal) }
        defer { clients.leaveHold(call.tenant) }
        var (request, wait) = try await request(of: call)
        if let rehearsal = try await rehearsal(of: call, request.quote) {
            request.rehearsal = rehearsal
            // What keeps no room can only be asked late: the answer is not waited for.
            if rehearsal == .pending { wait = min(wait, Self.rehearsalWait) }
        }
        switch await desk.place(request, waitFor: wait) {
        case .hold(let view, let replayed):
            counts.note(view.state == .pending ? .pending : .granted, replayed: replayed)
            var response = answer(view, view.state == .pending ? .accepted : .created)
            response.fields.append(("Location", "/v1/holds/\(view.record.id)"))
            mark(&response, replayed)
            return response
        case .refused(let refusal, let replayed):
            let code = StoredRefusals.code(of: refusal.reason)
            counts.note(code, replayed: replayed)
            var response = Problem.response(code.status, refusal.body)
            mark(&response, replayed)
            return response
        case .declined(let decline):
            let problem = Problem(decline) { quotes.shown($0.quote, as: $0.granted) }
            counts.note(problem.code, replayed: false)
            throw problem
        }
    }

    private func mark(_ response: inout HTTPResponse, _ replayed: Bool) {
        if replayed { response.fields.append((Self.replayField, "true")) }
    }

    private func request(of call: Call) async throws(Problem) -> (HoldRequest, Duration) {
        let query = QueryReader(call.request.query, known: [])
        let body = HoldBody(call.request.body)
        var shopper = ShopperTrace()
        var faults = query.faults + ShopperFields.read(call.request.fields, into: &shopper)
        faults += body.faults
        let key = Self.key(call.request, body, &faults)
        guard let key, faults.isEmpty else { throw Problem(faults: faults) }
        var request = HoldRequest(tenant: call.tenant, key: key, quote: body.quote)
        request.mostOpenHolds = call.client.terms.mostOpenHolds
        request.clientKeyID = call.client.keyID
        request.offer = body.offer
        request.guests = body.guests
        request.contact = body.contact
        request.clientReference = body.clientReference
        request.buyer = body.buyer
        request.metadata = body.metadata
        request.shopper = shopper
        request.maxIncrease = try increase(body, for: call)
        return (request, body.wait)
    }

    /// The header field, or the `requestId` of older clients; both only if they say the same.
    private static func key(
        _ request: HTTPRequest, _ body: HoldBody, _ faults: inout [InputFault]
    ) -> IdempotencyKey? {
        let given = request.fields.all(keyField)
        guard given.count <= 1 else {
            faults.append(.parameter(keyField, "given \(given.count) times, once is needed"))
            return nil
        }
        if let field = given.first, let old = body.requestID, field != old {
            faults.append(.parameter(keyField, "says something else than requestId in the body"))
            return nil
        }
        guard let text = given.first ?? body.requestID else {
            faults.append(.parameter(keyField, "missing; a new value for each new attempt"))
            return nil
        }
        guard let key = IdempotencyKey(text) else {
            faults.append(.parameter(keyField, "1 to 255 visible ASCII characters"))
            return nil
        }
        return key
    }

    /// An amount without a currency is one of the quote's.
    private func increase(_ body: HoldBody, for call: Call) throws(Problem) -> MaxIncrease {
        switch body.increase {
        case .none: return .none
        case .basisPoints(let points): return .basisPoints(points)
        case .amount(let text, let currency):
            let known = currency ?? quotes.currency(of: body.quote, for: call.tenant)
            // A quote nobody knows is refused next, whatever the amount.
            guard let known else { return .none }
            guard let amount = try? Money(decimal: text, currency: known), amount.minorUnits >= 0
            else {
                throw Problem(faults: [
                    InputFault(
                        place: .pointer("/maxIncrease/amount"),
                        detail: "an amount of \(known) such as "
                            + Money(minorUnits: 1000, currency: known).decimalText)
                ])
            }
            return .amount(amount)
        }
    }

    // MARK: - Looking

    func show(_ call: Call) async throws(Problem) -> HTTPResponse {
        try NoParameters.check(call)
        guard let id = HoldID(call.parameters["holdId"]) else { throw Problem.holdUnknown }
        let view: HoldView?
        do throws(StorageFault) {
            view = try await desk.hold(id, of: call.tenant)
        } catch {
            throw Problem(error)
        }
        guard let view else { throw Problem.holdUnknown }
        return answer(view, .ok)
    }

    /// By the attempt that started it: what a client asks whose answer was lost.
    func find(_ call: Call) async throws(Problem) -> HTTPResponse {
        var reader = QueryReader(call.request.query, known: Self.findParameters)
        let names = Self.findParameters.filter { reader.has($0) }
        if names.count != 1 {
            reader.report("attempt", "the Idempotency-Key of the attempt, once")
        }
        let text = names.first.flatMap { reader.one($0) }
        let key = text.flatMap { IdempotencyKey($0) }
        if names.count == 1, key == nil {
            reader.report(names[0], "1 to 255 visible ASCII characters")
        }
        guard let key, reader.faults.isEmpty else { throw Problem(faults: reader.faults) }
        let view: HoldView?
        do throws(StorageFault) {
            view = try await desk.hold(key, of: call.tenant)
        } catch {
            throw Problem(error)
        }
        guard let view else { throw Problem.holdUnknown }
        return answer(view, .ok)
    }

    private func answer(_ view: HoldView, _ status: HTTPStatus) -> HTTPResponse {
        let record = view.record
        var writer = JSONWriter(capacity: 4096)
        writer.hold(view, quotes.shown(record.quote, as: record.granted))
        var fields: [(name: String, value: String)] = [
            ("Content-Type", MediaType.json.rawValue), ("Cache-Control", "no-store"),
        ]
        if view.state == .pending {
            fields.append(("Retry-After", "\(Self.lookAgain.wholeSecondsUp)"))
        }
        return HTTPResponse(status: status, fields: fields, body: .bytes(writer.bytes))
    }

    // MARK: - Ending

    func release(_ call: Call) async throws(Problem) -> HTTPResponse {
        try NoParameters.check(call)
        guard let id = HoldID(call.parameters["holdId"]) else { throw Problem.holdUnknown }
        let release: HoldDesk.Release
        do throws(StorageFault) {
            release = try await desk.release(id, of: call.tenant)
        } catch {
            throw Problem(error)
        }
        switch release {
        case .released: return HTTPResponse(status: .noContent)
        case .unknown: throw Problem.holdUnknown
        case .pending: throw Self.undecided("It can be released once it is decided.")
        case .ended(let state): throw Self.ended(state)
        }
    }

    /// More time, once, where the holder can.
    func extend(_ call: Call) async throws(Problem) -> HTTPResponse {
        try NoParameters.check(call)
        guard let id = HoldID(call.parameters["holdId"]) else { throw Problem.holdUnknown }
        let change: HoldDesk.Extension
        do throws(StorageFault) {
            change = try await desk.extend(id, of: call.tenant)
        } catch {
            throw Problem(error)
        }
        switch change {
        case .extended(let view): return answer(view, .ok)
        case .unknown: throw Problem.holdUnknown
        case .pending: throw Self.undecided("It can be extended once it is decided.")
        case .ended(let state): throw Self.ended(state)
        case .notExtendable(let view, let reason):
            var problem = Problem(.notExtendable, Self.words(for: reason))
            problem.more = { writer in
                writer.member("reason", reason.rawValue)
                writer.key("hold")
                writer.beginObject()
                writer.member("holdId", view.record.id.text)
                writer.holdState(view)
                writer.endObject()
            }
            throw problem
        }
    }

    private static func words(for reason: HoldDesk.NotExtendable) -> String {
        switch reason {
        case .alreadyExtended: "It was extended before, which can be done once."
        case .notKept: "Only its price was confirmed: nobody keeps the room, now or for longer."
        case .keptNoLonger: "Whoever keeps the room does not keep it any longer than this."
        }
    }

    private static func undecided(_ detail: String) -> Problem {
        var problem = Problem(.holdPending, detail)
        problem.retryAfter = lookAgain
        return problem
    }

    private static func ended(_ state: HoldState) -> Problem {
        var problem = Problem(.holdEnded, "The hold is over already.")
        problem.more = { $0.member("state", state.rawValue) }
        return problem
    }
}
