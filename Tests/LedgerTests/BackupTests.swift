import Foundation
import Gateway
import GatewayTesting
import Testing
import TravelModel

@testable import Ledger

@Suite("Backups of the ledger")
struct BackupTests {
    private let taken = Instant(millisecondsSinceEpoch: 1_800_000_100_000)
    private let restored = Instant(millisecondsSinceEpoch: 1_800_000_900_000)

    /// A ledger with `count` holds that have a room each.
    private func filled(_ count: Int) async throws -> LedgerFixture {
        let fixture = try LedgerFixture()
        _ = try await SQLiteInventory(fixture.file, rooms: [LedgerFixture.room(allotment: 999)])
        for number in 1...count { try await hold(number, in: fixture.file) }
        return fixture
    }

    private func hold(_ number: Int, in file: LedgerFile) async throws {
        let ledger = SQLiteHoldLedger(file)
        let claim = try LedgerFixture.claim(number)
        _ = try await ledger.claim(claim)
        _ = try await ledger.update(claim.granted(until: 1_800_000_600_000), inventory: .take)
    }

    @Test("A backup taken while holds are written is sound, whole up to some moment, and dated")
    func whileWriting() async throws {
        let fixture = try await filled(5)
        let backup = fixture.place.path("copy.ledger")
        let source = fixture.place.path("ledger.db")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 6...60 { try await hold(number, in: fixture.file) }
            }
            try LedgerBackup.take(of: source, to: backup, now: taken)
            try await group.waitForAll()
        }
        let found = try LedgerVerification(
            path: backup, keys: PersonalKeys(current: LedgerFixture.key(1)))
        #expect(found.faults == [])
        #expect(found.isSound)
        #expect((5...60).contains(found.holds))
        #expect(found.withPersonalData == found.holds)
        #expect(found.withUnreadablePersonalData == 0)
        #expect(found.backupTakenAt == taken)
        #expect(found.format == LedgerSchema.newest)
        let names = try fixture.place.names().filter { $0.hasPrefix("copy") }
        #expect(names == ["copy.ledger"], "one file, no draft, no log")
        let mode = try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(fixture.file.restoration == nil)
        #expect(try LedgerVerification(path: source).backupTakenAt == nil, "the ledger has no mark")
    }

    @Test("A file that is there is never overwritten, nor is a draft left")
    func noOverwriting() async throws {
        let fixture = try await filled(1)
        let target = fixture.folder.appending(path: "there")
        try Data("mine".utf8).write(to: target)
        #expect(throws: BackupFault.exists(target.path)) {
            try LedgerBackup.take(
                of: fixture.place.path("ledger.db"), to: target.path, now: taken)
        }
        #expect(try Data(contentsOf: target) == Data("mine".utf8))
        #expect(try fixture.place.names().filter { $0.hasPrefix("there") } == ["there"])
        #expect(throws: BackupFault.missing(fixture.place.path("no.db"))) {
            try LedgerBackup.take(
                of: fixture.place.path("no.db"), to: fixture.place.path("x"), now: taken)
        }
        #expect(throws: BackupFault.self) {
            try LedgerBackup.take(
                of: fixture.place.path("ledger.db"), to: fixture.place.path("none/x"), now: taken)
        }
    }

    @Test("A restored ledger is the backup, says when it was taken, and the old one is beside it")
    func restore() async throws {
        let fixture = try await filled(3)
        let path = fixture.place.path("ledger.db")
        let backup = fixture.place.path("copy.ledger")
        try LedgerBackup.take(of: path, to: backup, now: taken)
        try await hold(4, in: fixture.file)
        fixture.file.close()
        let aside = try LedgerRestore.run(backup, to: path, now: restored)
        #expect(aside == path + ".before-2027-01-15T081500Z")
        let file = try LedgerFixture.open(fixture.folder)
        #expect(file.restoration == Restoration(restoredAt: restored, backupTakenAt: taken))
        let ledger = SQLiteHoldLedger(file)
        let (known, lost) = (try LedgerFixture.claim(3), try LedgerFixture.claim(4))
        #expect(try await ledger.hold(known.id, of: known.tenant)?.state == .held)
        #expect(try await ledger.hold(known.id, of: known.tenant)?.guests == known.guests)
        #expect(try await ledger.hold(lost.id, of: lost.tenant) == nil)
        #expect(try LedgerAudit(path: path).nights.map(\.taken) == [3, 3])
        #expect(try LedgerVerification(path: #require(aside)).holds == 4)
        #expect(!FileManager.default.fileExists(atPath: path + ".restoring"))
        file.close()
    }

    @Test("The log of the old ledger goes aside with it, and is not taken for the new one's")
    func oldLog() async throws {
        let fixture = try await filled(2)
        try LedgerBackup.take(
            of: fixture.place.path("ledger.db"), to: fixture.place.path("copy"), now: taken)
        for number in 3...5 { try await hold(number, in: fixture.file) }
        // As a gateway that was killed leaves it: a file, and a log that is not copied into it.
        let killed = try Folder()
        for name in ["ledger.db", "ledger.db-wal"] {
            try FileManager.default.copyItem(
                atPath: fixture.place.path(name), toPath: killed.path(name))
        }
        let path = killed.path("ledger.db")
        let aside = try LedgerRestore.run(fixture.place.path("copy"), to: path, now: restored)
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        #expect(try LedgerVerification(path: path).holds == 2)
        #expect(try LedgerVerification(path: #require(aside)).holds == 5, "with its log")
        let old = try #require(aside?.split(separator: "/").last)
        #expect(try killed.names() == ["ledger.db", String(old)], "one file each")
    }

    @Test("No log that lies beside the place of a restored ledger is ever taken for its own")
    func staleLog() async throws {
        let fixture = try await filled(2)
        let backup = fixture.place.path("copy")
        try LedgerBackup.take(of: fixture.place.path("ledger.db"), to: backup, now: taken)
        for number in 3...5 { try await hold(number, in: fixture.file) }
        let log = fixture.place.path("ledger.db-wal")
        // Beside no ledger at all, beside one that cannot be read, and as a restore cut off leaves it.
        for name in [nil, "ledger.db", "ledger.db.restoring"] {
            let folder = try Folder()
            try FileManager.default.copyItem(atPath: log, toPath: folder.path("ledger.db-wal"))
            if let name { try Data("no ledger".utf8).write(to: folder.url.appending(path: name)) }
            let path = folder.path("ledger.db")
            try LedgerRestore.run(backup, to: path, now: restored)
            #expect(try folder.names().filter { !$0.contains(".before-") } == ["ledger.db"])
            let file = try LedgerFixture.open(folder.url)
            let (known, lost) = (try LedgerFixture.claim(2), try LedgerFixture.claim(3))
            let ledger = SQLiteHoldLedger(file)
            #expect(try await ledger.hold(known.id, of: known.tenant)?.state == .held)
            #expect(try await ledger.hold(lost.id, of: lost.tenant) == nil)
            file.close()
            #expect(try LedgerVerification(path: path).holds == 2)
        }
    }

    @Test(
        "A log or a journal of a file that had the backup's name is not taken for its own",
        arguments: ["-wal", "-shm", "-journal"])
    func staleName(suffix: String) async throws {
        let fixture = try await filled(1)
        let target = fixture.place.path("copy")
        try Data("old".utf8).write(to: fixture.folder.appending(path: "copy" + suffix))
        #expect(throws: BackupFault.exists(target + suffix)) {
            try LedgerBackup.take(of: fixture.place.path("ledger.db"), to: target, now: taken)
        }
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    /// Files that are no ledger, made in a folder.
    private static let foreign: [(ForeignFile, @Sendable (String) throws -> Void)] = [
        (
            .folder,
            {
                try FileManager.default.createDirectory(
                    atPath: $0, withIntermediateDirectories: false)
            }
        ),
        (.special, { _ = mkfifo($0, 0o600) }),
        (.empty, { try Data().write(to: URL(fileURLWithPath: $0)) }),
        (
            .compressed,
            {
                try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0]).write(
                    to: URL(fileURLWithPath: $0))
            }
        ),
        (.noDatabase, { try Data("Hello".utf8).write(to: URL(fileURLWithPath: $0)) }),
        (
            .otherDatabase,
            { path in
                let database = try Database(path: path, mode: .readWrite)
                try database.execute("CREATE TABLE hold(a); PRAGMA user_version=3")
            }
        ),
    ]

    @Test("To verify, to back up and to restore leave nothing beside the file they read")
    func nothingBeside() async throws {
        let fixture = try await filled(2)
        fixture.file.close()
        let folder = try Folder()
        let path = folder.path("ledger.db")
        // In the mode of the log, as a gateway that was stopped leaves it.
        try FileManager.default.copyItem(
            atPath: fixture.place.path("ledger.db"), toPath: path)
        #expect(try LedgerVerification(path: path).holds == 2)
        #expect(try folder.names() == ["ledger.db"])
        try LedgerBackup.take(of: path, to: folder.path("copy"), now: taken)
        #expect(try folder.names() == ["copy", "ledger.db"])
        try LedgerRestore.run(path, to: folder.path("new.db"), now: restored)
        #expect(try folder.names() == ["copy", "ledger.db", "new.db"])
        #expect(try LedgerVerification(path: folder.path("new.db")).holds == 2)
        let before = try folder.bytes("ledger.db")
        #expect(try fixture.place.bytes("ledger.db") == before, "and change nothing")
    }

    @Test("Whoever names a file that is no ledger is told what it is, and it stays as it was")
    func foreignFiles() async throws {
        #expect(Self.foreign.map(\.0) == ForeignFile.allCases)
        let fixture = try await filled(1)
        fixture.file.close()
        for (kind, make) in Self.foreign {
            let folder = try Folder()
            let path = folder.path("wrong")
            try make(path)
            let fault = BackupFault.foreign(path, kind)
            #expect(fault.description == "\(path): this is no ledger of Tributary: \(kind)")
            #expect(throws: fault) { try LedgerVerification(path: path) }
            #expect(throws: fault) {
                try LedgerBackup.take(of: path, to: folder.path("copy"), now: taken)
            }
            #expect(throws: fault) {
                try LedgerRestore.run(path, to: fixture.place.path("ledger.db"), now: restored)
            }
            #expect(try folder.names().filter { $0 != "wrong" } == [])
            guard kind != .empty else { continue }
            #expect(throws: LedgerFault.foreign(kind)) {
                try LedgerCheck.run(path: path) { _ in }
            }
            #expect(throws: fault) { try ClientKeyBook(path: path, isInUse: false) }
        }
        #expect(throws: BackupFault.missing("/nowhere/x")) {
            try LedgerVerification(path: "/nowhere/x")
        }
        #expect(try fixture.place.names().filter { $0.contains("before") } == [])
        #expect(try LedgerVerification(path: fixture.place.path("ledger.db")).holds == 1)
    }

    @Test("Each restore keeps the ledger it replaces, under a name of its own")
    func twice() async throws {
        let fixture = try await filled(1)
        let path = fixture.place.path("ledger.db")
        let backup = fixture.place.path("copy.ledger")
        try LedgerBackup.take(of: path, to: backup, now: taken)
        fixture.file.close()
        let names = try (0..<3).map { _ in try LedgerRestore.run(backup, to: path, now: restored) }
        #expect(Set(names).count == 3)
        let later = Instant(millisecondsSinceEpoch: 1_900_000_000_000)
        try LedgerBackup.take(of: path, to: fixture.place.path("second"), now: later)
        try LedgerRestore.run(
            fixture.place.path("second"), to: path, now: later.advanced(by: .seconds(5)))
        let file = try LedgerFixture.open(fixture.folder)
        #expect(file.restoration?.backupTakenAt == later, "the latest one counts")
        file.close()
    }

    @Test("A backup of format 1 is restored as one of today; nobody knows when it was taken")
    func oldFormat() async throws {
        let folder = try Folder()
        let fixture = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/format-1.ledger").path
        try LedgerBackup.take(of: fixture, to: folder.path("one"), now: taken)
        #expect(try LedgerVerification(path: folder.path("one")).format == 1)
        #expect(
            try LedgerRestore.run(
                folder.path("one"), to: folder.path("ledger.db"), now: restored) == nil)
        let file = try LedgerFixture.open(folder.url)
        #expect(file.restoration == Restoration(restoredAt: restored, backupTakenAt: nil))
        file.close()
    }

    @Test("A backup that is not sound is not restored, and the ledger stays as it is")
    func unsound() async throws {
        let fixture = try await filled(40)
        let path = fixture.place.path("ledger.db")
        let backup = fixture.place.path("copy.ledger")
        try LedgerBackup.take(of: path, to: backup, now: taken)
        fixture.file.close()
        var bytes = try fixture.place.bytes("copy.ledger")
        for index in 4096..<4300 { bytes[index] ^= 0x5A }
        try Data(bytes).write(to: URL(filePath: backup))
        let before = try fixture.place.bytes("ledger.db")
        let names = try fixture.place.names()
        #expect(throws: BackupFault.self) {
            try LedgerRestore.run(backup, to: path, now: restored)
        }
        #expect(try fixture.place.bytes("ledger.db") == before)
        #expect(
            try fixture.place.names().filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }
                == names.filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") })
    }

    @Test("A restore cut off after the old ledger was put aside is done by the next one")
    func cutOff() async throws {
        let fixture = try await filled(2)
        let path = fixture.place.path("ledger.db")
        let backup = fixture.place.path("copy.ledger")
        try LedgerBackup.take(of: path, to: backup, now: taken)
        fixture.file.close()
        try FileManager.default.moveItem(atPath: path, toPath: path + ".restoring")
        #expect(throws: LedgerFault.halfRestored(path + ".restoring")) {
            try LedgerFixture.open(fixture.folder)
        }
        try LedgerRestore.run(backup, to: path, now: restored)
        let file = try LedgerFixture.open(fixture.folder)
        #expect(file.restoration?.restoredAt == restored)
        file.close()
    }

    @Test(
        "Rows that disagree with their columns, rooms that do not add up and undecodable rows are found",
        arguments: [
            ("UPDATE hold SET state = 'EXPIRED' WHERE attempt = 'key-1'", "do not agree"),
            ("UPDATE night SET taken = taken + 1", "rooms are taken"),
            ("DELETE FROM taken_room", "account for 0"),
            ("UPDATE hold SET body = x'01' WHERE attempt = 'key-2'", "cannot be decoded"),
        ])
    func found(change: String, told: String) async throws {
        let fixture = try await filled(3)
        fixture.file.close()
        let path = fixture.place.path("ledger.db")
        #expect(try LedgerVerification(path: path).isSound)
        try Database(path: path, mode: .readWrite).execute(change)
        let found = try LedgerVerification(path: path)
        #expect(found.faults.contains { $0.contains(told) }, "\(found.faults)")
        #expect(found.faults.count <= LedgerVerification.mostFaults)
    }

    @Test("Guests' data sealed with another key is counted, and is no fault of the file")
    func otherKey() async throws {
        let fixture = try await filled(3)
        fixture.file.close()
        let found = try LedgerVerification(
            path: fixture.place.path("ledger.db"), keys: PersonalKeys(current: LedgerFixture.key(5))
        )
        #expect(found.isSound)
        #expect(found.withUnreadablePersonalData == 3)
    }
}
