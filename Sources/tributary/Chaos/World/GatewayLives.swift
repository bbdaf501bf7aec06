import Foundation
import Synchronization

/// The gateway of a run through all its lives: one process after the other over the same data.
///
/// Each life listens at ports of its own, so that no other process can take them in between.
final class GatewayLives: Sendable {
    private let folder: ChaosFolder
    // A lock: the clients ask where to go while an interruption puts another process in place.
    private let current: Mutex<(process: GatewayProcess, number: Int)>

    /// Starts the first one and waits, blocking, for its addresses.
    init(_ folder: ChaosFolder) throws {
        self.folder = folder
        let first = try Self.start(folder, 1)
        current = Mutex((first, 1))
    }

    /// Starts the next one, blocking; to be called when the one before has ended.
    func startNext() throws {
        let number = current.withLock { $0.number } + 1
        let next = try Self.start(folder, number)
        current.withLock { $0 = (next, number) }
    }

    private static func start(_ folder: ChaosFolder, _ number: Int) throws -> GatewayProcess {
        try GatewayProcess(
            configuration: folder.configuration, log: folder.gatewayLog(number))
    }

    private var process: GatewayProcess { current.withLock { $0.process } }

    /// Where clients go now.
    var address: String { process.address }
    /// Where operators go now.
    var operators: String { process.operators }
    /// Of the process that serves now.
    var processIdentifier: Int32 { process.processIdentifier }
    /// Of the process that serves now; see ``ChildProcess/exitStatus``.
    var exitStatus: Int32? { process.exitStatus }

    /// Sends a signal to the process that serves now, unless it has ended.
    func send(_ signal: Int32) {
        let process = process
        if process.exitStatus == nil { kill(process.processIdentifier, signal) }
    }

    /// Lets the last one end even if it ignores signals.
    func stop() {
        send(SIGCONT)
        process.stop()
    }
}
