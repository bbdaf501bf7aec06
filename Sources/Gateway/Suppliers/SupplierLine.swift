internal import SupplierKit
internal import TravelModel

/// The way to suppliers for all but searches: asks their health, runs the step, tells how it went.
struct SupplierLine: Sendable {
    private let driver: StepDriver
    private let health: SupplierHealth
    private let observer: any GatewayObserver
    private let clock: any GatewayClock

    init(ports: GatewayPorts, health: SupplierHealth) {
        driver = StepDriver(transport: ports.transport, environment: ports.environment)
        self.health = health
        observer = ports.observer
        clock = ports.environment.clock
    }

    /// Runs the machine to its end; a supplier that is not to be asked now is a failure that surely did
    /// nothing.
    ///
    /// Ends at the call's own time, or at `deadline` where that is earlier. A call that is not spare may wait for
    /// its place; `mayGo` is asked when it has one, for what has changed meanwhile. `end` tells what an
    /// end of the machine says about the call.
    func run<End: Sendable>(
        _ machine: any StepMachine<End>, _ step: SupplierStep, of supplier: Supplier,
        _ urgency: CallUrgency = .pressing, by deadline: Uptime? = nil,
        recording mask: ExchangeMask? = nil, fields: [(name: String, value: String)] = [],
        mayGo: () -> Bool = { true }, end: (End) -> CallEnd
    ) async -> StepOutcome<End> {
        let permit: CallPermit
        switch await admit(supplier.id, step, urgency, deadline) {
        case .success(let given): permit = given
        case .failure(let refusal):
            return StepOutcome(verdict: .failed(refusal.failure), mayHaveActed: false)
        }
        // Who was cancelled while it waited for its place has nobody left to call for.
        guard !Task.isCancelled, mayGo() else {
            health.end(permit, .void(nil))
            return StepOutcome(
                verdict: .failed(SupplierFailure(.cancelled, phase: .connect)),
                mayHaveActed: false)
        }
        observer.note(.callStarted(supplier.id, step))
        let latest = min(permit.deadline, deadline ?? permit.deadline)
        let outcome = await driver.run(
            machine, step: step, of: supplier, deadline: latest, recording: mask, fields: fields
        ) { news in
            if case .head(let head) = news { health.hear(head, permit) }
        }
        var told: CallEnd =
            switch outcome.verdict {
            case .ended(let value): end(value)
            case .failed(let failure): CallEnd(failure)
            }
        // Who has less time than the supplier is given says nothing about the supplier.
        if told.code == .timeout, latest < permit.deadline { told.health = .abandoned }
        if !outcome.hasSent { told.health = told.health.unsent }
        health.end(permit, told.health)
        observer.note(
            .callEnded(
                supplier.id, step, told.code.map { .failure($0) },
                after: permit.begun.duration(to: clock.uptime())))
        return outcome
    }

    private func admit(
        _ supplier: SupplierID, _ step: SupplierStep, _ urgency: CallUrgency,
        _ deadline: Uptime?
    ) async -> Result<CallPermit, CallRefusal> {
        switch urgency {
        case .pressing, .asking:
            await health.admitPatiently(supplier, step, urgency, by: deadline)
        case .spare: health.admit(supplier, step, .spare)
        }
    }
}

/// What the end of a step says about its call.
struct CallEnd: Sendable {
    /// For the observer; `nil` for a whole answer.
    var code: SupplierFailure.Code?
    /// For the supplier's health.
    var health: CallVerdict

    static let answered = CallEnd(code: nil, health: .answered)

    init(code: SupplierFailure.Code?, health: CallVerdict) {
        self.code = code
        self.health = health
    }

    init(_ failure: SupplierFailure) {
        self.init(code: failure.code, health: CallVerdict(failure))
    }
}
