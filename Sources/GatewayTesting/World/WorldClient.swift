internal import Gateway
internal import TravelModel

/// What every client of a world has in common.
struct WorldDesk: Sendable {
    let world: WorldGround
    let records: WorldRecords

    /// How a request to a gateway came out.
    enum Asked<Value: Sendable>: Sendable {
        case answer(Value)
        /// The gateway was killed.
        case cut
        /// The client did not wait any longer.
        case left
        /// There is no gateway at the moment.
        case down
    }

    /// Asks one gateway; `work` runs in its process.
    func ask<Value: Sendable>(
        _ node: Int, patience: Duration,
        _ work: @escaping @Sendable (WorldProcess) async -> Value
    ) async -> Asked<Value> {
        guard let process = world.process(node) else { return .down }
        let reply = FirstValue<Asked<Value>>()
        let number = process.life.onDeath { reply.offer(.cut) }
        // The server's side of the request: cancelled when the client leaves.
        let request = Task(executorPreference: process.life.executor) {
            let value = await work(process)
            reply.offer(.answer(value))
        }
        let clock = world.clock
        let latest = clock.uptime().advanced(by: patience)
        // The client's own clock, cancelled with the answer.
        let timer = Task(executorPreference: clock) {
            if (try? await clock.sleep(until: latest)) != nil { reply.offer(.left) }
        }
        let asked = await reply.value()
        timer.cancel()
        process.life.forget(number)
        if case .left = asked { request.cancel() }
        return asked
    }

    func pause(_ duration: Duration) async {
        try? await world.clock.sleep(until: world.clock.uptime().advanced(by: duration))
    }
}

/// One client: searches, holds, comes back, looks, lets go.
struct WorldClient {
    /// An attempt it has made and may make again.
    struct Wish {
        let key: IdempotencyKey
        let offer: KnownOffer
        let maxIncrease: MaxIncrease
        /// Its answer was lost.
        var isLost = false
    }

    let desk: WorldDesk
    let plan: WorldPlan.Client
    let place: Int
    var dice: SplitMix
    var wishes: [Wish] = []
    var lastKey = 0

    init(_ desk: WorldDesk, _ plan: WorldPlan.Client, place: Int) {
        self.desk = desk
        self.plan = plan
        self.place = place
        dice = SplitMix(seed: desk.world.plan.seed &* 1_000_003 &+ UInt64(place))
    }

    var world: WorldGround { desk.world }
    var records: WorldRecords { desk.records }
    var who: String { "\(plan.tenant) \(plan.name)" }

    /// Everything it does, one thing after the other.
    mutating func live() async {
        var rushes = world.plan.rushes.sorted()
        for _ in 0..<plan.actions {
            await desk.pause(WorldPlan.millis(&dice, 0...plan.pause))
            let elapsed = Uptime(nanoseconds: 0).duration(to: world.clock.uptime())
            if let moment = rushes.first, moment - elapsed < .seconds(8) {
                rushes.removeFirst()
                if moment > elapsed { await desk.pause(moment - elapsed) }
                await rush()
                continue
            }
            await act()
        }
    }

    private mutating func act() async {
        let hasOffers = !records.offers(of: plan.tenant).isEmpty
        switch dice.number(in: 1...100) {
        case ...32: await search(hotels: nil)
        case ...58 where hasOffers: await hold()
        case ...72 where !wishes.isEmpty: await comeBack()
        case ...80: await look()
        case ...85 where !wishes.isEmpty: await lookByKey()
        case ...94: await release()
        case ...97: await extend()
        default: await search(hotels: nil)
        }
    }

    /// Everybody wants a room of the first hotel now.
    private mutating func rush() async {
        await search(hotels: [0])
        await hold(atHotel: "hotel:0")
    }

    mutating func node() -> Int { dice.number(in: 0...world.plan.nodes.count - 1) }
}
