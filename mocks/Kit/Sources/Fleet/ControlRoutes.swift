import HTTPServer
import Synchronization
import WireFormat

/// `/__mock/...`: looks into the suppliers' books and decides what they do next.
actor ControlRoutes {
    /// Calls in one answer.
    private static let mostCalls = 10_000

    private let counters: [(id: String, counter: SupplierCounter)]
    private let servers: [(id: String, server: HTTPServer)]
    private let clock: MockClock
    private let shelf: ScenarioShelf
    private let configuration: MockFleetConfiguration
    private let courier: CallbackCourier
    private var scenario: Scenario
    private var addresses: MockFleetAddresses?
    private var paused: Set<String> = []

    init(
        counters: [(id: String, counter: SupplierCounter)],
        servers: [(id: String, server: HTTPServer)], clock: MockClock, shelf: ScenarioShelf,
        scenario: Scenario, configuration: MockFleetConfiguration, courier: CallbackCourier
    ) {
        self.courier = courier
        self.counters = counters
        self.servers = servers
        self.clock = clock
        self.shelf = shelf
        self.scenario = scenario
        self.configuration = configuration
    }

    /// Notes where the fleet listens, and closes the ports that the scenario wants closed.
    func opened(_ addresses: MockFleetAddresses) async {
        self.addresses = addresses
        await openAndClosePorts()
    }

    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        guard let call = MockRequest(request, droppingComponents: 0), call.path.first == "__mock"
        else { return refuse(.notFound, ["the fleet serves /__mock/... and /<supplier>/..."]) }
        switch (call.method, call.path.count == 2 ? call.path[1] : "") {
        case ("GET", ""): return about()
        case ("GET", "calls"): return await calls(call)
        case ("GET", "inventory"): return await inventory(call)
        case ("PUT", "plan"): return await plan(call)
        case ("PUT", "scenario"): return await adopt(call)
        case ("PUT", "callbacks"): return await sendCallbacks(call)
        case ("POST", "clock"): return advance(call)
        default: return refuse(.notFound, ["no such control route"])
        }
    }

    private func about() -> HTTPResponse {
        var json = JSONWriter()
        json.beginObject()
        json.member("seed", configuration.seed)
        json.member("scenario", scenario.name)
        json.member("now", clock.now.text())
        json.key("suppliers")
        json.beginArray()
        for entry in addresses?.suppliers ?? [] {
            json.beginObject()
            json.member("supplier", entry.id)
            json.member("port", entry.port)
            json.key("steps")
            json.beginArray()
            for step in shelf.known[entry.id] ?? [] { json.string(step) }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.endObject()
        return ok(json)
    }

    private func calls(_ call: MockRequest) async -> HTTPResponse {
        let since = call.parameter("since").flatMap { Int($0) } ?? 0
        guard let chosen = chosen(call), since >= 0 else {
            return refuse(.badRequest, ["unknown supplier, or since is not a sequence number"])
        }
        var json = JSONWriter(capacity: 1 << 14)
        json.beginObject()
        json.key("calls")
        json.beginArray()
        for entry in chosen {
            for call in await entry.counter.calls(after: since, most: ControlRoutes.mostCalls) {
                call.write(to: &json)
            }
        }
        json.endArray()
        json.endObject()
        return ok(json)
    }

    private func inventory(_ call: MockRequest) async -> HTTPResponse {
        guard let chosen = chosen(call) else { return refuse(.badRequest, ["unknown supplier"]) }
        var json = JSONWriter(capacity: 1 << 14)
        json.beginObject()
        json.key("suppliers")
        json.beginArray()
        for entry in chosen {
            json.beginObject()
            json.member("supplier", entry.id)
            let hotels = await entry.counter.shop.hotels
            await entry.counter.inventory().write(hotels: hotels, to: &json)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        return ok(json)
    }

    private func plan(_ call: MockRequest) async -> HTTPResponse {
        var document = DocumentReader(file: "plan", bytes: call.body)
        guard let root = document.root else { return refuse(document) }
        document.refuseMembers(
            of: root, except: ["supplier", "step", "hotel", "reference", "outcomes"])
        let supplier = document.member("supplier", of: root, required: true)
            .flatMap { document.text($0) }
        let step = document.member("step", of: root, required: true).flatMap { document.text($0) }
        let hotel = document.member("hotel", of: root).flatMap { document.text($0) }
        let reference = document.member("reference", of: root).flatMap { document.text($0) }
        var outcomes: [PlannedOutcome] = []
        if let list = document.member("outcomes", of: root, required: true) {
            for entry in document.elements(of: list, most: Plan.most) {
                let outcome = ScenarioReader.outcome(entry, in: &document)
                if let outcome { outcomes.append(outcome) }
            }
        }
        let counter = counters.first { $0.id == supplier }?.counter
        if let supplier, let step, shelf.known[supplier]?.contains(step) != true {
            document.report(root, "\(supplier) has no step \(step)", nil)
        }
        guard document.faults.isEmpty, let step, let counter else { return refuse(document) }
        let target = PlanTarget(step: step, hotel: hotel, reference: reference)
        guard await counter.planNext(outcomes, for: target) else {
            return refuse(.badRequest, ["more than \(Plan.most) outcomes would wait"])
        }
        var json = JSONWriter()
        json.beginObject()
        json.member("planned", outcomes.count)
        json.endObject()
        return ok(json)
    }

    private func adopt(_ call: MockRequest) async -> HTTPResponse {
        let found: Scenario
        do throws(MockFleetError) {
            if let name = call.parameter("name") {
                found = try shelf.scenario(named: name)
            } else {
                found = try shelf.read(call.body, file: "scenario")
            }
        } catch {
            return refuse(.badRequest, "\(error)".split(separator: "\n").map(String.init))
        }
        scenario = found
        for entry in counters { await entry.counter.adopt(found) }
        await openAndClosePorts()
        return about()
    }

    private func advance(_ call: MockRequest) -> HTTPResponse {
        var document = DocumentReader(file: "clock", bytes: call.body)
        let range = 0...(365 * 86_400_000)
        guard let root = document.root,
            let node = document.member("advanceMs", of: root, required: true),
            let step = document.integer(node, in: range)
        else { return refuse(document) }
        let now = clock.advance(milliseconds: Int64(step))
        var json = JSONWriter()
        json.beginObject()
        json.member("now", now.text())
        json.endObject()
        return ok(json)
    }

    /// Where a supplier's callbacks go, as one would tell the real one's people.
    private func sendCallbacks(_ call: MockRequest) async -> HTTPResponse {
        var document = DocumentReader(file: "callbacks", bytes: call.body)
        guard let root = document.root else { return refuse(document) }
        document.refuseMembers(of: root, except: ["supplier", "url", "delayMs", "retryMs"])
        let supplier = document.member("supplier", of: root, required: true)
            .flatMap { document.text($0) }
        let url = document.member("url", of: root).flatMap { document.text($0) }
        let range = 0...600_000
        let delay = document.member("delayMs", of: root).flatMap { document.integer($0, in: range) }
        var retries: [Int]?
        if let list = document.member("retryMs", of: root) {
            retries = document.elements(of: list, most: CallbackCourier.mostRetries)
                .compactMap { document.integer($0, in: range) }
        }
        guard document.faults.isEmpty, let supplier, counters.contains(where: { $0.id == supplier })
        else { return refuse(document) }
        let target = url.map {
            CallbackCourier.Target(
                url: $0, delay: delay ?? 0, retries: retries ?? CallbackCourier.usualRetries)
        }
        await courier.send(supplier, to: target)
        return about()
    }

    private func openAndClosePorts() async {
        for (entry, counter) in zip(servers, counters) {
            let isDown = await counter.counter.isDown
            if isDown, paused.insert(entry.id).inserted {
                await entry.server.pauseListening()
            } else if !isDown, paused.remove(entry.id) != nil {
                // A port that someone else took meanwhile stays closed, as if the supplier were down.
                try? entry.server.resumeListening()
            }
        }
    }

    /// The supplier asked for, all without a parameter, nil for an unknown one.
    private func chosen(_ call: MockRequest) -> [(id: String, counter: SupplierCounter)]? {
        guard let wanted = call.parameter("supplier") else { return counters }
        let found = counters.filter { $0.id == wanted }
        return found.isEmpty ? nil : found
    }

    private func ok(_ json: JSONWriter) -> HTTPResponse {
        HTTPResponse(fields: [("Content-Type", "application/json")], body: .bytes(json.bytes))
    }

    private func refuse(_ document: DocumentReader) -> HTTPResponse {
        let faults = document.faults.map(\.description)
        return refuse(.badRequest, faults.isEmpty ? ["unknown supplier or step"] : faults)
    }

    private func refuse(_ status: HTTPStatus, _ faults: [String]) -> HTTPResponse {
        var json = JSONWriter()
        json.beginObject()
        json.key("faults")
        json.beginArray()
        for fault in faults { json.string(fault) }
        json.endArray()
        json.endObject()
        var response = ok(json)
        response.status = status
        return response
    }
}
