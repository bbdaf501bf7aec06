/// How long the kernel let the gateway's threads wait for a processor, and how late our own loops ran.
///
/// On a busy machine a thread that should run waits for its turn; that time is no fault of the
/// gateway and is measured, by `/proc/PID/task/TID/schedstat`, rather than guessed. Our loops are
/// measured by a timer on each: a client that reads late may not call the gateway late.
struct ProcessorWaits: Sendable {
    /// One look, all in milliseconds since the thread or loop began.
    struct Sample: Sendable {
        var at: RunTime
        /// By thread.
        var gateway: [Int32: Double]
        /// By loop.
        var clients: [Int32: Double]
    }

    /// In order of time.
    var samples: [Sample] = []

    /// The longest that one thread of the gateway waited plus one loop of ours lagged between two
    /// moments, in milliseconds, widened to the samples around them; 0 where nothing was measured.
    func longest(from start: RunTime, to end: RunTime) -> Double {
        guard
            let first = samples.last(where: { $0.at <= start }) ?? samples.first,
            let last = samples.first(where: { $0.at >= end }) ?? samples.last
        else { return 0 }
        return Self.most(first.gateway, last.gateway) + Self.most(first.clients, last.clients)
    }

    /// The share of the whole run that the gateway's most waiting thread waited.
    var gatewayShare: Double {
        guard let first = samples.first, let last = samples.last, first.at < last.at else {
            return 0
        }
        return Self.most(first.gateway, last.gateway) / last.at.milliseconds(since: first.at)
    }

    private static func most(_ first: [Int32: Double], _ last: [Int32: Double]) -> Double {
        last.map { max(0, $0.value - (first[$0.key] ?? 0)) }.max() ?? 0
    }
}
