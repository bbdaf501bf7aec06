import TravelModel

/// Forgets what is no longer needed of holds that are over, for as long as the gateway runs.
///
/// Small batches with a pause between them, so that holds never wait long behind one.
public struct RetentionSweep: Sendable {
    /// Holds in one batch, of each kind.
    private static let batch = 128
    /// Between two batches, while there is more to do.
    private static let pause = Duration.milliseconds(200)
    /// Between two looks, when there was nothing more.
    private static let interval = Duration.seconds(60)

    private let ledger: any HoldLedger
    private let retention: HoldRetention
    private let environment: Environment
    private let observer: any GatewayObserver

    /// Looks into `ledger` by the environment's clocks.
    public init(
        ledger: any HoldLedger, retention: HoldRetention, environment: Environment,
        observer: any GatewayObserver = SilentObserver()
    ) {
        self.observer = observer
        self.ledger = ledger
        self.retention = retention
        self.environment = environment
    }

    /// Looks until the calling task is cancelled; a ledger that cannot be written now is tried again
    /// at the next look.
    public func run() async {
        while !Task.isCancelled {
            let done = try? await ledger.retire(
                retention, at: environment.stamp(), most: Self.batch)
            if let done {
                let age = done.oldestPersonal?.duration(to: environment.clock.now())
                observer.note(.holdsRetired(done, oldestPersonal: age))
            }
            let wait = done?.mayBeMore == true ? Self.pause : Self.interval
            let next = environment.clock.uptime().advanced(by: wait)
            guard (try? await environment.clock.sleep(until: next)) != nil else { return }
        }
    }
}
