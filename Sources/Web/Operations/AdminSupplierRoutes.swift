internal import Gateway
internal import HTTPServer
internal import SupplierKit
internal import Telemetry
internal import TravelModel
internal import WireFormat

/// `/admin/suppliers`: how suppliers do, and how operators step in.
struct AdminSupplierRoutes: Sendable {
    let health: SupplierHealth
    let log: EventLog

    /// All of them, ascending by id.
    func list(_ call: Call) throws(Problem) -> HTTPResponse {
        try NoParameters.check(call)
        var writer = JSONWriter(capacity: 8192)
        writer.beginObject()
        writer.list("suppliers", health.views) { writer, view in
            writer.beginObject()
            writer.health(view)
            writer.endObject()
        }
        writer.endObject()
        return .operators(writer.bytes)
    }

    /// One, with its last errors and what operators did.
    func show(_ call: Call) throws(Problem) -> HTTPResponse {
        try NoParameters.check(call)
        guard let view = try health.view(of: id(of: call)) else { throw Self.unknown }
        return Self.whole(view)
    }

    /// With a reason and a name in the body.
    func take(_ step: SupplierHealth.Step, _ call: Call) throws(Problem) -> HTTPResponse {
        try NoParameters.check(call)
        let id = try id(of: call)
        let ground = try OperatorGround.read(call.request.body)
        guard let view = health.take(step, with: id, on: ground) else { throw Self.unknown }
        log.record(
            .info, "supplier_operated",
            [
                LogField("supplier", .string(id.text)), LogField("step", .string(step.rawValue)),
                LogField("reason", .string(ground.reason)),
                LogField("actor", .string(ground.person)),
            ])
        return Self.whole(view)
    }

    private static func whole(_ view: SupplierHealthView) -> HTTPResponse {
        var writer = JSONWriter(capacity: 4096)
        writer.beginObject()
        writer.health(view)
        writer.history(view)
        writer.endObject()
        return .operators(writer.bytes)
    }

    private func id(of call: Call) throws(Problem) -> SupplierID {
        guard let id = SupplierID(call.parameters["supplierId"]) else {
            throw Self.unknown
        }
        return id
    }

    private static var unknown: Problem {
        Problem(.supplierUnknown, "No supplier has this id.")
    }
}

extension JSONWriter {
    fileprivate mutating func health(_ view: SupplierHealthView) {
        member("supplier", view.supplier.text)
        member("name", view.name)
        member("state", view.state.rawValue)
        member("running", view.running)
        list("circuits", view.circuits) { $0.circuit($1) }
        key("concurrency")
        beginObject()
        member("searches", view.limit)
        member("contract", view.contract)
        member("keptForHolds", view.reserved)
        endObject()
        if let rate = view.callsPerSecond { member("callsPerSecond", rate) }
        list("timeouts", view.timeouts) { $0.timeout($1) }
        member("retriesLeft", view.retriesLeft)
        list("refusals", view.refusals) { writer, refusal in
            writer.beginObject()
            writer.member("code", refusal.reason.rawValue)
            writer.member("count", refusal.count)
            writer.endObject()
        }
        if let last = view.errors.first {
            key("lastError")
            error(last)
        }
    }

    fileprivate mutating func history(_ view: SupplierHealthView) {
        list("errors", view.errors) { $0.error($1) }
        list("actions", view.actions) { writer, action in
            writer.beginObject()
            writer.member("at", action.at)
            writer.member("step", action.step.rawValue)
            writer.member("reason", action.ground.reason)
            writer.member("actor", action.ground.person)
            writer.endObject()
        }
    }

    private mutating func circuit(_ circuit: SupplierHealthView.Circuit) {
        beginObject()
        member("lane", circuit.lane.rawValue)
        member("breaker", circuit.state)
        member("epoch", circuit.epoch)
        if let wait = circuit.opensIn { member("triedInMs", milliseconds: wait) }
        if let wait = circuit.pausedFor { member("pausedForMs", milliseconds: wait) }
        member("failuresInARow", circuit.failuresInARow)
        member("recentResults", circuit.results)
        member("recentFailures", circuit.failures)
        member("running", circuit.running)
        endObject()
    }

    private mutating func timeout(_ timeout: SupplierHealthView.Timeout) {
        beginObject()
        member("step", timeout.step.rawValue)
        member("ms", milliseconds: timeout.budget)
        member("hardMs", milliseconds: timeout.hard)
        member("samples", timeout.samples)
        if let value = timeout.p50 { member("p50Ms", milliseconds: value) }
        if let value = timeout.p95 { member("p95Ms", milliseconds: value) }
        if let value = timeout.p99 { member("p99Ms", milliseconds: value) }
        endObject()
    }

    private mutating func error(_ error: (error: SupplierHealthView.CallError, ago: Duration)) {
        let failure = error.error.failure
        beginObject()
        member("agoMs", milliseconds: error.ago)
        member("step", error.error.step.rawValue)
        member("code", failure.code.rawValue)
        member("phase", failure.phase.rawValue)
        if !failure.detail.isEmpty { member("detail", failure.detail) }
        endObject()
    }
}
