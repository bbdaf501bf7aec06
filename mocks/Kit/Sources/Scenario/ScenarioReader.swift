public import WireFormat

/// Reads scenario files and the outcomes of plans; every mistake is reported with its place.
public struct ScenarioReader {
    private var document: DocumentReader

    /// Reads a scenario, or throws all its faults at once; `known` holds each supplier's steps.
    public static func read(
        _ bytes: [UInt8], file: String, known: [String: [String]]
    ) throws(ScenarioFaults) -> Scenario {
        var reader = ScenarioReader(document: DocumentReader(file: file, bytes: bytes))
        let scenario = reader.document.root.map { reader.scenario($0, known: known) }
        guard let scenario, reader.document.faults.isEmpty else {
            throw ScenarioFaults(faults: reader.document.faults)
        }
        return scenario
    }

    /// Reads one outcome of a plan: `"ok"`, a fault's name, or `{"kind":"status","status":503}`.
    static func outcome(
        _ node: DocumentNode, in document: inout DocumentReader
    ) -> PlannedOutcome? {
        if node.value.string == "ok" { return .success }
        var reader = ScenarioReader(document: document)
        defer { document = reader.document }
        return reader.kind(node, extra: []).map { .fault($0) }
    }

    private mutating func scenario(_ root: DocumentNode, known: [String: [String]]) -> Scenario {
        document.refuseMembers(of: root, except: ["name", "drift", "outages", "suppliers"])
        let name = document.member("name", of: root, required: true).flatMap { document.text($0) }
        let drift = document.member("drift", of: root).map { self.drift($0) }
        var outages: [Outage] = []
        if let list = optional("outages", of: root) {
            outages = document.elements(of: list, most: 20).compactMap {
                outage($0, known: known.keys.sorted())
            }
        }
        var suppliers: [String: SupplierBehaviour] = [:]
        if let table = document.member("suppliers", of: root) {
            let names = known.keys.sorted() + ["*"]
            document.refuseMembers(of: table, except: names)
            for name in names {
                guard let node = optional(name, of: table) else { continue }
                let steps = known[name] ?? Set(known.values.joined()).sorted()
                suppliers[name] = supplier(node, steps: steps)
            }
        }
        return Scenario(
            name: name ?? "", drift: drift ?? .none, outages: outages, suppliers: suppliers)
    }

    private mutating func outage(_ node: DocumentNode, known: [String]) -> Outage? {
        let members = ["suppliers", "everySeconds", "lastSeconds", "fault"]
        document.refuseMembers(of: node, except: members)
        guard let list = document.member("suppliers", of: node, required: true),
            let every = integer("everySeconds", of: node, in: 2...86_400),
            let lasts = integer("lastSeconds", of: node, in: 1...86_400),
            let named = document.member("fault", of: node, required: true),
            let fault = kind(named, extra: [])
        else {
            document.report(node, "an outage needs everySeconds, lastSeconds and a fault", nil)
            return nil
        }
        var suppliers: [String] = []
        for entry in document.elements(of: list, most: 20) {
            guard let name = document.text(entry) else { continue }
            guard known.contains(name) else {
                document.report(
                    entry, "unknown supplier", "known: \(known.joined(separator: ", "))")
                continue
            }
            suppliers.append(name)
        }
        if lasts >= every {
            document.report(node, "lasts as long as the span between outages", nil)
        }
        return Outage(
            suppliers: suppliers, every: Int64(every) * 1000, lasts: Int64(lasts) * 1000,
            fault: fault)
    }

    private mutating func drift(_ node: DocumentNode) -> PriceDrift {
        document.refuseMembers(of: node, except: ["everySeconds", "share", "percent"])
        let seconds = integer("everySeconds", of: node, in: 1...86_400) ?? 3600
        let share = optional("share", of: node).flatMap { document.number($0, in: 0...1) } ?? 0
        let percent = integer("percent", of: node, in: 0...50) ?? 0
        return PriceDrift(every: Int64(seconds) * 1000, share: share, percent: percent)
    }

    private mutating func supplier(_ node: DocumentNode, steps: [String]) -> SupplierBehaviour {
        var behaviour = SupplierBehaviour()
        document.refuseMembers(
            of: node, except: ["down", "holdSeconds", "tokenSeconds", "retrieveLag", "steps"])
        if let down = optional("down", of: node) { behaviour.isDown = document.flag(down) ?? false }
        if let seconds = integer("holdSeconds", of: node, in: 1...86_400) {
            behaviour.holdLife = Int64(seconds) * 1000
        }
        if let seconds = integer("tokenSeconds", of: node, in: 1...86_400) {
            behaviour.tokenLife = Int64(seconds) * 1000
        }
        if let lag = optional("retrieveLag", of: node) { behaviour.retrieveLag = latency(lag) }
        if let table = optional("steps", of: node) {
            document.refuseMembers(of: table, except: steps + ["*"])
            for name in steps + ["*"] {
                guard let step = optional(name, of: table) else { continue }
                behaviour.steps[name] = self.step(step)
            }
        }
        return behaviour
    }

