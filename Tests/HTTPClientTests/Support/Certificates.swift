import Foundation

/// A folder of certificates made for one test: an authority and a server it vouches for.
final class Certificates {
    /// What is wrong with the server's certificate.
    enum Flaw: String, CaseIterable, Sendable {
        case none, expired, notYetValid, otherName, selfSigned, otherAuthority
    }

    let folder: URL
    /// The authority that a client is told to trust.
    var authority: String { path("authority.pem") }
    var certificate: String { path("server.pem") }
    var key: String { path("server.key") }

    init(_ flaw: Flaw) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try makeAuthority("authority")
        if flaw == .selfSigned { try makeSelf() } else { try makeSigned(flaw) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func makeSigned(_ flaw: Flaw) throws {
        if flaw == .otherAuthority { try makeAuthority("other") }
        let name = flaw == .otherName ? "elsewhere.test" : "localhost"
        try openssl(
            ["req", "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=\(name)"]
                + ["-addext", "subjectAltName=DNS:\(name)"] + Self.newKey)
        let (start, end) =
            switch flaw {
            case .expired: ("20200101000000Z", "20200201000000Z")
            case .notYetValid: ("20900101000000Z", "20910101000000Z")
            default: ("20200101000000Z", "20910101000000Z")
            }
        let signer = flaw == .otherAuthority ? "other" : "authority"
        try openssl([
            "ca", "-batch", "-notext", "-config", "authority.conf", "-in", "server.csr", "-cert",
            "\(signer).pem", "-keyfile", "\(signer).key", "-out", "server.pem", "-startdate", start,
            "-enddate", end,
        ])
    }

    private static let newKey = [
        "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
    ]

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func makeAuthority(_ name: String) throws {
        let settings = """
            [ca]
            default_ca = here
            [here]
            database = index
            new_certs_dir = .
            rand_serial = yes
            default_md = sha256
            policy = any
            copy_extensions = copy
            unique_subject = no
            [any]
            commonName = supplied
            """
        try settings.write(toFile: path("authority.conf"), atomically: true, encoding: .utf8)
        try "".write(toFile: path("index"), atomically: true, encoding: .utf8)
        try openssl(
            ["req", "-x509", "-keyout", "\(name).key", "-out", "\(name).pem", "-days", "2"]
                + ["-subj", "/CN=Test authority \(name)"] + Self.newKey)
    }

    private func makeSelf() throws {
        try openssl(
            ["req", "-x509", "-keyout", "server.key", "-out", "server.pem", "-days", "2"]
                + ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
                + Self.newKey)
    }

    private func openssl(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: SecureServer.openssl)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw POSIXError(.EINVAL) }
    }
}
