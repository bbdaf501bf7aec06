import Gateway
import GatewayTesting
import Testing
import TravelModel

@testable import Ledger

/// What every implementation of ``HoldLedger`` promises.
@Suite("Promises of a hold ledger", .serialized)
struct HoldLedgerConformanceTests {
    @Test(
        "A claim is found by id and key, whole, and by its tenant only",
        arguments: LedgerKind.allCases)
    func claim(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        let record = try LedgerFixture.claim(1)
        #expect(try await Told(ledger.claim(record)) == .claimed)
        let other = try #require(TenantID("other"))
        #expect(try await ledger.hold(record.id, of: record.tenant) == record)
        #expect(try await ledger.hold(record.key, of: record.tenant) == record)
        #expect(try await ledger.hold(record.id, of: other) == nil)
        #expect(try await ledger.hold(record.key, of: other) == nil)
        #expect(try await ledger.hold(LedgerFixture.claim(2).id, of: record.tenant) == nil)
        #expect(try await ledger.hold(LedgerFixture.claim(2).key, of: record.tenant) == nil)
    }

    @Test("A key is taken once, even for another quote", arguments: LedgerKind.allCases)
    func sameKey(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        let first = try LedgerFixture.claim(1)
        _ = try await ledger.claim(first)
        let second = try LedgerFixture.claim(2, key: "key-1")
        #expect(try await Told(ledger.claim(second)) == .sameKey(first.id))
        #expect(try await ledger.hold(second.id, of: second.tenant) == nil, "nothing was written")
    }

