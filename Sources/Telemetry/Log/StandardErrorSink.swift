internal import Glibc
internal import Synchronization

/// Writes each event as one line to a descriptor, standard error unless told otherwise.
///
/// A reader that does not keep up loses lines rather than stop the gateway: a line is written only
/// when the descriptor takes bytes, and the number of lost ones is told in the next that fits.
public final class StandardErrorSink: LogSink {
    private struct State {
        var lost = 0
        var brokenLine = false
    }

    private let descriptor: Int32
    /// A file always takes bytes; a pipe or a terminal has to be asked.
    private let isFile: Bool
    // A lock: lines are written under it so that they never mix. The write inside cannot block: the
    // descriptor was just asked whether it takes bytes, and a line is no longer than PIPE_BUF.
    private let state = Mutex(State())

    /// Writes to an open descriptor, which stays the caller's; 2 is standard error.
    public init(descriptor: Int32 = 2) {
        self.descriptor = descriptor
        var status = stat()
        isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Writes one event, or counts it as lost.
    public func record(_ event: LogEvent) {
        let line = LogLine.render(event)
        state.withLock { state in
            if state.lost > 0 {
                let notice = LogEvent(
                    time: event.time, level: .warning, name: "log_lines_lost",
                    fields: [LogField("lines", .integer(state.lost))])
                guard write(LogLine.render(notice), &state) else {
                    state.lost += 1
                    return
                }
                state.lost = 0
            }
            if !write(line, &state) { state.lost += 1 }
        }
    }

    private func takesBytes() -> Bool {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&ready, 1, 0) == 1 && ready.revents & Int16(POLLOUT) != 0
    }

    private func write(_ line: [UInt8], _ state: inout State) -> Bool {
        guard isFile || takesBytes() else { return false }
        // A line cut short by a full disk is closed first, so that it spoils no other.
        let bytes = state.brokenLine ? [UInt8(ascii: "\n")] + line : line
        while true {
            let written = Glibc.write(descriptor, bytes, bytes.count)
            if written < 0, errno == EINTR { continue }
            if written > 0 { state.brokenLine = written < bytes.count }
            return written == bytes.count
        }
    }
}
