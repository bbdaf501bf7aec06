internal import Gateway
internal import HTTPServer
internal import SupplierKit
internal import TravelModel
internal import WireFormat

/// `/admin/holds`: what operators see of holds, and how they step in.
struct AdminHoldRoutes: Sendable {
    private static let parameters = ["state", "supplier", "reference", "tenant", "limit"]

    let support: HoldSupport

    // MARK: - Looking

    /// Newest first, without history.
    func list(_ call: Call) async throws(Problem) -> HTTPResponse {
        var query = QueryReader(call.request.query, known: Self.parameters)
        var filter = HoldFilter()
        filter.state = query.choice("state", HoldState.self)
        filter.supplier = query.value("supplier", otherwise: "a supplier's id") { SupplierID($0) }
        filter.tenant = query.value("tenant", otherwise: "a tenant's id") { TenantID($0) }
        filter.reference = query.one("reference")
        filter.limit = query.integer("limit", in: 1...500) ?? filter.limit
        guard query.faults.isEmpty else { throw Problem(faults: query.faults) }
        let views: [HoldView]
        do throws(StorageFault) {
            views = try await support.list(filter)
        } catch {
            throw Problem(error)
        }
        var writer = JSONWriter(capacity: 4096)
        writer.beginObject()
        writer.list("holds", views) { writer, view in
            writer.beginObject()
            writer.supportView(view)
            writer.endObject()
        }
        writer.endObject()
        return Self.answer(writer.bytes)
    }

    /// With everything that happened to it.
    func show(_ call: Call) async throws(Problem) -> HTTPResponse {
        try NoParameters.check(call)
        let id = try id(of: call)
        let history: HoldSupport.History?
        do throws(StorageFault) {
            history = try await support.history(id)
        } catch {
            throw Problem(error)
        }
        guard let history else { throw Problem.holdUnknown }
        if call.form == .plain {
            return AdminSearchRoutes.answer(Array(HoldReport.text(of: history).utf8), .plain)
        }
        var writer = JSONWriter(capacity: 16_384)
        writer.beginObject()
        writer.supportView(history.view)
        writer.list("history", history.entries) { $0.entry($1) }
        writer.endObject()
        return Self.answer(writer.bytes)
    }

    // MARK: - Stepping in

    /// With a reason and a name in the body.
    func take(_ step: HoldSupport.Step, _ call: Call) async throws(Problem) -> HTTPResponse {
        try NoParameters.check(call)
        let id = try id(of: call)
        let ground = try OperatorGround.read(call.request.body)
        let outcome: HoldSupport.Outcome
        do throws(StorageFault) {
            outcome = try await support.take(step, with: id, on: ground)
        } catch {
            throw Problem(error)
        }
        switch outcome {
        case .unknown: throw Problem.holdUnknown
        case .impossible(let view, let why):
            var problem = Problem(.stepImpossible, "Not possible: \(why).")
            problem.more = { $0.member("state", view.state.rawValue) }
            throw problem
        case .done(let view):
            var writer = JSONWriter()
            writer.beginObject()
            writer.supportView(view)
            writer.endObject()
            return Self.answer(writer.bytes)
        }
    }

    private func id(of call: Call) throws(Problem) -> HoldID {
        guard let id = HoldID(call.parameters["holdId"]) else { throw Problem.holdUnknown }
        return id
    }

    private static func answer(_ body: [UInt8]) -> HTTPResponse { .operators(body) }
}

extension JSONWriter {
    /// The members operators see of a hold; guests only as a number, and nothing else of theirs.
    fileprivate mutating func supportView(_ view: HoldView) {
        let record = view.record
        member("holdId", record.id.text)
        holdState(view)
        member("stage", record.stage.rawValue)
        member("tenant", record.tenant.text)
        member("supplier", record.quote.supplier.text)
        member("hotel", record.quote.hotel.text)
        member("stay", record.quote.stay)
        member("reference", record.reference.text)
        member("supplierReference", ifPresent: record.supplierHold?.reference.text)
        member("by", record.keeper.rawValue)
        amounts("quoted", view.quotedTotal, record.quote.offer)
        if let granted = record.granted, let total = view.grantedTotal {
            amounts("granted", total, granted)
        }
        member("guests", record.guests.count)
        member("createdAt", record.createdAt.wall)
        if let doubt = record.doubt {
            member("doubtSince", doubt.since.wall)
            member("lookUps", doubt.lookups)
        }
        if let watch = record.watch { member("nextLookUp", watch.due.wall) }
        if let lease = record.lease {
            member("owner", lease.owner.description)
            member("leaseEnds", lease.until.wall)
        }
        if record.isExtended { member("extended", true) }
        member("endedBy", ifPresent: record.endedBy?.rawValue)
        member("refusal", ifPresent: record.refusal?.reason.rawValue)
    }

    /// What the client saw, and what the supplier charges of it now.
    private mutating func amounts(_ name: StaticString, _ total: Money, _ offer: Offer) {
        key(name)
        beginObject()
        member("total", total)
        member("charge", offer.price.charge)
        endObject()
    }

    fileprivate mutating func entry(_ entry: HoldEntry) {
        beginObject()
        member("at", entry.at)
        member("kind", entry.kind.rawValue)
        member("actor", entry.actor)
        member("note", entry.note)
        if let old = entry.old { terms("old", old) }
        if let new = entry.new { terms("new", new) }
        if !entry.exchanges.isEmpty { list("exchanges", entry.exchanges) { $0.exchange($1) } }
        endObject()
    }

    /// What an offer says of price and terms, in the supplier's own currency.
    private mutating func terms(_ name: StaticString, _ offer: Offer) {
        key(name)
        beginObject()
        member("rateKey", offer.rateKey)
        member("charge", offer.price.charge)
        list("rooms", offer.rooms) { $0.string($1.name) }
        member("board", offer.board.rawValue)
        member("cancellation", offer.cancellation.kind.rawValue)
        member("payment", offer.payment.timing.rawValue)
        member("keeper", offer.hold.keeper.rawValue)
        list("components", offer.price.components) { writer, component in
            writer.beginObject()
            writer.member("kind", component.kind.rawValue)
            writer.member("amount", component.amount)
            writer.member("payable", component.payable.rawValue)
            writer.endObject()
        }
        endObject()
    }

    private mutating func exchange(_ exchange: SupplierExchange) {
        beginObject()
        member("step", exchange.step.rawValue)
        member("sentAt", exchange.sentAt)
        member("request", exchange.request)
        if !exchange.requestBody.isEmpty { member("requestBody", exchange.requestBody) }
        if let status = exchange.status { member("status", status) }
        if let after = exchange.headAfter { member("headAfterMs", milliseconds: after) }
        if let after = exchange.endAfter { member("endAfterMs", milliseconds: after) }
        member("responseBytes", exchange.responseBytes)
        if !exchange.responseBody.isEmpty { member("responseBody", exchange.responseBody) }
        member("fault", ifPresent: exchange.fault)
        endObject()
    }
}
