import Codec
import Digest
import Foundation
import Gateway
import GatewayTesting
import Testing
import TravelModel

@testable import Ledger

@Suite("Guests' data in the ledger")
struct PersonalDataTests {
    private let canary = "Canary-4711"

    /// A claim with the canary wherever a client can write.
    private func claim(_ number: Int) throws -> HoldRecord {
        var record = try LedgerFixture.claim(number)
        record.guests = [
            try #require(Guest(room: 0, firstName: canary, lastName: "Ábel", age: nil, lead: true))
        ]
        record.contact = Contact(email: "\(canary)@example.com", phone: canary)
        record.clientReference = canary
        record.buyer = canary
        record.metadata = Array("{\"note\":\"\(canary)\"}".utf8)
        record.key = try #require(IdempotencyKey("\(canary)-\(number)"))
        return record
    }

    /// The sealed column of a hold.
    private func sealed(_ record: HoldRecord, _ file: LedgerFile) async throws -> [UInt8] {
        let id = record.id.text
        return try await file.reader.run { database in
            let row = try database.statement("SELECT personal FROM hold WHERE id = ?1").bind(id)
            defer { row.reset() }
            return try row.step() ? row.bytes(0) : []
        }
    }

    private func set(
        _ bytes: [UInt8], as record: HoldRecord, _ file: LedgerFile
    ) async throws {
        let id = record.id.text
        try await file.writer.run { database in
            try database.statement("UPDATE hold SET personal = ?2 WHERE id = ?1")
                .bind(id).bind(bytes).run()
        }
    }

    @Test("Nothing a client says of persons is on the disk in plain text, but for the key")
    func atRest() async throws {
        let fixture = try LedgerFixture()
        let ledger = SQLiteHoldLedger(fixture.file)
        var record = try claim(1)
        record.key = try #require(IdempotencyKey("k1"))
        _ = try await ledger.claim(record)
        #expect(try await ledger.hold(record.id, of: record.tenant) == record)
        #expect(try !fixture.place.contains(canary))
        #expect(try await sealed(record, fixture.file).count > 50)
    }

    @Test("Two rows of one text differ, and neither opens in the other's place")
    func swapped() async throws {
        let fixture = try LedgerFixture()
        let ledger = SQLiteHoldLedger(fixture.file)
        let (first, second) = (try LedgerFixture.claim(1), try LedgerFixture.claim(2))
        _ = try await ledger.claim(first)
        _ = try await ledger.claim(second)
        let (one, two) = (
            try await sealed(first, fixture.file), try await sealed(second, fixture.file)
        )
        #expect(one != two)
        try await set(one, as: second, fixture.file)
        let found = try #require(try await ledger.hold(second.id, of: second.tenant))
        #expect(found.personalDataFault == .damaged)
        #expect(found.guests.isEmpty && found.contact == nil && found.metadata == nil)
        #expect(found.withPersonalData(of: second) == second, "the hold itself is whole")
    }

    @Test("Any changed byte, and any cut, is a fault of the personal data alone")
    func tampered() async throws {
        let fixture = try LedgerFixture()
        let ledger = SQLiteHoldLedger(fixture.file)
        let record = try LedgerFixture.claim(1)
        _ = try await ledger.claim(record)
        let whole = try await sealed(record, fixture.file)
        var cases = whole.indices.map { index in
            var changed = whole
            changed[index] ^= 0x20
            return changed
        }
        cases += (1..<whole.count).map { Array(whole.prefix($0)) }
        for bytes in cases {
            try await set(bytes, as: record, fixture.file)
            let found = try #require(try await ledger.hold(record.id, of: record.tenant))
            #expect(found.personalDataFault != nil)
            #expect(found.guests.isEmpty)
        }
    }