    @Test(
        "A quote has one hold while that is open", arguments: LedgerKind.allCases,
        HoldState.allCases)
    func sameQuote(kind: LedgerKind, state: HoldState) async throws {
        let ledger = try await kind.make().ledger
        var first = try LedgerFixture.claim(1)
        _ = try await ledger.claim(first)
        if state != .pending {
            first = first.granted(until: 1_800_000_600_000)
            first.state = state
            _ = try await ledger.update(first, inventory: .none)
        }
        let rival = try LedgerFixture.claim(2, quote: "quote-1")
        #expect(
            try await Told(ledger.claim(rival)) == (state.isOpen ? .sameQuote(first.id) : .claimed))
        #expect(
            try await ledger.hold(first.key, of: first.tenant) == first, "its key stays its own")
    }

    @Test("Another tenant's key and quote are another's", arguments: LedgerKind.allCases)
    func otherTenant(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        _ = try await ledger.claim(LedgerFixture.claim(1))
        let other = try LedgerFixture.claim(2, key: "key-1", quote: "quote-1", tenant: "other")
        #expect(try await Told(ledger.claim(other)) == .claimed)
        #expect(try await ledger.hold(other.key, of: other.tenant) == other)
        #expect(
            try await ledger.hold(other.key, of: LedgerFixture.claim(1).tenant)?.key == other.key)
    }

    @Test(
        "Only the next version of a row is stored; else the row is told as it is",
        arguments: LedgerKind.allCases)
    func compareAndSet(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        let record = try LedgerFixture.claim(1)
        _ = try await ledger.claim(record)
        let winner = record.granted(until: 1_800_000_600_000)
        #expect(try await Told(ledger.update(winner, inventory: .none)) == .stored)
        for version in [0, 1, 2, 4, 9] as [Int64] {
            var loser = record
            loser.version = version
            loser.state = .refused
            #expect(try await Told(ledger.update(loser, inventory: .none)) == .stale(winner))
        }
        #expect(try await ledger.hold(record.id, of: record.tenant) == winner)
        let unknown = try LedgerFixture.claim(7).granted(until: 1)
        #expect(try await Told(ledger.update(unknown, inventory: .none)) == .stale(nil))
    }

    @Test(
        "An update leaves guests, contact and the client's words as they were",
        arguments: LedgerKind.allCases)
    func personalDataStays(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        let record = try LedgerFixture.claim(1)
        _ = try await ledger.claim(record)
        var blind = record.granted(until: 1_800_000_600_000)
        (blind.guests, blind.contact, blind.metadata) = ([], nil, nil)
        blind.personalDataFault = .keyUnknown
        _ = try await ledger.update(blind, inventory: .none)
        let found = try await ledger.hold(record.id, of: record.tenant)
        #expect(found == record.granted(until: 1_800_000_600_000))
    }

    @Test(
        "Rooms are taken for every night or for none, with the row or not at all",
        arguments: LedgerKind.allCases)
    func take(kind: LedgerKind) async throws {
        let book = try await kind.make(rooms: 2)
        let one = try LedgerFixture.claim(1, nights: 1, firstNight: 2)
        _ = try await book.ledger.claim(one)
        _ = try await book.ledger.update(one.granted(until: 1_800_000_600_000), inventory: .take)
        let two = try LedgerFixture.claim(2, nights: 3, firstNight: 1, rooms: 2)
        _ = try await book.ledger.claim(two)
        let granted = two.granted(until: 1_800_000_600_000)
        #expect(try await Told(book.ledger.update(granted, inventory: .take)) == .soldOut)
        #expect(try await book.ledger.hold(two.id, of: two.tenant) == two, "nothing was written")
        #expect(try await book.takenNights() == [0, 0, 1, 0, 0, 0])
        let three = try LedgerFixture.claim(3, nights: 4, firstNight: 1)
        _ = try await book.ledger.claim(three)
        let third = three.granted(until: 1_800_000_600_000)
        #expect(try await Told(book.ledger.update(third, inventory: .take)) == .stored)
        #expect(try await book.takenNights() == [0, 1, 2, 1, 1, 0])
    }

    @Test(
        "Taken twice is taken once, given back twice is given back once",
        arguments: LedgerKind.allCases)
    func once(kind: LedgerKind) async throws {
        let book = try await kind.make(rooms: 3)
        var record = try LedgerFixture.claim(1)
        _ = try await book.ledger.claim(record)
        for _ in 0..<2 {
            record = record.granted(until: 1_800_000_600_000)
            _ = try await book.ledger.update(record, inventory: .take)
        }
        #expect(try await book.takenNights() == [1, 1, 0, 0, 0, 0])
        for _ in 0..<2 {
            record.version += 1
            record.state = .released
            _ = try await book.ledger.update(record, inventory: .giveBack)
            #expect(try await book.takenNights() == [0, 0, 0, 0, 0, 0])
        }
    }

    @Test("A late update neither takes nor gives back", arguments: LedgerKind.allCases)
    func staleInventory(kind: LedgerKind) async throws {
        let book = try await kind.make(rooms: 3)
        let record = try LedgerFixture.claim(1)
        _ = try await book.ledger.claim(record)
        let granted = record.granted(until: 1_800_000_600_000)
        _ = try await book.ledger.update(granted, inventory: .take)
        for change in [InventoryChange.take, .giveBack] {
            #expect(
                try await Told(book.ledger.update(granted, inventory: change)) == .stale(granted))
            #expect(try await book.takenNights() == [1, 1, 0, 0, 0, 0])
        }
    }

    @Test(
        "A claim is forgotten in the version named only; then key and quote are free",
        arguments: LedgerKind.allCases)
    func forget(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        let record = try LedgerFixture.claim(1)
        _ = try await ledger.claim(record)
        let next = record.granted(until: 1_800_000_600_000)
        _ = try await ledger.update(next, inventory: .none)
        try await ledger.forget(record.id, version: 1)
        #expect(try await ledger.hold(record.id, of: record.tenant) == next)
        try await ledger.forget(record.id, version: 2)
        #expect(try await ledger.hold(record.id, of: record.tenant) == nil)
        #expect(try await ledger.hold(record.key, of: record.tenant) == nil)
        try await ledger.forget(record.id, version: 2)
        let again = try LedgerFixture.claim(2, key: "key-1", quote: "quote-1")
        #expect(try await Told(ledger.claim(again)) == .claimed)
    }

    @Test(
        "What somebody must look after comes oldest first, at most so many of each kind",
        arguments: LedgerKind.allCases)
    func unsettled(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        let start = 1_800_000_000_000 as Int64
        for number in 1...9 {
            let claim = try LedgerFixture.claim(
                number, at: LedgerFixture.now(start + Int64(10 - number) * 1000))
            _ = try await ledger.claim(claim)
            guard number > 3 else { continue }
            var next = claim.granted(until: start + Int64(100 - number) * 1000)
            if number == 4 { (next.state, next.stage) = (.released, .releasing) }
            if number == 5 { (next.state, next.stage) = (.refused, .settled) }
            if number == 6 { next.state = .priceConfirmed }
            _ = try await ledger.update(next, inventory: .none)
        }
        func found(_ seconds: Int64, _ most: Int) async throws -> [String] {
            try await ledger.unsettled(at: LedgerFixture.now(start + seconds * 1000), most: most)
                .map(\.key.text)
        }
        let open = ["key-4", "key-3", "key-2", "key-1"]
        #expect(try await found(90, 99) == open)
        #expect(try await found(91, 99) == open + ["key-9"], "the moment itself is over")
        #expect(try await found(94, 99) == open + ["key-9", "key-8", "key-7", "key-6"])
        #expect(try await found(94, 2) == ["key-4", "key-3", "key-9", "key-8"])
        #expect(try await found(94, 0) == [])
    }

    @Test(
        "Within one boot a jump of the wall makes nothing old", arguments: LedgerKind.allCases)
    func wallJump(kind: LedgerKind) async throws {
        let under = try await kind.make()
        var record = try LedgerFixture.claim(1)
        _ = try await under.ledger.claim(record)
        record = record.granted(until: 1_800_000_000_000)
        record.state = .expired
        _ = try await under.ledger.update(record, inventory: .none)
        let start = LedgerFixture.now(1_800_000_000_000)
        let jumped = StampedTime(
            wall: start.wall.advanced(by: .seconds(500 * 86_400)), boot: start.boot,
            uptime: start.uptime.advanced(by: .seconds(60)))
        #expect(try await under.ledger.retire(HoldRetention(), at: jumped, most: 9).count == 0)
        let rebooted = StampedTime(wall: jumped.wall, boot: "b2", uptime: start.uptime)
        #expect(try await under.ledger.retire(HoldRetention(), at: rebooted, most: 9).count == 1)
    }

    @Test(
        "Of a hold that is over first the key goes, then the guests, then all of it",
        arguments: LedgerKind.allCases)
    func retire(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        var record = try LedgerFixture.claim(1)
        let pending = try LedgerFixture.claim(2)
        let releasing = try LedgerFixture.claim(3)
        for claim in [record, pending, releasing] { _ = try await ledger.claim(claim) }
        record = record.granted(until: 1_800_000_000_000)
        record.state = .expired
        _ = try await ledger.update(record, inventory: .none)
        var left = releasing.granted(until: 1_800_000_000_000)
        (left.state, left.stage) = (.released, .releasing)
        _ = try await ledger.update(left, inventory: .none)
        func retire(_ hours: Int64) async throws -> [Int] {
            let done = try await ledger.retire(
                HoldRetention(), at: LedgerFixture.now(1_800_000_000_000 + hours * 3_600_000),
                most: 10)
            #expect(!done.mayBeMore)
            return [done.keysFreed, done.erased, done.removed]
        }
        #expect(try await retire(23) == [0, 0, 0])
        #expect(try await ledger.hold(record.key, of: record.tenant) == record)
        #expect(try await retire(24) == [1, 0, 0])
        #expect(try await retire(25) == [0, 0, 0], "each only once")
        #expect(try await ledger.hold(record.key, of: record.tenant) == nil)
        #expect(try await ledger.hold(record.id, of: record.tenant) == record)
        #expect(try await retire(30 * 24) == [0, 1, 0])
        var erased = record.withoutPersonalData
        erased.version += 1
        #expect(try await ledger.hold(record.id, of: record.tenant) == erased)
        #expect(try await retire(400 * 24) == [0, 0, 1])
        #expect(try await ledger.hold(record.id, of: record.tenant) == nil)
        #expect(try await ledger.hold(pending.id, of: pending.tenant) == pending)
        #expect(try await ledger.hold(left.id, of: left.tenant) == left)
    }

    @Test("Retirement goes in batches, oldest first", arguments: LedgerKind.allCases)
    func batches(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        for number in 1...5 {
            let claim = try LedgerFixture.claim(number)
            _ = try await ledger.claim(claim)
            var ended = claim.granted(until: 1_800_000_000_000 - Int64(number))
            ended.state = .released
            _ = try await ledger.update(ended, inventory: .none)
        }
        let now = LedgerFixture.now(1_800_000_000_000 + 90_000_000)
        let first = try await ledger.retire(HoldRetention(), at: now, most: 2)
        #expect(first.keysFreed == 2 && first.mayBeMore)
        for number in 1...5 {
            let claim = try LedgerFixture.claim(number)
            #expect((try await ledger.hold(claim.key, of: claim.tenant) == nil) == (number > 3))
        }
    }
}

/// A claim's or update's answer, to be compared.
enum Told: Equatable {
    case claimed, sameKey(HoldID), sameQuote(HoldID), tooMany(HoldCap), stored, stale(HoldRecord?),
        soldOut

    init(_ claim: HoldClaim) {
        self =
            switch claim {
            case .claimed: .claimed
            case .sameKey(let record): .sameKey(record.id)
            case .sameQuote(let record): .sameQuote(record.id)
            case .tooMany(let cap): .tooMany(cap)
            }
    }

    init(_ update: HoldUpdate) {
        self =
            switch update {
            case .stored: .stored
            case .stale(let record): .stale(record)
            case .soldOut: .soldOut
            }
    }
}