    private mutating func step(_ node: DocumentNode) -> StepBehaviour {
        var behaviour = StepBehaviour()
        document.refuseMembers(of: node, except: ["latency", "gap", "brownOut", "faults"])
        if let latency = optional("latency", of: node) { behaviour.latency = self.latency(latency) }
        if let gap = optional("gap", of: node) { behaviour.gap = latency(gap) }
        if let brownOut = optional("brownOut", of: node) {
            document.refuseMembers(of: brownOut, except: ["above", "factor"])
            let above = integer("above", of: brownOut, in: 0...10_000) ?? 0
            let factor = document.member("factor", of: brownOut, required: true)
                .flatMap { document.number($0, in: 0...10) }
            behaviour.brownOut = (above, factor ?? 0)
        }
        guard let list = optional("faults", of: node) else { return behaviour }
        for entry in document.elements(of: list, most: 100) {
            guard entry.value.members != nil else {
                document.report(entry, "must be an object with kind and share", nil)
                continue
            }
            guard let kind = kind(entry, extra: ["share"]),
                let share = document.member("share", of: entry, required: true),
                let value = document.number(share, in: 0...1)
            else { continue }
            behaviour.faults.append((kind, value))
        }
        if behaviour.faults.reduce(0, { $0 + $1.share }) > 1 {
            document.report(list, "the shares sum to more than 1", nil)
        }
        return behaviour
    }

    private mutating func kind(_ node: DocumentNode, extra: [String]) -> Fault? {
        let names = Fault.all.map(\.name)
        let isObject = node.value.members != nil
        if isObject { document.refuseMembers(of: node, except: ["kind", "status"] + extra) }
        guard let named = isObject ? document.member("kind", of: node, required: true) : node,
            let name = document.text(named)
        else { return nil }
        guard let found = Fault.all.first(where: { $0.name == name }) else {
            let nearest = Spelling.nearest(to: name, among: names)
            document.report(
                named, "is not a fault",
                nearest.map { "did you mean \u{201C}\($0)\u{201D}?" }
                    ?? "known: \(names.joined(separator: ", "))")
            return nil
        }
        guard case .status = found, isObject else { return found }
        return integer("status", of: node, in: 400...599).map { .status($0) } ?? found
    }

    private mutating func latency(_ node: DocumentNode) -> Latency {
        let known = ["fixedMs", "uniformMs", "medianMs", "sigma", "tailShare", "tailMs"]
        document.refuseMembers(of: node, except: known)
        let tailShare = optional("tailShare", of: node).flatMap { document.number($0, in: 0...1) }
        let tail = optional("tailMs", of: node).map { range($0) }
        func shaped(_ shape: Latency.Shape) -> Latency {
            Latency(shape, tailShare: tailShare ?? 0, tail: tail ?? 0...0)
        }
        if let fixed = integer("fixedMs", of: node, in: 0...Latency.longest) {
            return shaped(.fixed(fixed))
        }
        if let between = optional("uniformMs", of: node) { return shaped(.uniform(range(between))) }
        if let median = integer("medianMs", of: node, in: 0...Latency.longest) {
            let sigma = optional("sigma", of: node).flatMap { document.number($0, in: 0...4) }
            return shaped(.lognormal(median: median, sigma: sigma ?? 0.5))
        }
        document.report(node, "says no time", "fixedMs, uniformMs or medianMs")
        return .none
    }

    private mutating func range(_ node: DocumentNode) -> ClosedRange<Int> {
        let ends = document.elements(of: node, most: 2).compactMap {
            document.integer($0, in: 0...Latency.longest)
        }
        guard ends.count == 2, let low = ends.first, let high = ends.last, low <= high else {
            document.report(node, "must be the least and the most in milliseconds", "[100, 900]")
            return 0...0
        }
        return low...high
    }

    private mutating func optional(_ name: String, of node: DocumentNode) -> DocumentNode? {
        guard node.value.members != nil else { return nil }
        return document.member(name, of: node)
    }

    private mutating func integer(
        _ name: String, of node: DocumentNode, in range: ClosedRange<Int>
    ) -> Int? {
        optional(name, of: node).flatMap { document.integer($0, in: range) }
    }
}

/// Every mistake in a scenario file.
public struct ScenarioFaults: Error, Sendable, CustomStringConvertible {
    /// In the order found, at least one.
    public let faults: [DocumentFault]

    /// One mistake a line.
    public var description: String { faults.map(\.description).joined(separator: "\n") }
}
