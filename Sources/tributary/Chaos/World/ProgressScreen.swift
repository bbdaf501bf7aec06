import Foundation
import Synchronization

/// Where the lines of a run go: on a terminal the progress is one line written again and again.
final class ProgressScreen: Sendable {
    /// Columns of the terminal; `nil` where standard error is none.
    let width: Int?
    private let write: @Sendable (String) -> Void
    // A lock: lines come from several tasks and must not mix.
    private let isOnLine = Mutex(false)

    init(width: Int?, write: @escaping @Sendable (String) -> Void) {
        self.width = width
        self.write = write
    }

    /// Standard error, whatever it is.
    static var standardError: ProgressScreen {
        ProgressScreen(width: terminalWidth) {
            try? FileHandle.standardError.write(contentsOf: Data($0.utf8))
        }
    }

    private static var terminalWidth: Int? {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        var size = winsize()
        let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : 80
    }

    /// A line that stays.
    func tell(_ line: String) {
        isOnLine.withLock { isOnLine in
            write((isOnLine ? "\r\u{1B}[2K" : "") + "chaos: \(line)\n")
            isOnLine = false
        }
    }

    /// The progress: on a terminal in place of the one before.
    func show(_ line: String) {
        guard width != nil else { return tell(line) }
        isOnLine.withLock { isOnLine in
            write("\r\u{1B}[2K" + line)
            isOnLine = true
        }
    }
}
