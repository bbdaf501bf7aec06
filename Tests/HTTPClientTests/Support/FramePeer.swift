import Foundation

/// `openssl s_server` that offers HTTP/2 and leaves the frames to a script, on a thread of its own;
/// one connection at a time.
///
/// Over TLS, since libcurl 7.88 does not reuse a connection that it took for HTTP/2 unasked.
final class FramePeer {
    let port: Int
    let certificates: Certificates
    private let process = Process()

    init(_ script: @escaping @Sendable (FrameConnection) -> Void) throws {
        certificates = try Certificates(.none)
        process.executableURL = URL(filePath: SecureServer.openssl)
        process.arguments = [
            "s_server", "-accept", "127.0.0.1:0", "-alpn", "h2", "-cert",
            certificates.certificate, "-key", certificates.key,
        ]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        port = try SecureServer.readPort(output.fileHandleForReading)
        let (incoming, outgoing) = (output.fileHandleForReading, input.fileHandleForWriting)
        Thread.detachNewThread {
            // To write to a process that has ended is an error here, not the end of the tests.
            var signals = sigset_t()
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            // The script returns when it is done with one connection, and another may come.
            while let frames = FrameConnection(incoming, outgoing) { script(frames) }
        }
    }

    /// Not SIGTERM: a process inherits what the thread that starts it blocks.
    deinit {
        kill(process.processIdentifier, SIGKILL)
        // A `Process` keeps itself until its end is seen.
        process.waitUntilExit()
    }

    func url(_ path: String = "/") -> String { "https://localhost:\(port)\(path)" }
}
