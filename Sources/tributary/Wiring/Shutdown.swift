import Foundation

/// Waits for the operator or the system to ask for the end: SIGINT, SIGTERM, or SIGHUP from a terminal
/// that closes.
///
/// The signals are blocked and taken by `sigwait`, so one that comes at any moment after
/// ``expect()`` is neither lost nor fatal; a handler would have to be installed in an instant in which
/// a signal is either.
enum Shutdown {
    /// Holds the signals back from now on; to be called first, while there are no other threads:
    /// each later one inherits it, child processes too.
    static func expect() {
        var signals = asking
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Returns at the first signal since ``expect()``; a later one ends the process at once.
    ///
    /// With `watchingInput` the end of standard input asks as well, as it does when the process that
    /// started this one is gone.
    static func requested(watchingInput: Bool = false) async {
        let (asked, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingOldest(1))
        Thread.detachNewThread {
            var signals = asking
            var number: Int32 = 0
            sigwait(&signals, &number)
            continuation.yield()
            // The second one is for those who will not wait: it meets its default action here.
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            while true { pause() }
        }
        if watchingInput {
            Thread.detachNewThread {
                StandardInput.readToEnd()
                continuation.yield()
            }
        }
        for await _ in asked { break }
    }

    private static var asking: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        return signals
    }
}
