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
        guard !samples.isEmpty else { return 0 }
        let first = samples[max(0, count(where: { $0 <= start }) - 1)]
        let last = samples[min(samples.count - 1, count(where: { $0 < end }))]
        return Self.most(first.gateway, last.gateway) + Self.most(first.clients, last.clients)
    }

    /// How many samples from the first one on are `early`; those are all before the others.
    private func count(where early: (RunTime) -> Bool) -> Int {
        var (low, high) = (0, samples.count)
        while low < high {
            let middle = low + (high - low) / 2
            if early(samples[middle].at) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The share of its time that the gateway's most waiting thread waited, of those seen for a second.
    var gatewayShare: Double {
        var seen: [Int32: (first: Sample, last: Sample)] = [:]
        for sample in samples {
            for thread in sample.gateway.keys {
                seen[thread, default: (sample, sample)].last = sample
            }
        }
        return seen.map { thread, span in
            let time = span.last.at.milliseconds(since: span.first.at)
            guard time >= 1000 else { return 0 }
            return max(0, (span.last.gateway[thread] ?? 0) - (span.first.gateway[thread] ?? 0))
                / time
        }.max() ?? 0
    }

    private static func most(_ first: [Int32: Double], _ last: [Int32: Double]) -> Double {
        last.map { max(0, $0.value - (first[$0.key] ?? 0)) }.max() ?? 0
    }
}
