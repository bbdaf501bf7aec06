import Gateway
import GatewayTesting
import SupplierKit
import Synchronization
import Testing
import TravelModel

/// A simulated gateway with one supplier, `acme`, that offers one room for 100 EUR, and a desk
/// that holds it.
final class HoldScene: Sendable {
    static let offer = "acme-0 R1 Double_Room BB free EUR 100.00"

    /// What the supplier does; words as in `LineProtocol`.
    struct Supplier: Sendable {
        var search: @Sendable (_ call: Int) -> Script = { _ in .answer(offer) }
        var revalidate: @Sendable (_ call: Int) -> Script = { _ in .answer(offer) }
        var hold: @Sendable (_ call: Int) -> Script = { _ in .answer("held H1") }
        var retrieve: @Sendable (_ call: Int) -> Script = { _ in .answer("none") }
        var release: @Sendable (_ call: Int) -> Script = { _ in .answer("released") }
    }

    private struct Words: RefusalBodies {
        func body(of refusal: HoldRefusal) -> [UInt8] {
            switch refusal {
            case .priceChanged(let change, let quote, _, _):
                Array("\(change.old) -> \(change.new) \(quote.id)".utf8)
            case .termsChanged(let change, _, _, _):
                Array(change.terms.map(\.field.rawValue).joined(separator: ",").utf8)
            case .soldOut: Array("sold out".utf8)
            case .unavailable: Array("unavailable".utf8)
            }
        }
    }

    let gateway: SimulatedGateway
    let ledger = MemoryHoldLedger()
    let desk: HoldDesk
    /// Hotels whose rooms changed, in order.
    let changed: Mutex<[HoldState]>
    private let keeper: HoldAbility.Keeper

    init(
        seed: UInt64 = 1, keeper: HoldAbility.Keeper = .supplier, needs: HoldAbility.Needs = [],
        holdLife: Duration? = nil, settings: HoldDesk.Settings = .init(),
        change: (inout GatewayPorts) -> Void = { _ in },
        limits: (inout SupplierLimits) -> Void = { _ in }, _ supplier: Supplier = Supplier()
    ) throws {
        self.keeper = keeper
        var account = try #require(SimulatedGateway.Account("acme", hotels: [0]))
        account.manifest.holdKeeper = keeper
        account.manifest.holdNeeds = needs
        account.manifest.holdLife = holdLife
        limits(&account.manifest.limits)
        let counts = CallCounts()
        gateway = try SimulatedGateway(
            seed: seed, accounts: [account], hotels: 1, change: change
        ) { request, _ in
            let path = request.url.split(separator: "/").last.map(String.init) ?? ""
            let word = path.split(separator: "?").first.map(String.init) ?? ""
            let call = counts.next(word)
            return switch word {
            case "search": supplier.search(call)
            case "revalidate": supplier.revalidate(call)
            case "hold": supplier.hold(call)
            case "retrieve": supplier.retrieve(call)
            default: supplier.release(call)
            }
        }
        changed = Mutex([])
        desk = Self.desk(gateway, ledger, tenure: try .fixed(), settings: settings)
    }

    /// The desk of the same node after a restart.
    func restarted(_ change: (inout HoldTenure) -> Void = { _ in }) throws -> HoldDesk {
        var tenure = try HoldTenure.fixed(epoch: 2)
        change(&tenure)
        return Self.desk(gateway, ledger, tenure: tenure)
    }

    /// Lets a desk's sweep run beside the work.
    func sweeping<Value: Sendable>(
        _ desk: HoldDesk, _ work: () async throws -> Value
    ) async throws -> Value {
        let sweeper = Task(executorPreference: gateway.simulation) { await desk.sweep() }
        defer { sweeper.cancel() }
        return try await work()
    }

    /// Another desk over the same ledger.
    static func desk(
        _ gateway: SimulatedGateway, _ ledger: any HoldLedger, ports: GatewayPorts? = nil,
        tenure: HoldTenure, settings: HoldDesk.Settings = .init(),
        changed: @escaping @Sendable (HoldRecord) -> Void = { _ in }
    ) -> HoldDesk {
        HoldDesk(
            ports: ports ?? gateway.ports, roster: gateway.roster, health: gateway.health,
            quotes: gateway.desk, ledger: ledger, tenure: tenure, bodies: Words(),
            settings: settings, onRoomChange: changed)
    }

    /// A quote of the one offer, from a search.
    func quote() async throws -> QuoteID {
        for event in try await gateway.events(gateway.request()) {
            guard case .offers(let offers) = event.event else { continue }
            return try #require(offers.hotels.first?.offers.first?.quoteID)
        }
        throw SimulatedGateway.Fault.badSetting
    }

    func request(
        _ quote: QuoteID, key: String = "k1", _ change: (inout HoldRequest) -> Void = { _ in }
    ) throws -> HoldRequest {
        let tenant = try #require(TenantID("demo"))
        let key = try #require(IdempotencyKey(key))
        var request = HoldRequest(tenant: tenant, key: key, quote: quote)
        change(&request)
        return request
    }

    /// Runs the work in the simulation, with the sweeper beside it when asked for.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (HoldScene) async throws -> Value
    ) throws -> Value {
        try gateway.simulation.run { [self] in
            await Result.of { try await body(self) }
        }.get()
    }

    func letPass(_ duration: Duration) async throws {
        let clock = gateway.simulation
        try await clock.sleep(until: clock.uptime().advanced(by: duration))
    }

    /// How often a word was asked.
    func calls(_ word: String) -> Int {
        gateway.transport.urls.filter { $0.contains("/\(word)?") }.count
    }
}

extension Result where Failure == any Error {
    static func of(_ body: () async throws -> Success) async -> Result {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}

/// Counts calls by word.
final class CallCounts: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func next(_ word: String) -> Int {
        counts.withLock { counts in
            counts[word, default: 0] += 1
            return counts[word] ?? 0
        }
    }
}

extension HoldOutcome {
    /// One word and what belongs to it, for comparing.
    var told: String {
        switch self {
        case .hold(let view, let replayed):
            let change = view.change.map { " \($0.old) -> \($0.new)" } ?? ""
            return (replayed ? "again " : "") + view.state.rawValue + change
        case .refused(let refusal, let replayed):
            return (replayed ? "again " : "") + refusal.reason.rawValue
        case .declined(let decline):
            return switch decline {
            case .quoteUnknown: "quoteUnknown"
            case .quoteExpired: "quoteExpired"
            case .offerMismatch: "offerMismatch"
            case .guestsRequired: "guestsRequired"
            case .guestsMismatch: "guestsMismatch"
            case .keyReused: "keyReused"
            case .inProgress: "inProgress"
            case .quoteAlreadyHeld: "quoteAlreadyHeld"
            case .tooManyHolds(let cap, _): "tooManyHolds \(cap.scope.rawValue)"
            case .supplierUnavailable: "unavailable"
            case .storage: "storage"
            case .outcomeUnknown: "outcomeUnknown"
            case .overloaded: "overloaded"
            }
        }
    }

    var view: HoldView? {
        if case .hold(let view, _) = self { view } else { nil }
    }

    var refusal: StoredRefusal? {
        if case .refused(let refusal, _) = self { refusal } else { nil }
    }
}
