import Digest
import Foundation
import Gateway

/// The folder where the gateway keeps what must outlive it.
struct DataDirectory: Sendable {
    let path: String

    /// Makes the folder if it is missing, readable by its owner only: holds contain personal data.
    init(_ path: String) throws {
        self.path = path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    var ledger: String { path + "/ledger.db" }
    var answers: String { path + "/answers.db" }
    var places: String { path + "/places.db" }

    /// The key quote ids are signed with: made once, so that quotes live through restarts.
    func quoteKeys() throws -> QuoteKeyring {
        let file = path + "/quote.key"
        if let kept = FileManager.default.contents(atPath: file), kept.count == 32 {
            return QuoteKeyring(
                current: .init(number: 1, key: try AuthenticationKey([UInt8](kept))))
        }
        let fresh = try SecureRandom.bytes(32)
        // Written whole under another name first: a half-written key would void every quote.
        let draft = file + ".new"
        let isWritten = FileManager.default.createFile(
            atPath: draft, contents: Data(fresh), attributes: [.posixPermissions: 0o600])
        guard isWritten, rename(draft, file) == 0 else { throw CocoaError(.fileWriteUnknown) }
        return QuoteKeyring(current: .init(number: 1, key: try AuthenticationKey(fresh)))
    }
}
