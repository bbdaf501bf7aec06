/// Everything outside the gateway's own decisions that they depend on.
public struct Environment: Sendable {
    /// Time.
    public var clock: any GatewayClock
    /// Chance.
    public var random: any RandomSource
    /// Where a task runs that outlives the request that started it, asked at each start; `nil` for
    /// the default executor.
    ///
    /// A simulation gives its single-threaded one, the server one of its loops.
    public var chooseExecutor: @Sendable () -> (any TaskExecutor)?

    /// Names the machine's run in which the clock's uptime counts; rows keep it beside an uptime.
    public var boot: String

    /// All of them; the boot's name matters only to what outlives the process.
    public init(
        clock: any GatewayClock, random: any RandomSource, executor: (any TaskExecutor)?,
        boot: String = ""
    ) {
        self.clock = clock
        self.random = random
        chooseExecutor = { executor }
        self.boot = boot
    }

    /// Now, on both clocks.
    public func stamp() -> StampedTime {
        StampedTime(wall: clock.now(), boot: boot, uptime: clock.uptime())
    }
}
