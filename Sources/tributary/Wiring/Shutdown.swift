import Dispatch
import Foundation

/// Waits for the operator or the system to ask for the end.
enum Shutdown {
    /// Returns at the first SIGINT, SIGTERM or SIGHUP (a terminal that closes); later ones end the
    /// process at once.
    ///
    /// With `watchingInput` the end of standard input asks as well, as it does when the process that
    /// started this one is gone.
    static func requested(watchingInput: Bool = false) async {
        let asking = [SIGINT, SIGTERM, SIGHUP]
        // Ignored as such, so that only the sources below see them.
        for number in asking { signal(number, SIG_IGN) }
        let (signals, continuation) = AsyncStream.makeStream(
            of: Int32.self, bufferingPolicy: .bufferingOldest(1))
        let sources = asking.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
        if watchingInput {
            Thread.detachNewThread {
                StandardInput.readToEnd()
                continuation.yield(SIGTERM)
            }
        }
        for await _ in signals { break }
        for source in sources { source.cancel() }
        for number in asking { signal(number, SIG_DFL) }
    }
}
