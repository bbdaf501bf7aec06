import Foundation
import Gateway
import GatewayTesting
import Testing
import TravelModel

@testable import Ledger

@Suite("Clients' keys in the ledger")
struct ClientKeyTests {
    private let now = Instant(millisecondsSinceEpoch: 1_800_000_000_000)

    private func record(_ id: String, tenant: String = "acme") throws -> ClientKeyRecord {
        ClientKeyRecord(
            id: id, tenant: try #require(TenantID(tenant)), hash: [1, 2, 3], createdAt: now)
    }

    @Test(
        "A key that is made or withdrawn beside a gateway is seen by it, and nothing else is news")
    func besideAGateway() async throws {
        let fixture = try LedgerFixture()
        let keys = SQLiteClientKeys(fixture.file)
        let none = try #require(try await keys.keys(since: nil))
        #expect(none.keys == [])
        #expect(try await keys.keys(since: none.change) == nil)
        let book = try ClientKeyBook(path: fixture.place.path("ledger.db"), isInUse: true)
        var first = try record("a")
        first.isSandbox = true
        first.expiresAt = now.advanced(by: .seconds(60))
        try book.add(first)
        try book.add(try record("b", tenant: "zeta"))
        let two = try #require(try await keys.keys(since: none.change))
        #expect(two.keys == [first, try record("b", tenant: "zeta")])
        // A hold is no news of keys.
        _ = try await SQLiteHoldLedger(fixture.file).claim(LedgerFixture.claim(1))
        #expect(try await keys.keys(since: two.change) == nil)
        let end = now.advanced(by: .seconds(30))
        #expect(try book.revoke("b", from: end).revokedAt == end)
        let three = try #require(try await keys.keys(since: two.change))
        #expect(three.keys.map(\.revokedAt) == [nil, end])
        #expect(try book.all() == three.keys)
    }

    @Test("A withdrawal is never put off, and an unknown key is said to be one")
    func revoking() throws {
        let folder = try Folder()
        let book = try ClientKeyBook(path: folder.path("ledger.db"), isInUse: false)
        try book.add(try record("a"))
        let (late, early) = (now.advanced(by: .seconds(99)), now.advanced(by: .seconds(9)))
        #expect(try book.revoke("a", from: late).revokedAt == late)
        #expect(try book.revoke("a", from: early).revokedAt == early)
        #expect(try book.revoke("a", from: late).revokedAt == early)
        #expect(throws: ClientKeyBook.Fault.unknown("x")) { try book.revoke("x", from: late) }
        #expect(throws: (any Error).self) { try book.add(try record("a")) }
        #expect(try book.all().count == 1)
    }

    @Test("A gateway of an earlier release is not given a file it does not know")
    func earlierFormat() throws {
        let folder = try Folder()
        let fixture = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/format-1.ledger")
        try FileManager.default.copyItem(
            at: fixture, to: folder.url.appending(path: "ledger.db"))
        let path = folder.path("ledger.db")
        #expect(
            throws: ClientKeyBook.Fault.formatInUse(found: 1, known: LedgerSchema.newest)
        ) { try ClientKeyBook(path: path, isInUse: true) }
        #expect(try Database(path: path, mode: .readOnly).integer("PRAGMA user_version") == 1)
        try ClientKeyBook(path: path, isInUse: false).add(try record("a"))
        #expect(try ClientKeyBook(path: path, isInUse: true).all().count == 1)
    }
}
