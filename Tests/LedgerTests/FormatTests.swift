import Foundation
import Gateway
import Testing
import TravelModel

@testable import Ledger

@Suite("Formats of the ledger's file")
struct FormatTests {
    /// A copy of the file that the first format's release wrote, in a folder of its own.
    private func formatOne(_ name: String = "ledger.db") throws -> Folder {
        let folder = try Folder()
        let fixture = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/format-1.ledger")
        try FileManager.default.copyItem(at: fixture, to: folder.url.appending(path: name))
        return folder
    }

    @Test("A file of format 1 becomes one of today with every hold, room and freed key as it was")
    func upgrade() async throws {
        let folder = try formatOne()
        let file = try LedgerFixture.open(folder.url)
        defer { file.close() }
        #expect(
            try await file.reader.run { try $0.integer("PRAGMA user_version") }
                == Int64(LedgerSchema.newest))
        let ledger = SQLiteHoldLedger(file)
        let expected: [(HoldState, HoldStage)] = [
            (.pending, .claimed), (.pending, .keeping), (.pending, .doubtful), (.held, .settled),
            (.priceConfirmed, .settled), (.refused, .settled), (.released, .settled),
            (.released, .releasing), (.expired, .settled), (.refused, .settled),
        ]
        for (index, state) in expected.enumerated() {
            let claim = try LedgerFixture.claim(index + 1)
            let record = try #require(try await ledger.hold(claim.id, of: claim.tenant))
            #expect(record.state == state.0)
            #expect(record.stage == state.1)
            #expect(record.key == claim.key)
            #expect(record.quote == claim.quote)
            #expect(record.withPersonalData(of: claim) == record, "guests and contact are whole")
            let byKey = try await ledger.hold(claim.key, of: claim.tenant)
            #expect(byKey?.id == (index == 9 ? nil : claim.id), "the tenth one's key was free")
        }
        #expect(try await ledger.hold(try id(3), of: claimTenant())?.doubt?.lookups == 4)
        let audit = try LedgerAudit(path: folder.path("ledger.db"))
        #expect(audit.nights.map(\.taken) == [1, 1])
        #expect(audit.nights.allSatisfy { $0.taken == $0.accounted })
        #expect(file.restoration == nil)
    }

    @Test("What format 1 kept of guests in plain text is in the file no more")
    func upgradeSeals() async throws {
        let folder = try formatOne()
        #expect(try folder.contains("zoe@example.com"), "the fixture has it")
        let file = try LedgerFixture.open(folder.url)
        let claim = try LedgerFixture.claim(4)
        #expect(
            try await SQLiteHoldLedger(file).hold(claim.id, of: claim.tenant)?.contact
                == claim.contact)
        #expect(try !folder.contains("zoe@example.com"))
        file.close()
    }

    @Test("A file of a later format is refused in words, and not a byte of it changes")
    func newer() throws {
        let folder = try Folder()
        let path = folder.path("ledger.db")
        try LedgerFixture.open(folder.url).close()
        let later = try Database(path: path, mode: .readWrite)
        try later.execute("PRAGMA user_version=99")
        try later.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let before = try folder.bytes("ledger.db")
        let fault = try #require(throws: LedgerFault.self) { try LedgerFixture.open(folder.url) }
        #expect(fault == .newer(found: 99, known: LedgerSchema.newest))
        #expect(fault.description.contains("its format is 99"))
        #expect(fault.description.contains("knows formats 1 to \(LedgerSchema.newest)"))
        #expect(throws: fault, "a release cannot judge a format it does not know") {
            try LedgerVerification(path: path)
        }
        #expect(try folder.bytes("ledger.db") == before)
    }

    @Test("A script that fails half-way leaves the format and the rows it found")
    func failingScript() throws {
        let folder = try formatOne()
        let database = try Database(path: folder.path("ledger.db"), mode: .readWrite)
        let scripts = [
            LedgerSchema.migrations[0], "CREATE TABLE extra(a); INSERT INTO extra VALUES(1);",
            "DELETE FROM hold; CREATE TABLE hold(a);",
        ]
        #expect(throws: DatabaseFault.self) { try LedgerSchema.migrate(database, by: scripts) }
        #expect(try database.integer("PRAGMA user_version") == 1)
        #expect(try database.integer("SELECT count(*) FROM hold") == 10)
        #expect(
            try database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'extra'") == 0)
        #expect(!database.isInTransaction)
        try LedgerSchema.migrate(database, by: LedgerSchema.migrations)
        #expect(try database.integer("PRAGMA user_version") == Int64(LedgerSchema.newest))
    }

    @Test("A damaged file is refused with what to do, and left as it is")
    func damaged() throws {
        let folder = try formatOne()
        let path = folder.path("ledger.db")
        var bytes = try folder.bytes("ledger.db")
        // The middle of the table of holds: its root is the second page.
        for index in 4096..<4196 { bytes[index] ^= 0x5A }
        try Data(bytes).write(to: URL(filePath: path))
        let fault = try #require(throws: LedgerFault.self) { try LedgerFixture.open(folder.url) }
        guard case .damaged = fault else {
            Issue.record("\(fault)")
            return
        }
        #expect(fault.description.contains("tributary ledger restore"))
        #expect(try folder.bytes("ledger.db") == bytes)
    }

    @Test(
        "An index that has lost or changed an entry is damage, also where every row is whole",
        arguments: ["hold_attempt", "hold_quote", "hold_work", "hold_newest"])
    func damagedIndex(index: String) async throws {
        let folder = try Folder()
        let path = folder.path("ledger.db")
        let file = try LedgerFixture.open(folder.url)
        let claim = try LedgerFixture.claim(1)
        _ = try await SQLiteHoldLedger(file).claim(claim, within: HoldLimits(), entries: [])
        file.close()
        let (page, size) = try {
            let database = try Database(path: path, mode: .readOnly)
            return (
                try database.integer(
                    "SELECT rootpage FROM sqlite_schema WHERE name = '\(index)'"),
                try database.integer("PRAGMA page_size")
            )
        }()
        var bytes = try folder.bytes("ledger.db")
        // The last byte of the page's only entry, which stands at its end: the hold's id.
        bytes[Int(page * size) - 1] ^= 0x01
        try Data(bytes).write(to: URL(filePath: path))
        let fault = try #require(throws: LedgerFault.self) { try LedgerFixture.open(folder.url) }
        guard case .damaged(let what) = fault else {
            Issue.record("\(fault)")
            return
        }
        #expect(what.contains(index), "\(what)")
        #expect(try folder.bytes("ledger.db") == bytes)
    }

    @Test(
        "Text that is no database is refused, too", arguments: ["no database", "SQLite format 3"])
    func noDatabase(text: String) throws {
        let folder = try Folder()
        let bytes = Array(String(repeating: text, count: 100).utf8)
        try Data(bytes).write(to: folder.url.appending(path: "ledger.db"))
        #expect(throws: LedgerFault.self) { try LedgerFixture.open(folder.url) }
        #expect(try folder.bytes("ledger.db") == bytes)
    }

    @Test("A ledger whose restore was cut off is not opened")
    func halfRestored() throws {
        let folder = try formatOne("ledger.db.restoring")
        let fault = try #require(throws: LedgerFault.self) { try LedgerFixture.open(folder.url) }
        #expect(fault.description.contains("ledger.db.restoring"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("ledger.db")))
    }

    @Test("Whoever starts a gateway over a large ledger is told what takes so long")
    func progress() throws {
        let folder = try formatOne()
        var told: [String] = []
        try LedgerCheck.run(path: folder.path("ledger.db")) { told.append($0) }
        #expect(told.isEmpty)
        try LedgerCheck.run(path: folder.path("ledger.db"), noticeable: 4096) { told.append($0) }
        #expect(told.count == 1)
    }

    private func id(_ number: Int) throws -> HoldID { try LedgerFixture.claim(number).id }

    private func claimTenant() throws -> TenantID { try #require(LedgerFixture.tenant) }
}
