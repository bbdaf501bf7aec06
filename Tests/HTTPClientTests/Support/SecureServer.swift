import Foundation

/// `openssl s_server` with a certificate made for the test, which answers every path with one page.
final class SecureServer {
    static let openssl = "/usr/bin/openssl"
    static let isAvailable = FileManager.default.isExecutableFile(atPath: openssl)

    let port: Int
    let certificates: Certificates
    private let process = Process()

    init(_ flaw: Certificates.Flaw = .none, extra: [String] = []) throws {
        certificates = try Certificates(flaw)
        let page = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret"
        try page.write(
            to: certificates.folder.appending(path: "page"), atomically: true, encoding: .utf8)
        process.executableURL = URL(filePath: Self.openssl)
        process.arguments =
            ["s_server", "-accept", "127.0.0.1:0", "-cert", certificates.certificate]
            + ["-key", certificates.key, "-HTTP"] + extra
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.currentDirectoryURL = certificates.folder
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        port = try Self.readPort(output.fileHandleForReading)
    }

    /// Not SIGTERM: a process inherits what the thread that starts it blocks.
    deinit {
        kill(process.processIdentifier, SIGKILL)
        // A `Process` keeps itself until its end is seen.
        process.waitUntilExit()
    }

    func url(_ host: String) -> String { "https://\(host):\(port)/page" }

    /// Waits for the line `ACCEPT 127.0.0.1:port`.
    static func readPort(_ output: FileHandle) throws -> Int {
        var text = ""
        while let piece = try output.read(upToCount: 1) {
            text += String(decoding: piece, as: UTF8.self)
            guard text.hasSuffix("\n"), let line = text.split(separator: "\n").last,
                line.hasPrefix("ACCEPT"), let port = line.split(separator: ":").last
            else { continue }
            return Int(port) ?? 0
        }
        throw POSIXError(.ECHILD)
    }
}
