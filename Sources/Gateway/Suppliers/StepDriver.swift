public import SupplierKit

/// Runs one step of a supplier: carries out what its machine orders and tells it what happened.
///
/// - Events reach the machine one at a time, in the order they happened.
/// - At most ``mostAtOnce`` requests run at once, later ones wait in order.
/// - The step ends at its deadline or when the calling task is cancelled, whatever a transport
///   does: exchanges are cancelled then and not waited for.
/// - Each request is signed when it is sent.
public struct StepDriver: Sendable {
    /// Requests of one step on their way at the same time.
    public static let mostAtOnce = 4
    /// Requests one step may make in all.
    static let mostRequests = 256
    /// How long after the deadline a transport may still report how far the call had come.
    static let reportingTime: Duration = .milliseconds(25)

    private let transport: any SupplierTransport
    private let environment: Environment

    /// A driver keeps nothing between steps.
    public init(transport: any SupplierTransport, environment: Environment) {
        self.transport = transport
        self.environment = environment
    }

    /// Runs the machine to its end.
    ///
    /// The step's hard timeout in the manifest ends it, or `deadline` where that is earlier, with
    /// code `TIMEOUT` and the phase reached. `onNews` is called between two events of the machine
    /// and must not take long. With `recording` the outcome tells what was said on the wire, masked
    /// by it. `fields` go with every request, unsigned.
    public func run<End: Sendable>(
        _ machine: any StepMachine<End>, step: SupplierStep, of supplier: Supplier,
        deadline: Uptime? = nil, recording mask: ExchangeMask? = nil,
        fields: [(name: String, value: String)] = [],
        onNews: (StepNews) -> Void = { _ in }
    ) async -> StepOutcome<End> {
        await run(
            machine, step: step, of: supplier, deadline: deadline, recording: mask, fields: fields,
            trace: nil, onNews: onNews)
    }

    /// The same, with everything taken down in `trace` as it happens.
    func run<End: Sendable>(
        _ machine: any StepMachine<End>, step: SupplierStep, of supplier: Supplier,
        deadline: Uptime?, recording mask: ExchangeMask? = nil,
        fields: [(name: String, value: String)] = [], trace: CallTrace?,
        onNews: (StepNews) -> Void
    ) async -> StepOutcome<End> {
        let hard = environment.clock.uptime().advanced(by: supplier.manifest.timeouts[step])
        let end = min(hard, deadline ?? hard)
        let mailbox = StepMailbox()
        var run = StepRun(
            machine: machine, signer: RequestSigner(supplier), fields: fields, transport: transport,
            environment: environment, mailbox: mailbox, deadline: end)
        run.recording = mask.map { (ExchangeRecorder(step), $0) }
        run.trace = trace
        trace?.begin(at: environment.clock.now(), uptime: environment.clock.uptime(), deadline: end)
        let timer = environment.launch { [clock = environment.clock] in
            let latest = end.advanced(by: Self.reportingTime)
            if (try? await clock.sleep(until: latest)) != nil { mailbox.post(.deadline) }
        }
        await withTaskCancellationHandler {
            run.start(onNews)
            while run.isRunning {
                let delivery = await mailbox.receive()
                run.handle(delivery.item, onNews)
                delivery.acknowledge()
            }
        } onCancel: {
            mailbox.post(.cancelled)
        }
        timer.cancel()
        run.close()
        return run.outcome
    }
}
