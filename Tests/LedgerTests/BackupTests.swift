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
            ("PRAGMA user_version = 77", "format is 77"),
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
