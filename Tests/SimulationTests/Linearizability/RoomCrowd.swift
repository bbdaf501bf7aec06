import Gateway
import GatewayTesting
import SupplierKit
import Synchronization
import Testing
import TravelModel

/// Clients that place, release and look at holds of one kind of our own rooms, each noting what it was
/// told and when, while the sweep ends what is over.
final class RoomCrowd: Sendable {
    /// So short that many holds end by themselves.
    private static let life = Duration.seconds(2)
    /// An expiry is written by the sweep that comes once a second.
    private static let sweepTime = Duration.seconds(2)

    private struct Log {
        var number = 0
        var operations: [RoomOperation] = []
        /// What clients may look at: ids and deadlines of granted holds, by number.
        var holds: [(id: HoldID, deadline: Uptime)] = []
        /// Answers that say nothing about rooms.
        var others: [String: Int] = [:]
        /// Looks that were told HELD though the deadline had passed when they began, or EXPIRED
        /// before it came.
        var untimely = 0
    }

    let rooms: Int
    private let gateway: SimulatedGateway
    private let ledger = MemoryHoldLedger()
    private let desk: HoldDesk
    private let seed: UInt64
    // A lock around plain values; nothing is called under it.
    private let log = Mutex(Log())

    init(seed: UInt64, rooms: Int) throws {
        self.rooms = rooms
        self.seed = seed
        let occupancy = [try #require(Occupancy("2"))]
        let offer = try #require(
            OfferLine.read(
                "direct-0 OWN Double_Room BB free EUR 80.00", rooms: occupancy,
                hold: HoldAbility(keeper: .inventory)))
        gateway = try SimulatedGateway(
            seed: seed, accounts: [], hotels: 1,
            change: { $0.inventory = FixedInventory([offer]) }, director: { _, _ in .refused })
        var settings = HoldDesk.Settings()
        settings.life = Self.life
        desk = HoldScene.desk(gateway, ledger, tenure: try .fixed(), settings: settings)
    }

