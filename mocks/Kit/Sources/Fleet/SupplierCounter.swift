/// Serves one supplier's desk to any number of connections, one call at a time.
actor SupplierCounter {
    private var desk: SupplierDesk
    private let clock: MockClock
    private var underWay = 0

    init(_ desk: SupplierDesk, clock: MockClock) {
        self.desk = desk
        self.clock = clock
    }

    var isDown: Bool { desk.isDown }

    var shop: Shop { desk.shop }

    /// Decides what a call comes to; it is under way until `finished()`.
    func handle(_ request: MockRequest) -> Delivery {
        defer { underWay += 1 }
        return desk.handle(
            request, now: clock.now, wall: clock.wallNow, underWay: underWay)
    }

    /// A call has had its time to think.
    func finished() {
        underWay -= 1
    }

    func callback(about reference: String) -> MockCallback? {
        desk.callback(about: reference, now: clock.now, wall: clock.wallNow)
    }

    func adopt(_ scenario: Scenario) {
        desk.adopt(scenario)
    }

    func planNext(_ outcomes: [PlannedOutcome], for target: PlanTarget) -> Bool {
        desk.planNext(outcomes, for: target)
    }

    func calls(after sequence: Int, most: Int) -> [AuditEntry] {
        Array(desk.audit.entries(after: sequence).prefix(most))
    }

    /// The books at this moment, expired holds given back.
    func inventory() -> Inventory {
        desk.settle(now: clock.now)
        return desk.shop.inventory
    }
}
