import Gateway
import GatewayTesting
import Testing
import TravelModel

@testable import Ledger

/// Owners, leases, caps and histories: what every implementation of ``HoldLedger`` promises of them.
@Suite("Owners and caps of a hold ledger", .serialized)
struct HoldOwnersConformanceTests {
    private let now = LedgerFixture.now()
    private let ann = HoldOwner(node: "a", epoch: 4)
    private let bob = HoldOwner(node: "b", epoch: 9)

    private func lease(_ owner: HoldOwner, _ seconds: Int) -> HoldLease {
        HoldLease(owner: owner, until: now.advanced(by: .seconds(seconds)))
    }

    /// A claim that `ann` works on for 30 s.
    private func claim(_ ledger: any HoldLedger, _ number: Int = 1) async throws -> HoldRecord {
        var record = try LedgerFixture.claim(number)
        record.lease = lease(ann, 30)
        #expect(try await Told(ledger.claim(record)) == .claimed)
        return record
    }

    @Test("Each start of a node has a number of its own", arguments: LedgerKind.allCases)
    func epochs(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        var owners: [HoldOwner] = []
        for node in ["a", "b", "a", "a"] { owners.append(try await ledger.enter(node)) }
        #expect(owners.map(\.epoch) == [1, 1, 2, 3])
        #expect(owners.map(\.node) == ["a", "b", "a", "a"])
    }

    @Test(
        "A row is its owner's: others neither change nor forget it", arguments: LedgerKind.allCases)
    func fence(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        let record = try await claim(ledger)
        var next = record.granted(until: 1_800_000_600_000)
        next.lease = nil
        for other in [bob, HoldOwner(node: "a", epoch: 3), HoldOwner(node: "a", epoch: 5)] {
            let told = try await ledger.update(next, by: other, inventory: .none, entries: [])
            #expect(Told(told) == .stale(record), "\(other)")
            #expect(try await ledger.forget(record.id, version: 1, by: other) == false)
        }
        let told = try await ledger.update(next, by: ann, inventory: .none, entries: [])
        #expect(Told(told) == .stored)
        // It is settled and nobody's: whoever has its version may change it.
        next.version += 1
        next.state = .released
        let later = try await ledger.update(next, by: bob, inventory: .none, entries: [])
        #expect(Told(later) == .stored)
    }

