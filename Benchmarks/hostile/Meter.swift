import Glibc

/// Times a piece of work over many rounds, and tells what memory it took at its highest.
struct Meter {
    struct Result {
        var verdict = ""
        var medianMilliseconds = 0.0
        var slowestMilliseconds = 0.0
        /// The most that resident memory grew by within a round.
        var grownBytes = 0
    }

    let rounds: Int

    func run(_ work: () -> String) -> Result {
        var result = Result()
        // Once unmeasured: what is made once a process is not the body's cost.
        result.verdict = work()
        var times: [Double] = []
        for _ in 0..<rounds {
            let before = Memory.restart()
            let start = Self.now()
            let verdict = work()
            times.append(Double(Self.now() - start) / 1_000_000)
            result.grownBytes = max(result.grownBytes, Memory.highest() - before)
            if verdict != result.verdict { result.verdict = "changes: \(verdict)" }
        }
        times.sort()
        result.medianMilliseconds = times[times.count / 2]
        result.slowestMilliseconds = times.last ?? 0
        return result
    }

    /// Of this thread alone, so that a busy machine changes little.
    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

/// Resident memory of this process, as the kernel counts it (proc(5)).
enum Memory {
    /// Forgets the highest value so far and gives the present one.
    static func restart() -> Int {
        giveBack()
        if let file = fopen("/proc/self/clear_refs", "w") {
            fputs("5", file)
            fclose(file)
        }
        return field("VmRSS:")
    }

    /// Returns what is free to the kernel, so that a round does not find room that another left.
    private static func giveBack() {
        typealias Trim = @convention(c) (Int) -> Int32
        if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: Trim.self)(0) }
    }

    static func highest() -> Int { field("VmHWM:") }

    private static func field(_ name: String) -> Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            let words = String(decoding: bytes, as: UTF8.self).split { " \t\n".contains($0) }
            if words.first == Substring(name), words.count > 1 {
                return (Int(words[1]) ?? 0) * 1_024
            }
        }
        return 0
    }
}
