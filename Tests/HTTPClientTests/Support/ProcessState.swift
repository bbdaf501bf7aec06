import Foundation
import Synchronization

/// What this process holds, as the kernel counts it.
struct ProcessState: Sendable {
    let descriptors: Int
    let residentBytes: Int
    let threads: Int

    var megabytes: Double { Double(residentBytes >> 10 * 10 / 1_024) / 10 }

    static func now() throws -> ProcessState {
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
        let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/statm"))
        let columns = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
            .split(separator: " ")
        let pages = columns.count > 1 ? Int(columns[1]) ?? 0 : 0
        return ProcessState(
            descriptors: open, residentBytes: pages * sysconf(Int32(_SC_PAGESIZE)),
            threads: threads)
    }
}

/// glibc's `malloc.h`, which Swift does not import: without it a process's size tells little of what
/// is in use.
enum Allocator {
    /// One arena, so that what one thread frees others find again, and large blocks apart from it.
    static func keepTidy() {
        typealias Mallopt = @convention(c) (Int32, Int32) -> Int32
        let (arenaMaximum, largeBlock): (Int32, Int32) = (-8, -3)
        guard let symbol = dlsym(nil, "mallopt") else { return }
        let mallopt = unsafeBitCast(symbol, to: Mallopt.self)
        _ = mallopt(arenaMaximum, 1)
        _ = mallopt(largeBlock, 32 << 10)
    }

    /// Returns what is free to the kernel.
    static func giveBack() {
        typealias Trim = @convention(c) (Int) -> Int32
        if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: Trim.self)(0) }
    }
}

/// Counts what happens, and lets one task wait for a total.
final class Turnstile: Sendable {
    private struct State {
        var count = 0
        var waiting: (total: Int, task: CheckedContinuation<Void, Never>)?
    }

    // Each continuation is taken out under the lock by the pass that completes its total.
    private let state = Mutex(State())

    func pass() {
        let task = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.count += 1
            guard let waiting = state.waiting, state.count >= waiting.total else { return nil }
            state.waiting = nil
            return waiting.task
        }
        task?.resume()
    }

    func wait(for total: Int) async {
        await withCheckedContinuation { task in
            let isReached = state.withLock { state in
                if state.count >= total { return true }
                state.waiting = (total, task)
                return false
            }
            if isReached { task.resume() }
        }
    }
}
