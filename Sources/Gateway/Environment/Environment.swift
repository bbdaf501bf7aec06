/// Everything outside the gateway's own decisions that they depend on.
public struct Environment: Sendable {
    /// Time.
    public var clock: any GatewayClock
    /// Chance.
    public var random: any RandomSource
    /// Where tasks run that outlive the request that started them; `nil` for the default executor.
    ///
    /// A simulation gives its single-threaded one, the server one of its loops.
    public var executor: (any TaskExecutor)?

    /// All of them; there are no defaults.
    public init(
        clock: any GatewayClock, random: any RandomSource, executor: (any TaskExecutor)?
    ) {
        self.clock = clock
        self.random = random
        self.executor = executor
    }
}
