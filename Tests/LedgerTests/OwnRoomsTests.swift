import Gateway
import GatewayTesting
import Testing
import TravelModel

@testable import Ledger

@Suite("Our own rooms")
struct OwnRoomsTests {
    /// Claims, then grants with the room taken; whether it was.
    private func take(_ record: HoldRecord, _ ledger: SQLiteHoldLedger) async throws -> Bool {
        _ = try await ledger.claim(record)
        switch try await ledger.update(
            record.granted(until: 1_800_000_600_000), inventory: .take)
        {
        case .stored: return true
        case .soldOut: return false
        case .stale:
            Issue.record("stale")
            return false
        }
    }

    @Test("The last room goes to exactly one of 50 at once, and the others leave no trace")
    func lastRoom() async throws {
        let fixture = try LedgerFixture()
        _ = try await SQLiteInventory(fixture.file, rooms: [LedgerFixture.room(allotment: 1)])
        let ledger = SQLiteHoldLedger(fixture.file)
        let records = try (1...50).map { try LedgerFixture.claim($0) }
        let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
            for record in records { group.addTask { try await take(record, ledger) } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(taken == 1)
        let nights = try await fixture.file.reader.run { database in
            try database.integer("SELECT sum(taken) FROM night")
        }
        #expect(nights == 2)
        let rows = try await fixture.file.reader.run { database in
            try database.integer("SELECT count(*) FROM taken_room")
        }
        #expect(rows == 1)
    }

    @Test("A stay is taken for every night or for none")
    func everyNight() async throws {
        let fixture = try LedgerFixture()
        let inventory = try await SQLiteInventory(
            fixture.file, rooms: [LedgerFixture.room(allotment: 1)])
        let ledger = SQLiteHoldLedger(fixture.file)
        let middle = try LedgerFixture.claim(1, nights: 1, checkIn: "2027-05-11")
        #expect(try await take(middle, ledger))
        let long = try LedgerFixture.claim(2, nights: 3, checkIn: "2027-05-10")
        #expect(try await take(long, ledger) == false)
        let before = try LedgerFixture.claim(3, nights: 1, checkIn: "2027-05-10")
        #expect(try await take(before, ledger))
        #expect(
            try await inventory.offers(
                of: [middle.quote.offer.hotel], stay: long.quote.stay, rooms: long.quote.rooms
            ).isEmpty)
    }

    @Test("A room given back is free again, and giving it back twice lifts nothing")
    func givingBack() async throws {
        let fixture = try LedgerFixture()
        let inventory = try await SQLiteInventory(
            fixture.file, rooms: [LedgerFixture.room(allotment: 2)])
        let ledger = SQLiteHoldLedger(fixture.file)
        let record = try LedgerFixture.claim(1, rooms: 2)
        #expect(try await take(record, ledger))
        for version in 3...4 as ClosedRange<Int64> {
            var over = record.granted(until: 1_800_000_600_000)
            over.version = version
            over.state = .released
            _ = try await ledger.update(over, inventory: .giveBack)
        }
        let offers = try await inventory.offers(
            of: [record.quote.offer.hotel], stay: record.quote.stay, rooms: record.quote.rooms)
        #expect(offers.map(\.remaining) == [2])
        let stored = try await fixture.file.reader.run { database in
            try database.integer("SELECT sum(taken) FROM night")
        }
        #expect(stored == 0)
    }

    @Test("An offer's price is the nights of all rooms, and its city tax is paid at the hotel")
    func price() async throws {
        let fixture = try LedgerFixture()
        var room = try LedgerFixture.room(allotment: 5)
        room.cityTax = Money(minorUnits: 200, currency: room.nightly.currency)
        let inventory = try await SQLiteInventory(fixture.file, rooms: [room])
        let record = try LedgerFixture.claim(1, nights: 3, rooms: 2)
        let offer = try #require(
            try await inventory.offers(
                of: [room.hotel], stay: record.quote.stay, rooms: record.quote.rooms
            ).first)
        #expect(offer.price.charge.minorUnits == 6 * 10_000)
        #expect(offer.price.payableAtProperty.map(\.amount.minorUnits) == [200 * 8 * 3])
    }
}
