import Foundation
import Gateway
import Testing
import TravelModel

@testable import Ledger

@Suite("A ledger that was lost")
struct LostLedgerTests {
    /// What is left of it.
    enum Rest: CaseIterable {
        case nothing
        case emptyFile
        case fileWithoutTables

        func leave(at path: String) throws {
            switch self {
            case .nothing: return
            case .emptyFile: try Data().write(to: URL(filePath: path))
            case .fileWithoutTables:
                try Database(path: path, mode: .readWrite).execute("PRAGMA journal_mode=WAL")
            }
        }
    }

    private func open(_ folder: Folder) throws -> LedgerFile {
        try LedgerFile(
            path: folder.path("ledger.db"), node: "n1",
            keys: PersonalKeys(current: LedgerFixture.key(1)), signs: [folder.path("hold.key")],
            onLostWrites: { _ in })
    }

    @Test(
        "It is refused, not made anew, by a start and by a key's command; beginning is said aloud",
        arguments: Rest.allCases)
    func lost(rest: Rest) throws {
        let folder = try Folder()
        let path = folder.path("ledger.db")
        let sign = folder.path("hold.key")
        try Data([1]).write(to: URL(filePath: sign))
        try rest.leave(at: path)
        // SQLite makes an empty log for whoever looks into a file.
        func names() throws -> [String] {
            try folder.names().filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
        }
        let before = try names()
        let fault = LedgerFault.lost(isMissing: rest == .nothing, sign: sign)
        #expect(throws: fault) { try open(folder) }
        #expect(throws: fault) { try ClientKeyBook(path: path, isInUse: false, signs: [sign]) }
        #expect(throws: fault) { try ClientKeyBook(path: path, isInUse: true, signs: [sign]) }
        #expect(try names() == before)
        for told in ["hold.key", "ledger restore", "ledger begin"] {
            #expect(fault.description.contains(told))
        }
        let aside = try LedgerBeginning.run(
            at: path, now: Instant(millisecondsSinceEpoch: 1_800_000_000_000))
        #expect((aside == nil) == (rest == .nothing))
        try open(folder).close()
        #expect(throws: BackupFault.exists(path)) {
            try LedgerBeginning.run(at: path, now: Instant(millisecondsSinceEpoch: 0))
        }
    }

    @Test(
        "Without a sign it is a first start, also after one that was cut off",
        arguments: Rest.allCases)
    func first(rest: Rest) throws {
        let folder = try Folder()
        try rest.leave(at: folder.path("ledger.db"))
        try open(folder).close()
        try open(folder).close()
    }

    @Test(
        "A log that is left alone is a sign by itself, and is not thrown away",
        arguments: [true, false])
    func log(isMissing: Bool) throws {
        let folder = try Folder()
        let log = folder.path("ledger.db-wal")
        try Data("what was acknowledged last".utf8).write(to: URL(filePath: log))
        if !isMissing { try Rest.emptyFile.leave(at: folder.path("ledger.db")) }
        #expect(throws: LedgerFault.lost(isMissing: isMissing, sign: log)) { try open(folder) }
        try LedgerBeginning.run(
            at: folder.path("ledger.db"), now: Instant(millisecondsSinceEpoch: 1_800_000_000_000))
        #expect(try folder.contains("what was acknowledged last"))
        try open(folder).close()
    }

    @Test("Where a restore was cut off, it has to be finished first")
    func halfRestored() throws {
        let folder = try Folder()
        let path = folder.path("ledger.db")
        try Data([1]).write(to: URL(filePath: path + LedgerRestore.unfinished))
        let fault = LedgerFault.halfRestored(path + LedgerRestore.unfinished)
        #expect(throws: fault) { try ClientKeyBook(path: path, isInUse: false) }
        #expect(throws: fault) {
            try LedgerBeginning.run(at: path, now: Instant(millisecondsSinceEpoch: 0))
        }
    }
}
