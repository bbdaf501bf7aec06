internal import Gateway
internal import Synchronization
internal import TravelModel

/// Stored answers of a world, as one process reaches them: durable, now and then slow or full.
struct WorldAnswers: AnswerStore {
    let life: ProcessLife
    let world: WorldGround

    func put(
        _ id: AnswerID, _ bytes: [UInt8], needed: Instant, expires: Instant
    ) async throws(StorageFault) {
        try await world.disk(life, isSlow: true)
        try await world.answers.put(id, bytes, needed: needed, expires: expires)
    }

    func need(_ ids: [AnswerID], until: Instant) async {
        await world.answers.need(ids, until: until)
    }

    func get(_ id: AnswerID) async throws(StorageFault) -> [UInt8]? {
        try await world.disk(life, isSlow: false)
        return try await world.answers.get(id)
    }

    func note(
        _ bytes: [UInt8], expires: Instant, now: Instant
    ) async throws(StorageFault) {
        try await world.disk(life, isSlow: false)
        try await world.answers.note(bytes, expires: expires, now: now)
    }

    func notes(
        before: Int64?, most: Int
    ) async throws(StorageFault) -> [StoredNote] {
        try await world.disk(life, isSlow: false)
        return try await world.answers.notes(before: before, most: most)
    }
}

/// Our own rooms as the ledger of a world has them free.
struct WorldInventory: InventoryPort {
    let life: ProcessLife
    let world: WorldGround

    func offers(
        of hotels: [SupplierHotelCode], stay: StayDates, rooms: [Occupancy]
    ) async throws(StorageFault) -> [Offer] {
        try await world.disk(life, isSlow: false)
        return hotels.flatMap { hotel in
            world.plan.ownRooms.map(\.offer).filter { offer in
                offer.hotel == hotel
                    && stay.nightDates.allSatisfy { night in
                        world.ledger.free(offer.rateKey, night) ?? 0 >= rooms.count
                    }
            }
        }
    }
}

/// A clock that forgets one sleeper in forty.
final class ForgetfulClock: GatewayClock {
    private let clock: Simulation
    // A lock around a count.
    private let sleepers = Mutex(0)

    init(_ clock: Simulation) { self.clock = clock }

    func now() -> Instant { clock.now() }

    func uptime() -> Uptime { clock.uptime() }

    func sleep(until deadline: Uptime) async throws(CancellationError) {
        let number = sleepers.withLock { sleepers in
            sleepers += 1
            return sleepers
        }
        // A year is longer than any world.
        let year = deadline.advanced(by: .seconds(365 * 86_400))
        try await clock.sleep(until: number % 40 == 0 ? year : deadline)
    }
}

/// The bodies of stored refusals, short.
struct WorldRefusals: RefusalBodies {
    func body(of refusal: HoldRefusal) -> [UInt8] {
        switch refusal {
        case .priceChanged(let change, let quote, _, _):
            Array("\(change.old) -> \(change.new) \(quote.id)".utf8)
        case .termsChanged(let change, let quote, _, _):
            Array("\(change.terms.map(\.field.rawValue)) \(quote.id)".utf8)
        case .soldOut(let alternates): Array("sold out \(alternates.map(\.quote.id))".utf8)
        case .unavailable: Array("unavailable".utf8)
        }
    }
}
