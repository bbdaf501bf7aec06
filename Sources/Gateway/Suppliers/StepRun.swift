internal import SupplierKit
internal import TravelModel

/// One step while it runs: which requests are out, which wait, and the verdict once there is one.
struct StepRun<End: Sendable> {
    /// A request that is with the transport.
    private struct Exchange {
        let tag: RequestTag
        let actsOnce: Bool
        let task: Task<Void, Never>
        var phase: CallPhase
    }

    private var machine: any StepMachine<End>
    private let signer: RequestSigner
    private let fields: [(name: String, value: String)]
    private let transport: any SupplierTransport
    private let environment: Environment
    private let mailbox: StepMailbox
    private let deadline: Uptime

    private var running: [Exchange] = []
    private var waiting: [(request: SupplierRequest, tag: RequestTag)] = []
    private var timers: [(tag: TimerTag, task: Task<Void, Never>)] = []
    private var ordered = 0
    private var phase = CallPhase.connect
    private var toldPhase = CallPhase.connect
    private var mayHaveActed = false
    private var hasSent = false
    private var verdict: StepVerdict<End>?
    /// Takes down what is said on the wire, where somebody wants to know it with the outcome.
    var recording: (recorder: ExchangeRecorder, mask: ExchangeMask)?
    /// Takes down the same for whoever asks later.
    var trace: CallTrace?

    init(
        machine: any StepMachine<End>, signer: RequestSigner,
        fields: [(name: String, value: String)], transport: any SupplierTransport,
        environment: Environment, mailbox: StepMailbox, deadline: Uptime
    ) {
        self.machine = machine
        self.signer = signer
        self.fields = fields
        self.transport = transport
        self.environment = environment
        self.mailbox = mailbox
        self.deadline = deadline
    }

    /// Whether there is no verdict yet.
    var isRunning: Bool { verdict == nil }

    /// To be read after ``close()``.
    var outcome: StepOutcome<End> {
        let stalled = StepVerdict<End>.failed(
            SupplierFailure(.malformed, phase: .decode, detail: "the step did not end"))
        return StepOutcome(
            verdict: verdict ?? stalled, mayHaveActed: mayHaveActed, hasSent: hasSent,
            exchanges: recording.map { $0.recorder.exchanges(maskedBy: $0.mask) } ?? [])
    }

    mutating func start(_ onNews: (StepNews) -> Void) {
        apply(machine.start(at: environment.clock.now()), onNews)
    }

    mutating func handle(_ item: StepMailbox.Item, _ onNews: (StepNews) -> Void) {
        switch item {
        case .deadline:
            // Between two requests the answer as a whole is what is missing.
            let reached = phase == .decode ? CallPhase.body : phase
            verdict = .failed(SupplierFailure(.timeout, phase: reached))
        case .cancelled: verdict = .failed(SupplierFailure(.cancelled, phase: phase))
        case .sending(let tag):
            guard let index = running.firstIndex(where: { $0.tag == tag }) else { return }
            running[index].phase = .headers
            trace?.sending(tag, at: environment.clock.uptime())
            tellPhase(onNews)
        case .event(let event):
            guard admit(event) else { return }
            if case .head(_, let head) = event { onNews(.head(head)) }
            let uptime = environment.clock.uptime()
            recording?.recorder.note(event, at: uptime)
            trace?.note(event, at: uptime)
            apply(machine.on(event, at: environment.clock.now()), onNews)
        }
    }

    /// Cancels everything still out and lets the senders go.
    mutating func close() {
        for exchange in running { exchange.task.cancel() }
        for timer in timers { timer.task.cancel() }
        // Whatever its phase: the word that it goes out may be on its way. Only a transport that has
        // ended the exchange itself knows for certain that nothing was sent.
        if running.contains(where: \.actsOnce) { mayHaveActed = true }
        mailbox.close()
    }

    /// Books what an event says of its request; `false` for one that was given up.
    private mutating func admit(_ event: StepEvent) -> Bool {
        switch event {
        case .head(let tag, _), .bytes(let tag, _):
            guard let index = running.firstIndex(where: { $0.tag == tag }) else { return false }
            running[index].phase = .body
        case .end(let tag):
            guard let exchange = remove(tag) else { return false }
            if exchange.actsOnce { mayHaveActed = true }
            if running.isEmpty { phase = .decode }
        case .fault(let tag, let fault):
            guard let exchange = remove(tag) else { return false }
            if exchange.actsOnce, fault.phase != .connect { mayHaveActed = true }
        case .timer(let tag):
            guard let index = timers.firstIndex(where: { $0.tag == tag }) else { return false }
            timers.remove(at: index)
        }
        return true
    }

