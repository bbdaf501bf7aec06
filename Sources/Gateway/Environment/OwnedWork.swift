extension Environment {
    /// Starts work that outlives whoever asked for it.
    ///
    /// The one place where the gateway makes unstructured tasks. That is right here because the
    /// owner (a flight, a step, a session) keeps the handle or the work ends by a deadline of its
    /// own, and because structured children would make their parent wait for code that ignores
    /// cancellation.
    @discardableResult
    func launch(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: chooseExecutor(), operation: work)
    }

    /// The operation's value if it comes before `deadline` and before the caller is cancelled.
    ///
    /// On `nil` the operation is cancelled and no longer waited for, whether it listens or not.
    func value<Value: Sendable>(
        by deadline: Uptime, _ operation: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let first = FirstValue<Value?>()
        let work = launch { first.offer(await operation()) }
        let timer = launch { [clock] in
            if (try? await clock.sleep(until: deadline)) != nil { first.offer(nil) }
        }
        let value = await withTaskCancellationHandler {
            await first.value()
        } onCancel: {
            first.offer(nil)
        }
        work.cancel()
        timer.cancel()
        return value
    }
}
