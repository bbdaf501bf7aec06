import Foundation

/// `openssl s_server` with a certificate made for the test, which answers every path with one page.
final class SecureServer {
    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

    let port: Int
    let certificate: String
    private let process: Process
    private let folder: URL

    /// Starts a server whose certificate is for `localhost` alone.
    init(extra: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificate = folder.appending(path: "certificate.pem").path
        let key = folder.appending(path: "key.pem").path
        try Self.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost",
        ])
        let page = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret"
        try page.write(to: folder.appending(path: "page"), atomically: true, encoding: .utf8)
        process = Self.openssl(
            ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-HTTP"]
                + extra)
        process.currentDirectoryURL = folder
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        port = try Self.readPort(output.fileHandleForReading)
    }

    deinit {
        process.terminate()
        try? FileManager.default.removeItem(at: folder)
    }

    func url(_ host: String) -> String { "https://\(host):\(port)/page" }

    /// Waits for the line `ACCEPT 127.0.0.1:port`.
    private static func readPort(_ output: FileHandle) throws -> Int {
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

    private static func openssl(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }

    private static func run(_ arguments: [String]) throws {
        let process = openssl(arguments)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw POSIXError(.EINVAL) }
    }
}