    @Test(
        "A row is taken when its lease is over or its node has started again, and then stays taken",
        arguments: LedgerKind.allCases)
    func take(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        let record = try await claim(ledger)
        let late = now.advanced(by: .seconds(30))
        #expect(
            try await ledger.take(
                record.id, by: lease(bob, 60), at: now.advanced(by: .milliseconds(29_999))) == nil)
        let older = HoldOwner(node: "a", epoch: 3)
        #expect(try await ledger.take(record.id, by: lease(older, 60), at: now) == nil)
        let taken = try #require(try await ledger.take(record.id, by: lease(bob, 90), at: late))
        #expect(taken.version == 1 && taken.lease == lease(bob, 90))
        // The frozen owner thaws: its version would still be right.
        let next = record.granted(until: 1_800_000_600_000)
        let told = try await ledger.update(next, by: ann, inventory: .none, entries: [])
        #expect(Told(told) == .stale(taken))
        #expect(try await ledger.forget(record.id, version: 1, by: ann) == false)
        let newer = HoldOwner(node: "b", epoch: 10)
        #expect(
            try await ledger.take(record.id, by: lease(newer, 90), at: late)?.lease?.owner == newer)
    }

    @Test(
        "Leases compare by the boot clock within a boot, by the wall across",
        arguments: LedgerKind.allCases)
    func clocks(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        let record = try await claim(ledger)
        let jumped = StampedTime(
            wall: now.wall.advanced(by: .seconds(172_800)), boot: now.boot, uptime: now.uptime)
        #expect(try await ledger.take(record.id, by: lease(bob, 60), at: jumped) == nil)
        #expect(try await ledger.due(at: jumped, for: bob, most: 9).isEmpty)
        let rebooted = StampedTime(
            wall: now.wall.advanced(by: .seconds(31)), boot: "b2",
            uptime: Uptime(nanoseconds: 0))
        #expect(try await ledger.due(at: rebooted, for: bob, most: 9).map(\.id) == [record.id])
        #expect(try await ledger.take(record.id, by: lease(bob, 60), at: rebooted) != nil)
    }

    @Test("A lease is renewed by its owner only", arguments: LedgerKind.allCases)
    func renew(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        let record = try await claim(ledger)
        let unknown = try LedgerFixture.claim(2).id
        #expect(try await ledger.renew([record.id, unknown], lease(ann, 100)) == [unknown])
        #expect(try await ledger.renew([record.id], lease(bob, 500)) == [record.id])
        let found = try await ledger.hold(record.id, of: record.tenant)
        #expect(found?.lease == lease(ann, 100))
    }

    @Test("What was announced is not forgotten", arguments: LedgerKind.allCases)
    func announce(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        let record = try await claim(ledger)
        let other = try #require(TenantID("other"))
        #expect(try await ledger.announce(record.id, of: other) == nil)
        #expect(try await ledger.announce(record.id, of: record.tenant) == record)
        #expect(try await ledger.forget(record.id, version: 1, by: ann) == false)
        #expect(try await ledger.hold(record.id, of: record.tenant) == record)
    }

    @Test("Of 50 claims at once a cap lets as many pass as it says", arguments: LedgerKind.allCases)
    func caps(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        var limits = HoldLimits()
        limits.mostOpenPerTenant = 7
        limits.mostOpenPerBuyer = 3
        let records = try (1...50).map { number in
            var record = try LedgerFixture.claim(number)
            record.buyer = number % 2 == 0 ? "b" : nil
            return record
        }
        let told = try await withThrowingTaskGroup(of: Told.self) { group in
            for record in records {
                group.addTask { [limits] in
                    Told(try await ledger.claim(record, within: limits, entries: []))
                }
            }
            return try await group.reduce(into: [Told]()) { $0.append($1) }
        }
        #expect(told.count { $0 == .claimed } == 7)
        var written: [HoldRecord] = []
        for record in records {
            if let row = try await ledger.hold(record.id, of: record.tenant) { written.append(row) }
        }
        #expect(written.count { $0.buyer == "b" } <= 3)
        // One ends, one may come.
        var over = try #require(written.first { $0.buyer == nil }).granted(until: 1_800_000_600_000)
        _ = try await ledger.update(over, inventory: .none)
        let rival = try LedgerFixture.claim(51)
        #expect(
            Told(try await ledger.claim(rival, within: limits, entries: []))
                == .tooMany(HoldCap(.tenant, most: 7, firstEnd: over.expiresAt)))
        over.version += 1
        over.state = .released
        _ = try await ledger.update(over, inventory: .none)
        #expect(Told(try await ledger.claim(rival, within: limits, entries: [])) == .claimed)
    }

    @Test(
        "A key is free 24 hours after its claim, if that is decided; the old hold stays",
        arguments: LedgerKind.allCases, [HoldState.pending, .released])
    func keyLife(kind: LedgerKind, state: HoldState) async throws {
        let ledger = try await kind.make().ledger
        let first = try LedgerFixture.claim(1)
        _ = try await ledger.claim(first)
        if state != .pending {
            var next = first.granted(until: 1_800_000_600_000)
            next.state = state
            _ = try await ledger.update(next, inventory: .none)
        }
        func again(_ number: Int, _ milliseconds: Int64) async throws -> Told {
            let time = LedgerFixture.now(1_800_000_000_000 + milliseconds)
            return try await Told(
                ledger.claim(LedgerFixture.claim(number, key: first.key.text, at: time)))
        }
        #expect(try await again(2, 86_399_999) == .sameKey(first.id))
        #expect(
            try await again(3, 86_400_000) == (state == .pending ? .sameKey(first.id) : .claimed))
        #expect(try await ledger.hold(first.id, of: first.tenant)?.state == state)
    }

    @Test(
        "What happened is kept with the change it tells of, its beginning and its end above all",
        arguments: LedgerKind.allCases)
    func entries(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        func entry(_ note: String) -> HoldEntry {
            HoldEntry(at: now.wall, kind: .lookedUp, actor: "gateway a/4", note: note)
        }
        var record = try LedgerFixture.claim(1)
        _ = try await ledger.claim(record, within: HoldLimits(), entries: [entry("0")])
        for number in 1...100 {
            record.version += 1
            _ = try await ledger.update(
                record, by: .first, inventory: .none, entries: [entry("\(number)")])
        }
        var late = record
        late.version = 5
        _ = try await ledger.update(late, by: .first, inventory: .none, entries: [entry("late")])
        let notes = try #require(try await ledger.history(record.id)).1.map(\.note)
        #expect(notes == (Array(0...31) + Array(69...100)).map(String.init))
        #expect(try await ledger.forget(record.id, version: 101, by: .first))
        #expect(try await ledger.history(record.id) == nil)
    }

    @Test(
        "Holds are listed newest first, by state, supplier, reference and tenant",
        arguments: LedgerKind.allCases)
    func list(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        for number in 1...4 {
            let time = LedgerFixture.now(1_800_000_000_000 + Int64(number) * 1000)
            let record = try LedgerFixture.claim(
                number, tenant: number == 4 ? "other" : "demo", at: time)
            _ = try await ledger.claim(record)
            if number == 2 {
                _ = try await ledger.update(
                    record.granted(until: 1_800_000_600_000), inventory: .none)
            }
        }
        func found(_ change: (inout HoldFilter) -> Void) async throws -> [String] {
            var filter = HoldFilter()
            change(&filter)
            return try await ledger.list(filter).map(\.key.text)
        }
        #expect(try await found { _ in } == ["key-4", "key-3", "key-2", "key-1"])
        #expect(try await found { $0.limit = 2 } == ["key-4", "key-3"])
        #expect(try await found { $0.state = .held } == ["key-2"])
        #expect(try await found { $0.tenant = TenantID("other") } == ["key-4"])
        let third = try LedgerFixture.claim(3).reference.text
        #expect(try await found { $0.reference = third } == ["key-3"])
        #expect(try await found { $0.supplier = OwnInventory.supplier }.count == 4)
    }

    @Test("The backlog counts what needs something", arguments: LedgerKind.allCases)
    func backlog(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        _ = try await claim(ledger, 1)
        _ = try await ledger.claim(LedgerFixture.claim(2))
        let third = try LedgerFixture.claim(3)
        _ = try await ledger.claim(third)
        _ = try await ledger.update(third.granted(until: 1_800_000_000_000), inventory: .none)
        let fourth = try LedgerFixture.claim(4)
        _ = try await ledger.claim(fourth)
        var watched = fourth.granted(until: 1_800_000_000_000)
        (watched.state, watched.stage) = (.refused, .watching)
        watched.watch = HoldWatch(due: now.advanced(by: .seconds(60)), misses: 0)
        _ = try await ledger.update(watched, inventory: .none)
        let backlog = try await ledger.backlog(at: now, for: ann)
        #expect(
            backlog.counts.filter { $0.value > 0 }
                == [.pending: 2, .abandoned: 1, .overdue: 1, .watched: 1])
        let late = now.advanced(by: .seconds(60))
        #expect(
            try await ledger.due(at: late, for: bob, most: 9).map(\.key.text)
                == ["key-1", "key-2", "key-3", "key-4"])
    }
}
