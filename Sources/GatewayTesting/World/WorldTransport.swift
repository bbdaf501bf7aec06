internal import Gateway
internal import SupplierKit
internal import Synchronization
internal import TravelModel

/// The way between one gateway process and the suppliers.
///
/// A request that was sent is the supplier's: it acts on it whether or not anybody still waits.
struct WorldTransport: SupplierTransport {
    private enum Arrival: Sendable {
        case answer(String)
        case fault(TransportFault)
    }

    let life: ProcessLife
    let world: WorldGround

    func exchange(
        _ request: WireRequest, deadline: Uptime, onEvent: (TransportEvent) async -> Void
    ) async throws(TransportFault) {
        await life.pass()
        guard !life.isDead, let (supplier, target) = world.target(of: request.url) else {
            throw TransportFault(phase: .connect, reason: .connectFailed)
        }
        let step = Self.step(of: target)
        let (call, fate) = supplier.draw(step)
        let name = "\(supplier.id)#\(call)"
        world.log.note(name, "\(life.name) \(WorldText.request(target)) \(fate.word)")
        life.beginExchange()
        defer { life.endExchange() }
        if fate.connects { await onEvent(.sending) }
        let arrival = await sent(target, supplier, fate, deadline, name, step)
        if step == .hold, case .answer = arrival {
            await world.meet(.supplierAnswered, life)
        }
        await life.pass()
        switch arrival {
        case .fault(let fault):
            world.log.note(name, "\(fault.phase.rawValue) \(fault.reason.rawValue)")
            throw fault
        case .answer(let text):
            try await deliver(text, target, supplier, fate, deadline, name, onEvent)
        }
    }

    /// Sends, and waits for what comes back.
    private func sent(
        _ target: String, _ supplier: WorldSupplier, _ fate: SupplierFate, _ deadline: Uptime,
        _ name: String, _ step: SupplierStep
    ) async -> Arrival {
        let reply = FirstValue<Arrival>()
        let clock = world.clock
        guard fate.connects else {
            let refusal = clock.uptime().advanced(by: .milliseconds(3))
            let isLate = fate.isSilent || refusal > deadline
            let isCancelled = (try? await clock.sleep(until: isLate ? deadline : refusal)) == nil
            return .fault(
                TransportFault(
                    phase: .connect,
                    reason: isCancelled ? .cancelled : isLate ? .timeout : .connectFailed))
        }
        if let arrival = fate.arrival {
            let due = clock.uptime().advanced(by: arrival)
            // The supplier's own work: it ends by itself, whoever waits for the answer.
            Task(executorPreference: clock) { [world] in
                try? await clock.sleep(until: due)
                let text = fate.isTurnedAway ? "" : world.act(supplier, target, name)
                try? await clock.sleep(until: due.advanced(by: fate.way))
                switch fate.answer {
                case .none: break
                case .reset:
                    reply.offer(.fault(TransportFault(phase: .headers, reason: .brokenBody)))
                default: reply.offer(.answer(text))
                }
            }
        }
        if step == .hold { await world.meet(.supplierCalled, life) }
        let (reason, end) =
            fate.breaks.map {
                (TransportFault.Reason.brokenBody, min(deadline, clock.uptime().advanced(by: $0)))
            } ?? (.timeout, deadline)
        // Cancelled below as soon as there is an answer.
        let timer = Task(executorPreference: clock) {
            guard (try? await clock.sleep(until: end)) != nil else { return }
            reply.offer(
                .fault(
                    TransportFault(phase: .headers, reason: end == deadline ? .timeout : reason)))
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await reply.value()
        } onCancel: {
            reply.offer(.fault(TransportFault(phase: .headers, reason: .cancelled)))
        }
    }

    /// Hands an answer on as it looks on the wire.
    private func deliver(
        _ text: String, _ target: String, _ supplier: WorldSupplier, _ fate: SupplierFate,
        _ deadline: Uptime, _ name: String, _ onEvent: (TransportEvent) async -> Void
    ) async throws(TransportFault) {
        var status = 200
        if case .status(let other) = fate.answer { status = other }
        await onEvent(.head(ResponseHead(status: status, headers: [])))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        switch fate.answer {
        case .dripped(let pause):
            for (place, line) in lines.enumerated() {
                try await rest(pause, deadline)
                let isLast = place == lines.count - 1
                let bytes = Array((isLast ? line : line + "\n").utf8)
                if !bytes.isEmpty { await onEvent(.bytes(bytes)) }
            }
        case .cut:
            let half = Array(text.utf8.prefix(text.utf8.count / 2))
            if !half.isEmpty { await onEvent(.bytes(half)) }
            throw TransportFault(phase: .body, reason: .brokenBody)
        case .garbled:
            let garbled = target.hasPrefix("search") ? "no offer\n" + text : "<<< no answer"
            await onEvent(.bytes(Array(garbled.utf8)))
        default:
            if !text.isEmpty { await onEvent(.bytes(Array(text.utf8))) }
        }
        await life.pass()
        if status == 200, target.hasPrefix("search"), !life.isDead {
            var isGarbled = false
            if case .garbled = fate.answer { isGarbled = true }
            world.history.heard(
                of: target, lines: lines, isGarbled: isGarbled, at: world.clock.uptime())
        }
        world.log.note(name, "delivered")
    }

    private func rest(_ pause: Duration, _ deadline: Uptime) async throws(TransportFault) {
        let next = world.clock.uptime().advanced(by: pause)
        let isLate = next > deadline
        do throws(CancellationError) {
            try await world.clock.sleep(until: min(next, deadline))
        } catch {
            throw TransportFault(phase: .body, reason: .cancelled)
        }
        await life.pass()
        if isLate { throw TransportFault(phase: .body, reason: .timeout) }
    }

    private static func step(of target: String) -> SupplierStep {
        switch target.prefix(while: { $0 != "?" }) {
        case "search": .search
        case "revalidate": .revalidate
        case "hold": .hold
        case "release": .release
        default: .retrieve
        }
    }
}

extension WorldText {
    /// A request with its names cut short.
    static func request(_ target: String) -> String {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        guard let first = parts.first, first != "search", parts.count == 2 else { return target }
        let words = parts[1].split(separator: ",").map { $0.count > 12 ? short($0) : String($0) }
        return first + " " + words.joined(separator: ",")
    }
}
