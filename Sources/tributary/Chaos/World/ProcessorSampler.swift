import Foundation
import Reactor
import Synchronization

/// Measures, on a thread of its own, how long the gateway's threads wait for a processor, and how
/// late our own loops run.
final class ProcessorSampler: Sendable {
    private static let interval: UInt32 = 20_000
    private static let most = 400_000

    private let process: @Sendable () -> Int32
    private let clock: RunClock
    private let lags: [LoopLag]
    // A lock: the thread adds, whoever asks copies.
    private let waits = Mutex(ProcessorWaits())
    private let isOver = Atomic<Bool>(false)

    /// `process` is asked at every look: a restart puts another one in place.
    init(clock: RunClock, loops: [EventLoop], process: @escaping @Sendable () -> Int32) {
        self.process = process
        self.clock = clock
        lags = loops.map { LoopLag($0) }
    }

    /// Measures until ``stop()``.
    func start() {
        Thread.detachNewThread { [self] in
            while !isOver.load(ordering: .relaxed) {
                let sample = ProcessorWaits.Sample(
                    at: clock.now(), gateway: Self.waits(of: process()),
                    clients: Dictionary(
                        lags.enumerated().map { (Int32($0), $1.milliseconds) },
                        uniquingKeysWith: { first, _ in first }))
                // Between two lives there is nothing to measure.
                if !sample.gateway.isEmpty {
                    waits.withLock {
                        if $0.samples.count < Self.most { $0.samples.append(sample) }
                    }
                }
                usleep(Self.interval)
            }
        }
    }

    /// Keeps the timers of the loops going until the task is cancelled.
    func watchLoops() async {
        await withTaskGroup(of: Void.self) { group in
            for lag in lags {
                group.addTask(executorPreference: lag.loop) { await lag.watch() }
            }
        }
    }

    func stop() { isOver.store(true, ordering: .relaxed) }

    var measured: ProcessorWaits { waits.withLock { $0 } }

    /// The second field of `schedstat`: nanoseconds spent waiting on a run queue.
    static func waits(of process: Int32) -> [Int32: Double] {
        let folder = "/proc/\(process)/task"
        var waits: [Int32: Double] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard let thread = Int32(name), let file = fopen("\(folder)/\(name)/schedstat", "r")
            else { continue }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 128)
            guard fgets(&line, 128, file) != nil else { continue }
            let bytes = line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
            let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
            guard fields.count > 1, let nanoseconds = Double(fields[1]) else { continue }
            waits[thread] = nanoseconds / 1_000_000
        }
        return waits
    }
}

/// How late one loop runs, by a timer on it.
final class LoopLag: Sendable {
    let loop: EventLoop
    private let microseconds = Atomic<Int64>(0)

    init(_ loop: EventLoop) { self.loop = loop }

    /// All lateness so far.
    var milliseconds: Double { Double(microseconds.load(ordering: .relaxed)) / 1000 }

    /// Counts until the task is cancelled.
    func watch() async {
        while !Task.isCancelled {
            let due = MonotonicInstant.now().advanced(by: .milliseconds(10))
            guard (try? await loop.sleep(until: due)) != nil else { return }
            let late = due.duration(to: .now()).components
            let lag = late.seconds &* 1_000_000 &+ late.attoseconds / 1_000_000_000_000
            // A millisecond is what a timer may be late at any time.
            if lag > 1000 { microseconds.wrappingAdd(lag, ordering: .relaxed) }
        }
    }
}