    private mutating func apply(_ reaction: StepReaction<End>, _ onNews: (StepNews) -> Void) {
        if !reaction.offers.isEmpty || !reaction.drops.isEmpty {
            onNews(.found(reaction.offers, reaction.drops))
        }
        if let end = reaction.end {
            verdict = .ended(end)
            return
        }
        for order in reaction.orders where verdict == nil { carryOut(order) }
        while verdict == nil, running.count < StepDriver.mostAtOnce, !waiting.isEmpty {
            let next = waiting.removeFirst()
            send(next.request, next.tag)
        }
        tellPhase(onNews)
        guard verdict == nil, running.isEmpty, waiting.isEmpty, timers.isEmpty else { return }
        verdict = .failed(
            SupplierFailure(.malformed, phase: .decode, detail: "the step did not end"))
    }

    private mutating func carryOut(_ order: StepOrder) {
        switch order {
        case .send(let request, let tag):
            ordered += 1
            guard ordered <= StepDriver.mostRequests else {
                verdict = .failed(
                    SupplierFailure(.malformed, phase: .decode, detail: "too many requests"))
                return
            }
            waiting.append((request, tag))
        case .setTimer(let duration, let tag): setTimer(duration, tag)
        case .cancel(let tag):
            waiting.removeAll { $0.tag == tag }
            guard let exchange = remove(tag) else { return }
            exchange.task.cancel()
            if exchange.actsOnce { mayHaveActed = true }
        }
    }

    private mutating func send(_ request: SupplierRequest, _ tag: RequestTag) {
        var signed: WireRequest
        do throws(RequestSigner.Fault) {
            signed = try signer.sign(request, at: environment.clock.now())
        } catch {
            verdict = .failed(Self.failure(of: error))
            return
        }
        let (now, uptime) = (environment.clock.now(), environment.clock.uptime())
        recording?.recorder.note(request, tag, at: now, uptime: uptime)
        trace?.note(request, tag, at: now, uptime: uptime)
        signed.headers += fields
        hasSent = true
        let task = environment.launch { [wire = signed, transport, mailbox, deadline, trace] in
            do throws(TransportFault) {
                try await transport.exchange(wire, deadline: deadline) { event in
                    switch event {
                    case .sending: mailbox.post(.sending(tag))
                    case .head(let head): await mailbox.send(.head(tag, head))
                    case .bytes(let bytes): await mailbox.send(.bytes(tag, bytes))
                    case .measured(let measure): trace?.note(measure, tag)
                    }
                }
                await mailbox.send(.end(tag))
            } catch {
                await mailbox.send(.fault(tag, error))
            }
        }
        running.append(
            Exchange(tag: tag, actsOnce: !request.idempotent, task: task, phase: .connect))
    }

    private mutating func setTimer(_ duration: Duration, _ tag: TimerTag) {
        let due = environment.clock.uptime().advanced(by: duration)
        let task = environment.launch { [clock = environment.clock, mailbox] in
            if (try? await clock.sleep(until: due)) != nil {
                mailbox.post(.event(.timer(tag)))
            }
        }
        timers.append((tag, task))
    }

    private mutating func remove(_ tag: RequestTag) -> Exchange? {
        guard let index = running.firstIndex(where: { $0.tag == tag }) else { return nil }
        return running.remove(at: index)
    }

    /// The furthest that a request now under way has come; between two requests the last one's.
    private mutating func tellPhase(_ onNews: (StepNews) -> Void) {
        let order = CallPhase.allCases
        let furthest = running.map(\.phase).max { a, b in
            (order.firstIndex(of: a) ?? 0) < (order.firstIndex(of: b) ?? 0)
        }
        if let furthest { phase = furthest }
        guard phase != toldPhase else { return }
        toldPhase = phase
        onNews(.phase(phase))
    }

    private static func failure(of fault: RequestSigner.Fault) -> SupplierFailure {
        switch fault {
        case .missingCredential(let name):
            SupplierFailure(.auth, phase: .connect, detail: "no credential `\(name)`")
        case .unusableCredential(let name):
            SupplierFailure(.auth, phase: .connect, detail: "credential `\(name)` is unusable")
        case .malformedRequest:
            SupplierFailure(.malformed, phase: .connect, detail: "the request cannot be sent")
        case .noDigest:
            SupplierFailure(.auth, phase: .connect, detail: "no signature could be made")
        }
    }
}
