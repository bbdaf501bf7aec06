import Digest
import Foundation
import Gateway
import Ledger
import TravelModel

/// The folder where the gateway keeps what must outlive it.
final class DataDirectory: Sendable {
    /// Another process has the folder.
    struct InUse: Error, CustomStringConvertible {
        let path: String

        var description: String {
            "another gateway uses the data directory \(path); each needs one of its own"
        }
    }

    let path: String
    /// Open for as long as this process uses the folder; the kernel lets go when it ends.
    private let lock: Int32

    /// Makes the folder if it is missing, readable by its owner only: holds contain personal data.
    init(_ path: String) throws {
        self.path = path
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw FileBytes.Fault(
                description: "\(path): cannot be made or is no folder: "
                    + String(cString: strerror(errno)))
        }
        lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        // Two sweepers over one ledger would each believe that the other's holds have no owner.
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            if lock >= 0 { close(lock) }
            throw InUse(path: path)
        }
    }

    deinit { close(lock) }

    /// Lets another gateway have the folder; to be called once nothing is written any more.
    func leave() { flock(lock, LOCK_UN) }

    /// The ledger in the folder at `path`.
    static func ledger(in path: String) -> String { path + "/ledger.db" }

    var ledger: String { Self.ledger(in: path) }

    /// Files that are made once a ledger is there, never before: without one they tell that it was
    /// lost.
    ///
    /// `personal.key` is none of them: the ledger is made with it.
    static func signsOfLedger(in path: String) -> [String] {
        ["hold.key", "quote.key", "answers.db"].map { "\(path)/\($0)" }
    }

    var answers: String { path + "/answers.db" }
    var places: String { path + "/places.db" }

    /// Every table of rates this gateway has used, newest last: quotes and holds made with an earlier
    /// one are still shown and compared with it.
    ///
    /// `current` is kept from now on; at most 60 files are read.
    func rates(keeping current: ExchangeRateTable, from file: String) throws -> [ExchangeRateTable]
    {
        let folder = path + "/rates"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let kept = "\(folder)/\(current.asOf).json"
        try? FileManager.default.removeItem(atPath: kept)
        try FileManager.default.copyItem(atPath: file, toPath: kept)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        return try names.suffix(60).map { try RatesReader.read(file: "\(folder)/\($0)") }
    }

    /// The key quote ids are signed with: made once, so that quotes live through restarts.
    func quoteKeys() throws -> QuoteKeyring {
        let key = try KeyFile.bytes(path + "/quote.key", losing: "every quote it signed")
        return QuoteKeyring(current: .init(number: 1, key: try AuthenticationKey(key)))
    }

    /// What guests' data is sealed with.
    func personalKeys(_ configuration: Configuration) throws -> PersonalKeys {
        try PersonalKeyFile.keys(configuration, folder: path)
    }

    /// Makes the references of holds at suppliers: the same for the same attempt, also after an older
    /// copy of the ledger was put in place.
    func holdReferences() throws -> HoldReferences {
        let key = try KeyFile.bytes(path + "/hold.key", losing: "the way back to holds in doubt")
        return try HoldReferences(secret: try AuthenticationKey(key))
    }
}
