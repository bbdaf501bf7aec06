import Gateway
import Glibc
import TravelModel

/// The machine's clocks, read.
enum BootClock {
    /// The wall.
    static func now() -> Instant {
        let time = read(CLOCK_REALTIME)
        return Instant(
            millisecondsSinceEpoch: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Time since the machine started, its sleep included.
    ///
    /// A deadline that passed while it was suspended has passed; and since the count is the same for
    /// every process of one boot, rows may keep it.
    static func uptime() -> Uptime {
        let time = read(CLOCK_BOOTTIME)
        return Uptime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The kernel's own name of this run of the machine; a name for this process where it has none.
    static func bootID() -> String {
        let path = "/proc/sys/kernel/random/boot_id"
        guard let file = fopen(path, "r") else {
            return "process-\(getpid())-\(uptime().nanoseconds)"
        }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 64)
        guard fgets(&line, 64, file) != nil else { return "process-\(getpid())" }
        let bytes = line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
