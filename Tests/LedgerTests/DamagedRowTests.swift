import Foundation
import Gateway
import GatewayTesting
import Testing
import TravelModel

@testable import Ledger

@Suite("Damage that SQLite does not see")
struct DamagedRowTests {
    private let taken = Instant(millisecondsSinceEpoch: 1_800_000_100_000)

    /// A ledger with `count` holds of own rooms, what happened to them, and a client's key.
    private func filled(_ count: Int) async throws -> LedgerFixture {
        let fixture = try LedgerFixture()
        _ = try await SQLiteInventory(fixture.file, rooms: [LedgerFixture.room(allotment: 99)])
        let ledger = SQLiteHoldLedger(fixture.file)
        _ = try await ledger.enter("n1")
        for number in 1...count {
            let claim = try LedgerFixture.claim(number)
            let entry = HoldEntry(
                at: claim.createdAt.wall, kind: .claimed, actor: "client", note: "as \(number)")
            _ = try await ledger.claim(claim, within: HoldLimits(), entries: [entry])
            _ = try await ledger.update(claim.granted(until: 1_800_000_600_000), inventory: .take)
        }
        let book = try ClientKeyBook(path: fixture.place.path("ledger.db"), isInUse: true)
        try book.add(
            ClientKeyRecord(
                id: "5f0c1e9a7b3d2468", tenant: try #require(LedgerFixture.tenant),
                hash: Array(repeating: 7, count: 32), createdAt: taken))
        return fixture
    }

    /// Every value of every table that decides something, as text.
    private func content(_ path: String) throws -> [String] {
        let database = try Database(path: path, mode: .readOnly)
        return try ChecksummedTable.all.flatMap { table in
            let values = (table.columns + ["checksum"]).map { "quote(\($0))" }
            let rows = try database.statement(
                "SELECT \(values.joined(separator: " || ',' || ")) FROM \(table.name)")
            defer { rows.reset() }
            var texts: [String] = []
            while try rows.step() { texts.append(rows.text(0)) }
            return texts
        }
    }

    @Test("One changed bit anywhere in a backup is told, unless no row is another for it")
    func bits() async throws {
        let fixture = try await filled(12)
        let backup = fixture.place.path("copy.ledger")
        try LedgerBackup.take(of: fixture.place.path("ledger.db"), to: backup, now: taken)
        #expect(try LedgerVerification(path: backup).faults == [])
        let before = try content(backup)
        let sound = try fixture.place.bytes("copy.ledger")
        let damaged = fixture.place.path("damaged.ledger")
        var random = SplitMix(seed: 20_261_130)
        var (told, changed, unseen) = (0, 0, [Int]())
        for _ in 0..<300 {
            let bit = Int(random.next() % UInt64(sound.count * 8))
            var bytes = sound
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            try Data(bytes).write(to: URL(filePath: damaged))
            let isSound = (try? LedgerVerification(path: damaged).isSound) ?? false
            let isSame = (try? content(damaged)) == before
            if !isSound { told += 1 }
            if !isSame { changed += 1 }
            if isSound, !isSame { unseen.append(bit) }
        }
        #expect(unseen == [], "a sound file has the rows that were written")
        #expect(changed > 30 && told >= changed, "\(changed) changed a row, \(told) were told")
    }