    @Test(
        "With a lost key a hold is still shown, found by its key, ended; its guests come back with it"
    )
    func lostKey() async throws {
        let fixture = try LedgerFixture()
        let record = try LedgerFixture.claim(1)
        _ = try await SQLiteHoldLedger(fixture.file).claim(record)
        fixture.file.close()
        let other = try LedgerFixture.open(
            fixture.folder, keys: PersonalKeys(current: LedgerFixture.key(2)))
        let ledger = SQLiteHoldLedger(other)
        let found = try #require(try await ledger.hold(record.key, of: record.tenant))
        #expect(found.personalDataFault == .keyUnknown)
        let ended = found.granted(until: 1_800_000_600_000)
        guard case .stored = try await ledger.update(ended, inventory: .none) else {
            Issue.record("not ended")
            return
        }
        #expect(
            try await ledger.unsettled(at: LedgerFixture.now(1_800_000_700_000), most: 9).count == 1
        )
        other.close()
        let again = try LedgerFixture.open(fixture.folder)
        let whole = try await SQLiteHoldLedger(again).hold(record.id, of: record.tenant)
        #expect(whole?.guests == record.guests)
        #expect(whole?.state == .held)
        #expect(whole?.personalDataFault == nil)
        again.close()
    }

    @Test("A new key takes the rows of the one before over at start; then that one can go")
    func rotation() async throws {
        let fixture = try LedgerFixture()
        let record = try LedgerFixture.claim(1)
        _ = try await SQLiteHoldLedger(fixture.file).claim(record)
        fixture.file.close()
        let both = try LedgerFixture.open(
            fixture.folder,
            keys: PersonalKeys(
                current: LedgerFixture.key(2), earlier: [LedgerFixture.key(1)]))
        #expect(try await SQLiteHoldLedger(both).hold(record.id, of: record.tenant) == record)
        both.close()
        let after = try LedgerFixture.open(
            fixture.folder, keys: PersonalKeys(current: LedgerFixture.key(2)))
        #expect(try await SQLiteHoldLedger(after).hold(record.id, of: record.tenant) == record)
        after.close()
    }

    @Test(
        "The request's fingerprint and the buyer's mark are no plain hashes that names could be tried at"
    )
    func fingerprints() async throws {
        let fixture = try LedgerFixture()
        var record = try claim(1)
        record.fingerprint = Array("fingerprint-of-names".utf8)
        _ = try await SQLiteHoldLedger(fixture.file).claim(record)
        #expect(try !fixture.place.contains("fingerprint-of-names"))
        let plain = try HashAlgorithm.sha256.hash(Array("demo \(canary)".utf8)).prefix(16)
        let mark = try await mark(of: record, fixture.file)
        #expect(mark.count == 16 && mark != Array(plain))
        fixture.file.close()
        let other = try LedgerFixture.open(
            fixture.folder,
            keys: PersonalKeys(current: LedgerFixture.key(2), earlier: [LedgerFixture.key(1)]))
        #expect(try await self.mark(of: record, other) != mark, "under another key another one")
        let kept = try await SQLiteHoldLedger(other).hold(record.id, of: record.tenant)
        #expect(kept?.fingerprint == record.fingerprint, "and the same fingerprint")
        var next = try claim(2)
        next.fingerprint = record.fingerprint
        var limits = HoldLimits()
        limits.mostOpenPerBuyer = 1
        let second = try await SQLiteHoldLedger(other).claim(next, within: limits, entries: [])
        guard case .tooMany(let cap) = second else {
            Issue.record("the buyer's open hold of before does not count: \(second)")
            return
        }
        #expect(cap.scope == .buyer)
        other.close()
    }

    @Test("Fingerprints that an earlier release left in the open go under the seal at start")
    func fingerprintUpgrade() async throws {
        let folder = try Folder()
        let fixture = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/format-1.ledger")
        try FileManager.default.copyItem(at: fixture, to: folder.url.appending(path: "ledger.db"))
        let file = try LedgerFixture.open(folder.url)
        let claim = try LedgerFixture.claim(4)
        let kept = try await SQLiteHoldLedger(file).hold(claim.id, of: claim.tenant)
        #expect(kept?.fingerprint == claim.fingerprint)
        let bodies = try await file.reader.run { database in
            let rows = try database.statement("SELECT body FROM hold")
            defer { rows.reset() }
            var bodies: [[UInt8]] = []
            while try rows.step() { bodies.append(rows.bytes(0)) }
            return bodies
        }
        #expect(bodies.count == 10)
        #expect(bodies.allSatisfy { !HoldRecordCodec.isOutdated(body: $0) })
        file.close()
    }

    @Test("A sealed row whose fingerprint still stands beside the seal is written anew too")
    func fingerprintBesideTheSeal() async throws {
        let fixture = try LedgerFixture()
        var record = try claim(1)
        record.fingerprint = Array("fingerprint-of-names".utf8)
        _ = try await SQLiteHoldLedger(fixture.file).claim(record)
        try await leave(record, asVersion2: PersonalKeys(current: LedgerFixture.key(1)), fixture)
        fixture.file.close()
        #expect(try fixture.place.contains("fingerprint-of-names"))
        let after = try LedgerFixture.open(fixture.folder)
        let kept = try await SQLiteHoldLedger(after).hold(record.id, of: record.tenant)
        #expect(kept?.fingerprint == record.fingerprint)
        #expect(kept?.guests == record.guests)
        after.close()
        #expect(try !fixture.place.contains("fingerprint-of-names"))
    }

    /// Rewrites a row as the release of body version 2 and personal version 3 left it.
    private func leave(
        _ record: HoldRecord, asVersion2 keys: PersonalKeys, _ fixture: LedgerFixture
    ) async throws {
        let (body, personal) = HoldRecordCodec.encode(record)
        var head = BinaryWriter(capacity: 256)
        for text in [record.id.text, record.tenant.text, record.key.text] { head.text(text) }
        var fingerprint = BinaryWriter(capacity: 64)
        fingerprint.count(record.fingerprint.count)
        fingerprint.raw(record.fingerprint)
        let rest = body.dropFirst(1 + head.bytes.count)
        let oldBody = [2] + head.bytes + fingerprint.bytes + rest
        let oldPersonal = [3] + personal.dropFirst().dropLast(fingerprint.bytes.count)
        let (id, tenant) = (record.id.text, record.tenant.text)
        try await fixture.file.writer.run { database in
            try database.statement("UPDATE hold SET body = ?2, personal = ?3 WHERE id = ?1")
                .bind(id).bind(oldBody).bind(try keys.seal(oldPersonal, tenant, id)).run()
            try database.execute("DELETE FROM sealed_by")
        }
    }

    private func mark(of record: HoldRecord, _ file: LedgerFile) async throws -> [UInt8] {
        let id = record.id.text
        return try await file.reader.run { database in
            let row = try database.statement("SELECT buyer_mark FROM hold WHERE id = ?1").bind(id)
            defer { row.reset() }
            return try row.step() ? row.bytes(0) : []
        }
    }

    @Test("A start with a key that opens nothing says how many holds that concerns")
    func told() async throws {
        let fixture = try LedgerFixture()
        for number in 1...3 {
            _ = try await SQLiteHoldLedger(fixture.file).claim(LedgerFixture.claim(number))
        }
        fixture.file.close()
        var told: [String] = []
        try LedgerFile(
            path: fixture.place.path("ledger.db"), node: "n1",
            keys: PersonalKeys(current: LedgerFixture.key(9)), progress: { told.append($0) },
            onLostWrites: { _ in }
        ).close()
        #expect(told.count == 1)
        #expect(told.first?.contains("3 holds") == true)
    }

    @Test("Erased data leaves the file and its log, the key and the fingerprint with it")
    func erasure() async throws {
        let fixture = try LedgerFixture()
        let plain = PersonalKeys(current: try LedgerFixture.key(1))
        let ledger = SQLiteHoldLedger(fixture.file)
        for number in 1...40 {
            let record = try claim(number)
            _ = try await ledger.claim(record)
            // As a release before there were keys would have left it.
            let opened = try plain.open(
                await sealed(record, fixture.file), record.tenant.text, record.id.text
            ).get()
            try await set(opened, as: record, fixture.file)
            var ended = record.granted(until: 1_800_000_600_000)
            ended.state = .expired
            _ = try await ledger.update(ended, inventory: .none)
        }
        #expect(try fixture.place.contains(canary))
        let now = LedgerFixture.now(1_800_000_600_000 + 31 * 86_400_000)
        for _ in 0..<2 { _ = try await ledger.retire(HoldRetention(), at: now, most: 100) }
        #expect(try !fixture.place.contains(canary))
        let first = try claim(1)
        let kept = try #require(try await ledger.hold(first.id, of: first.tenant))
        #expect(kept.state == .expired)
        #expect(kept.guests.isEmpty && kept.contact == nil && kept.buyer == nil)
        #expect(kept.clientReference == nil && kept.metadata == nil && kept.fingerprint.isEmpty)
        #expect(kept.quote == first.quote && kept.reference == first.reference)
        #expect(try await sealed(first, fixture.file).isEmpty)
    }
}
