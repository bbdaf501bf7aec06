import Gateway
import GatewayTesting
import Testing
import TravelModel

@testable import Ledger

/// Long histories drawn from a seed; a failure names its seed and step.
@Suite("Histories of a hold ledger", .serialized)
struct HoldHistoryTests {
    private static let seeds: [UInt64] = [1, 2, 3]

    @Test(
        "Any history is answered as a plain book answers it", arguments: LedgerKind.allCases, seeds)
    func sequential(kind: LedgerKind, seed: UInt64) async throws {
        let under = try await kind.make(rooms: 3)
        var book = PlainBook()
        for night in 0..<LedgerUnderTest.nights {
            let stay = try LedgerFixture.claim(1, nights: 1, firstNight: night).quote.stay
            book.free[stay.checkIn] = 3
        }
        var random = SplitMix(seed: seed)
        var now = 1_800_000_000_000 as Int64
        for step in 0..<300 {
            now += Int64(random.number(in: 0...400_000))
            let comment = Comment("seed \(seed), step \(step)")
            try await Self.step(under.ledger, &book, &random, now, comment)
        }
        for row in book.rows {
            let found = try await under.ledger.hold(row.record.id, of: row.record.tenant)
            #expect(found == row.record, "seed \(seed)")
        }
        let taken = try await under.takenNights()
        #expect(taken == book.free.sorted { $0.key < $1.key }.map { 3 - $0.value }, "seed \(seed)")
    }

    private static func step(
        _ ledger: any HoldLedger, _ book: inout PlainBook, _ random: inout SplitMix, _ now: Int64,
        _ comment: Comment
    ) async throws {
        let stamp = LedgerFixture.now(now)
        let tenant = random.chance(80) ? "demo" : "other"
        switch random.number(in: 1...100) {
        case ...35:
            let number = random.number(in: 1...100_000)
            let record = try LedgerFixture.claim(
                number, key: "k\(random.number(in: 1...60))",
                quote: "q\(random.number(in: 1...40))",
                nights: random.number(in: 1...3), firstNight: random.number(in: 0...3),
                rooms: random.number(in: 1...2), tenant: tenant, at: stamp)
            guard !book.rows.contains(where: { $0.record.id == record.id }) else { return }
            #expect(try await Told(ledger.claim(record)) == Told(book.claim(record)), comment)
        case ...75:
            guard let (record, change) = draw(&book, &random, now) else { return }
            let told = try await Told(ledger.update(record, inventory: change))
            #expect(told == Told(book.update(record, change)), comment)
        case ...85:
            guard !book.rows.isEmpty else { return }
            let row = random.pick(book.rows).record
            let version = row.version - (random.chance(30) ? 1 : 0)
            // Only claims are forgotten: nothing was taken for them.
            guard row.stage == .claimed else { return }
            try await ledger.forget(row.id, version: version)
            book.forget(row.id, version)
        case ...92:
            let most = random.number(in: 0...8)
            let found = try await ledger.unsettled(at: stamp, most: most)
            #expect(found == book.unsettled(at: stamp, most: most), comment)
        case ...96:
            var retention = HoldRetention()
            retention.key = .seconds(3600)
            retention.personalData = .seconds(4 * 3600)
            retention.record = .seconds(12 * 3600)
            let most = random.number(in: 1...8)
            let done = try await ledger.retire(retention, at: stamp, most: most)
            #expect(done == book.retire(retention, at: stamp, most: most), comment)
        default:
            guard !book.rows.isEmpty else { return }
            let row = random.pick(book.rows)
            #expect(
                try await ledger.hold(row.record.id, of: row.record.tenant) == row.record, comment)
            if let key = row.key {
                #expect(try await ledger.hold(key, of: row.record.tenant) == row.record, comment)
            }
        }
    }

    /// A next version of some hold, sometimes from a version that is gone; states move forward only.
    private static func draw(
        _ book: inout PlainBook, _ random: inout SplitMix, _ now: Int64
    ) -> (HoldRecord, InventoryChange)? {
        let candidates = book.rows.filter { $0.kept == 2 }
        guard !candidates.isEmpty else { return nil }
        var record = random.pick(candidates).record
        record.version += random.chance(90) ? 1 : Int64(random.number(in: -1...3))
        switch record.state {
        case .pending where random.chance(60):
            record.state = random.chance(80) ? .held : .priceConfirmed
            record.stage = .settled
            record.granted = record.quote.offer
            record.expiresAt = LedgerFixture.now(now + Int64(random.number(in: 0...3_600_000)))
            return (record, record.state == .held ? .take : .none)
        case .pending:
            record.state = random.chance(50) ? .refused : .pending
            record.stage = record.state == .pending ? .doubtful : .settled
            return (record, .none)
        case .held, .priceConfirmed:
            record.state = random.chance(50) ? .released : .expired
            record.stage = random.chance(70) ? .settled : .releasing
            return (record, .giveBack)
        case .refused, .released, .expired:
            record.stage = .settled
            return (record, random.chance(50) ? .giveBack : .none)
        }
    }

    @Test(
        "Of 200 claims at once for few keys and quotes one each is written",
        arguments: LedgerKind.allCases)
    func concurrentClaims(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        let records = try (1...200).map {
            try LedgerFixture.claim($0, key: "k\($0 % 7)", quote: "q\($0 % 5)")
        }
        let written = try await withThrowingTaskGroup(of: HoldRecord?.self) { group in
            for record in records {
                group.addTask {
                    try await Told(ledger.claim(record)) == .claimed ? record : nil
                }
            }
            return try await group.reduce(into: [HoldRecord]()) {
                if let one = $1 { $0.append(one) }
            }
        }
        #expect(Set(written.map(\.key)).count == written.count)
        #expect(Set(written.map(\.quote.id)).count == written.count)
        #expect((1...5).contains(written.count))
        for record in records {
            let found = try await ledger.hold(record.id, of: record.tenant)
            #expect((found == record) == written.contains(record))
        }
    }

    @Test(
        "Of many updates of one version one wins, and rooms follow the winners",
        arguments: LedgerKind.allCases)
    func concurrentUpdates(kind: LedgerKind) async throws {
        let under = try await kind.make(rooms: 5)
        let records = try (1...12).map { try LedgerFixture.claim($0) }
        for record in records { _ = try await under.ledger.claim(record) }
        let wins = try await withThrowingTaskGroup(of: (HoldID, Bool, Bool).self) { group in
            for record in records {
                for attempt in 0..<8 {
                    group.addTask {
                        var next = record.granted(until: 1_800_000_600_000 + Int64(attempt))
                        let takes = attempt % 2 == 0
                        if !takes { (next.state, next.granted) = (.refused, nil) }
                        let told = try await Told(
                            under.ledger.update(next, inventory: takes ? .take : .none))
                        return (record.id, told == .stored, takes)
                    }
                }
            }
            return try await group.reduce(into: [(HoldID, Bool)]()) { wins, end in
                if end.1 { wins.append((end.0, end.2)) }
            }
        }
        #expect(Set(wins.map(\.0)).count == wins.count, "one winner a hold")
        let holders = wins.filter(\.1).count
        #expect(holders <= 5)
        #expect(try await under.takenNights() == [holders, holders, 0, 0, 0, 0])
        for record in records {
            let found = try #require(try await under.ledger.hold(record.id, of: record.tenant))
            #expect(found.version == (wins.contains { $0.0 == record.id } ? 2 : 1))
        }
    }
}