    @Test("One changed bit in what a row holds is told, every time")
    func bodies() async throws {
        let fixture = try await filled(12)
        let backup = fixture.place.path("copy.ledger")
        try LedgerBackup.take(of: fixture.place.path("ledger.db"), to: backup, now: taken)
        let sound = Data(try fixture.place.bytes("copy.ledger"))
        let damaged = fixture.place.path("damaged.ledger")
        var random = SplitMix(seed: 4711)
        let before = try content(backup)
        var told = 0
        for number in 0..<300 where told < 64 {
            // Near the reference of one of the holds, wherever that stands: in its row, mostly.
            let reference = try LedgerFixture.claim(number % 12 + 1).reference.text
            let places = sound.ranges(of: Data(reference.utf8))
            let place = try #require(places.dropFirst(number / 12 % places.count).first)
            var bytes = sound
            let index = place.lowerBound + Int(random.next() % 400) - 100
            bytes[index] ^= 1 << UInt8(random.next() % 8)
            try bytes.write(to: URL(filePath: damaged))
            // Where a row stood once there is nothing to tell.
            if (try? content(damaged)) == before { continue }
            told += 1
            #expect((try? LedgerVerification(path: damaged).isSound) != true, "byte \(index)")
            #expect(throws: (any Error).self) {
                try LedgerRestore.run(damaged, to: fixture.place.path("new.db"), now: taken)
            }
        }
        #expect(told == 64)
    }

    /// Changes a value as a bad disk does: nothing that watches writes learns of it.
    private func damage(_ change: String, _ fixture: LedgerFixture) async throws {
        try await fixture.file.writer.run { database in
            let table = try #require(
                ChecksummedTable.all.first { change.contains("UPDATE \($0.name) ") })
            let triggers = ["guarded", "rewritten"].map { "\(table.name)_\($0)" }
            var scripts: [String] = []
            for trigger in triggers {
                let row = try database.statement(
                    "SELECT sql FROM sqlite_schema WHERE name = '\(trigger)'")
                #expect(try row.step())
                scripts.append(row.text(0))
                row.reset()
                try database.execute("DROP TRIGGER \(trigger)")
            }
            try database.execute(change)
            for script in scripts { try database.execute(script) }
        }
    }

    @Test(
        "A damaged hold is neither shown nor changed, counted where it is due, and stops no other")
    func hold() async throws {
        let fixture = try await filled(2)
        let ledger = SQLiteHoldLedger(fixture.file)
        let (claim, other) = (try LedgerFixture.claim(1), try LedgerFixture.claim(2))
        let granted = claim.granted(until: 1_800_000_600_000)
        // A minute more than was announced: it decodes, and only the checksum knows.
        try await damage(
            "UPDATE hold SET expires_ms = expires_ms + 60000 WHERE id = '\(claim.id.text)'", fixture
        )
        let (id, key, tenant) = (claim.id, claim.key, claim.tenant)
        await #expect(throws: StorageFault.damagedRow) { try await ledger.hold(id, of: tenant) }
        await #expect(throws: StorageFault.damagedRow) { try await ledger.hold(key, of: tenant) }
        await #expect(throws: StorageFault.damagedRow) { try await ledger.claim(claim) }
        var ended = granted
        ended.version += 1
        (ended.state, ended.stage) = (.released, .settled)
        let end = ended
        await #expect(throws: StorageFault.damagedRow) {
            try await ledger.update(end, inventory: .giveBack)
        }
        await #expect(throws: StorageFault.damagedRow) {
            try await ledger.announce(id, of: tenant)
        }
        #expect(try await ledger.hold(other.id, of: tenant)?.state == .held)
        let late = LedgerFixture.now(1_800_000_700_000)
        #expect(try await ledger.due(at: late, for: .first, most: 9).map(\.id) == [other.id])
        #expect(try await ledger.backlog(at: late, for: .first)[.unreadable] == 1)
        #expect(
            try LedgerAudit(path: fixture.place.path("ledger.db")).nights.map(\.taken) == [2, 2])
    }

    @Test(
        "Rooms are neither taken, shown nor given back by a damaged row",
        arguments: [
            "UPDATE night SET taken = 0", "UPDATE own_room SET allotment = 100",
        ])
    func rooms(change: String) async throws {
        let fixture = try await filled(1)
        let ledger = SQLiteHoldLedger(fixture.file)
        try await damage(change, fixture)
        let claim = try LedgerFixture.claim(2)
        _ = try await ledger.claim(claim)
        await #expect(throws: StorageFault.damagedRow) {
            try await ledger.update(claim.granted(until: 1_800_000_600_000), inventory: .take)
        }
        #expect(try await ledger.hold(claim.id, of: claim.tenant)?.state == .pending)
    }

    @Test("What a hold took is given back by a sound row only")
    func takenRoom() async throws {
        let fixture = try await filled(1)
        try await damage("UPDATE taken_room SET nights = 1", fixture)
        var ended = try LedgerFixture.claim(1).granted(until: 1_800_000_600_000)
        ended.version += 1
        (ended.state, ended.stage) = (.released, .settled)
        let end = ended
        await #expect(throws: StorageFault.damagedRow) {
            try await SQLiteHoldLedger(fixture.file).update(end, inventory: .giveBack)
        }
    }

    @Test("A client's key is not read from a damaged row, nor does it vanish")
    func key() async throws {
        let fixture = try await filled(1)
        try await damage("UPDATE client_key SET tenant = 'demp'", fixture)
        await #expect(throws: StorageFault.damagedRow) {
            try await SQLiteClientKeys(fixture.file).keys(since: nil)
        }
    }

    @Test("Guests' data of a damaged row goes all the same, and the row stays known as damaged")
    func erasure() async throws {
        let fixture = try await filled(1)
        let ledger = SQLiteHoldLedger(fixture.file)
        var over = try LedgerFixture.claim(1).granted(until: 1_800_000_600_000)
        over.version += 1
        (over.state, over.stage) = (.expired, .settled)
        _ = try await ledger.update(over, inventory: .giveBack)
        try await damage("UPDATE hold SET version = version + 1", fixture)
        let late = LedgerFixture.now(1_800_000_600_000 + 31 * 86_400_000)
        for _ in 0..<2 { _ = try await ledger.retire(HoldRetention(), at: late, most: 9) }
        let left = try await fixture.file.reader.run { database in
            try database.integer("SELECT length(personal) FROM hold")
        }
        #expect(left == 0)
        let found = try LedgerVerification(path: fixture.place.path("ledger.db"))
        #expect(found.faults.contains { $0.contains("the row is not as it was written") })
    }

    @Test(
        "The rows of an earlier format get their checksums at start, also by one that was cut off")
    func fill() async throws {
        let folder = try Folder()
        let fixture = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/format-1.ledger")
        try FileManager.default.copyItem(at: fixture, to: folder.url.appending(path: "ledger.db"))
        let path = folder.path("ledger.db")
        let cutOff = try Database(path: path, mode: .readWrite)
        try LedgerSchema.migrate(cutOff, by: LedgerSchema.migrations)
        #expect(try cutOff.integer("SELECT count(*) FROM hold WHERE checksum IS NULL") == 10)
        #expect(try LedgerVerification(path: path).isSound, "not filled in is no damage yet")
        try LedgerFixture.open(folder.url).close()
        #expect(try cutOff.integer("SELECT count(*) FROM hold WHERE checksum IS NULL") == 0)
        #expect(try LedgerVerification(path: path).faults == [])
        try cutOff.execute("UPDATE hold SET checksum = NULL")
        #expect(try !LedgerVerification(path: path).isSound, "from then on it is")
    }
}

/// Numbers that look random and are the same each time: SplitMix64 by Sebastiano Vigna.
private struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
