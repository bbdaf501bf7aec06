public import Gateway

/// Looks whether the gateway is ready, at most once a second however often it is asked.
///
/// A look writes to the ledger, and anybody may ask: without this, asking would be a way to keep
/// holds waiting.
public actor ReadinessWatch {
    /// How long what was found is told again.
    static let interval: Duration = .seconds(1)

    private let clock: any GatewayClock
    private let look: @Sendable () async -> [ReadinessCheck]
    private var found: (checks: [ReadinessCheck], at: Uptime)?
    private var running: Task<[ReadinessCheck], Never>?

    /// `look` does the looking; it must end by itself, since no caller's leaving ends it.
    public init(
        clock: any GatewayClock, look: @escaping @Sendable () async -> [ReadinessCheck]
    ) {
        self.clock = clock
        self.look = look
    }

    /// The checks as they were found at most a second ago.
    public func checks() async -> [ReadinessCheck] {
        if let found, found.at.duration(to: clock.uptime()) < Self.interval { return found.checks }
        if let running { return await running.value }
        // Unstructured: it belongs to all who ask meanwhile, any of whom may leave; it ends when
        // `look` does, and the one who started it waits for it here.
        let work = Task { [look] in await look() }
        running = work
        let checks = await work.value
        found = (checks, clock.uptime())
        running = nil
        return checks
    }
}