    /// The history of `clients` that do `each` operations; with `fault` one grant takes no room.
    func run(clients: Int, each: Int, fault: Bool = false) throws -> [RoomOperation] {
        try gateway.simulation.run { [self] in
            await Result.of {
                let request = try gateway.request()
                ledger.stock("OWN", rooms: rooms, stay: request.stay)
                let sweeper = Task(executorPreference: gateway.simulation) { [desk] in
                    await desk.sweep()
                }
                defer { sweeper.cancel() }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<clients {
                        group.addTask(executorPreference: gateway.simulation) { [self] in
                            try await work(number, each, request.tenant)
                        }
                    }
                    if fault {
                        try await pause(.seconds(5))
                        ledger.grantOnceWithoutTaking()
                    }
                    try await group.waitForAll()
                }
                // What is still held ends, so that every expiry is known.
                try await pause(Self.life + Self.sweepTime)
                addExpiries()
                return log.withLock { $0.operations }
            }
        }.get()
    }

    /// Answers that say nothing about rooms, such as an attempt still under way.
    var others: [String: Int] { log.withLock { $0.others } }
    /// Looks that were told the wrong side of a deadline.
    var untimely: Int { log.withLock { $0.untimely } }

    // MARK: - One client

    private func work(_ number: Int, _ operations: Int, _ tenant: TenantID) async throws {
        var dice = SplitMix(seed: seed &* 1_000_003 &+ UInt64(number))
        var quote: QuoteID?
        for round in 0..<operations {
            try await pause(.milliseconds(dice.number(in: 0...400)))
            let hold = someHold(&dice)
            switch dice.number(in: 1...100) {
            case ...55:
                if quote == nil || dice.chance(2) { quote = try await self.quote() }
                let key = try #require(IdempotencyKey("c\(number)-\(round)"))
                if await place(HoldRequest(tenant: tenant, key: key, quote: try #require(quote))) {
                    // It is held now; another attempt needs another quote.
                    quote = nil
                }
            case ...62: if let hold { try await release(hold, tenant) }
            default: if let hold { try await look(hold, tenant) }
            }
        }
    }

    /// Whether a room was granted.
    private func place(_ request: HoldRequest) async -> Bool {
        let begin = stamp()
        switch await desk.place(request, waitFor: .seconds(10)) {
        case .hold(let view, _) where view.record.expiresAt != nil:
            let deadline = view.record.expiresAt?.uptime ?? begin.uptime
            let end = stamp()
            log.withLock { log in
                log.operations.append(
                    RoomOperation(
                        told: .granted(hold: log.holds.count), invoked: begin, returned: end))
                log.holds.append((view.record.id, deadline))
            }
            return true
        case .refused(let refusal, _) where refusal.reason == .soldOut:
            note(.soldOut, begin)
        case let other: noteOther(other.told)
        }
        return false
    }

    private func release(_ hold: Int, _ tenant: TenantID) async throws {
        let id = log.withLock { $0.holds[hold].id }
        let begin = stamp()
        switch try await desk.release(id, of: tenant) {
        case .released: note(.released(hold: hold), begin)
        case .ended(let state): note(.seen(hold: hold, state), begin)
        case let other: noteOther("release \(other)")
        }
    }

    private func look(_ hold: Int, _ tenant: TenantID) async throws {
        let (id, deadline) = log.withLock { $0.holds[hold] }
        let begin = stamp()
        guard let view = try await desk.hold(id, of: tenant) else { return noteOther("lost") }
        note(.seen(hold: hold, view.state), begin)
        let isEarly = view.state == .expired && gateway.simulation.uptime() < deadline
        let isLate = view.state == .held && begin.uptime >= deadline
        if isEarly || isLate { log.withLock { $0.untimely += 1 } }
    }

    private func someHold(_ dice: inout SplitMix) -> Int? {
        let count = log.withLock { $0.holds.count }
        guard count > 0 else { return nil }
        // Mostly young ones; old ones stay what they were.
        return max(0, count - 1 - dice.number(in: 0...6))
    }

    // MARK: - Notes

    private func stamp() -> RecordedMoment {
        let now = gateway.simulation.uptime()
        return log.withLock { log in
            log.number += 1
            return RecordedMoment(uptime: now, number: log.number)
        }
    }

    private func note(_ told: RoomOperation.Told, _ begin: RecordedMoment) {
        let end = stamp()
        log.withLock {
            $0.operations.append(RoomOperation(told: told, invoked: begin, returned: end))
        }
    }

    private func noteOther(_ word: String) {
        log.withLock { $0.others[word, default: 0] += 1 }
    }

    /// The clock's own operations: one for each hold that the ledger says expired.
    private func addExpiries() {
        let states = Dictionary(
            ledger.rows.map { ($0.id, $0.state) }, uniquingKeysWith: { first, _ in first })
        log.withLock { log in
            for (number, hold) in log.holds.enumerated() where states[hold.id] == .expired {
                log.operations.append(
                    RoomOperation(
                        told: .expired(hold: number),
                        invoked: RecordedMoment(uptime: hold.deadline, number: 0),
                        returned: RecordedMoment(
                            uptime: hold.deadline.advanced(by: Self.sweepTime), number: .max)))
            }
        }
    }

    private func quote() async throws -> QuoteID {
        // Quotes of one instant are one quote.
        try await pause(.milliseconds(1))
        for event in try await gateway.events(gateway.request(options: SearchOptions())) {
            guard case .offers(let offers) = event.event else { continue }
            return try #require(offers.hotels.first?.offers.first?.quoteID)
        }
        throw SimulatedGateway.Fault.badSetting
    }

    private func pause(_ duration: Duration) async throws {
        let clock = gateway.simulation
        try await clock.sleep(until: clock.uptime().advanced(by: duration))
    }
}
