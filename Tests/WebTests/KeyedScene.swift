import Gateway
import GatewayTesting
import HTTPServer
import SupplierKit
import Synchronization
import Testing
import TravelModel
import Web
import WireFormat

/// Keys that a test may change while the application has them.
final class SharedKeys: ClientKeyStore {
    // A lock around a list and its number.
    private let list = Mutex(ClientKeyList(keys: [], change: 0))

    func keys(since change: Int64?) async throws(StorageFault) -> ClientKeyList? {
        let now = list.withLock { $0 }
        return now.change == change ? nil : now
    }

    /// Makes a key of a tenant.
    func make(
        _ tenant: String, number: UInt8, change: (inout ClientKeyRecord) -> Void = { _ in }
    ) throws -> String {
        let key = ClientKey(random: OneByte(byte: number))
        var record = ClientKeyRecord(
            id: key.id, tenant: try #require(TenantID(tenant)), hash: try #require(key.hash),
            createdAt: Simulation.epoch)
        change(&record)
        list.withLock { list in
            list.keys.append(record)
            list.change += 1
        }
        return key.text
    }

    /// Withdraws every key of a tenant.
    func revoke(_ tenant: String, at end: Instant) {
        list.withLock { list in
            for index in list.keys.indices where list.keys[index].tenant.text == tenant {
                list.keys[index].revokedAt = end
            }
            list.change += 1
        }
    }

    private struct OneByte: RandomSource {
        let byte: UInt8

        func bytes(_ count: Int) -> [UInt8] { Array(repeating: byte, count: count) }
    }
}

/// A scene with two tenants that have a key each.
struct KeyedScene {
    let scene: WebScene
    let keys = SharedKeys()
    let acme: String
    let zeta: String

    /// `acme` may ask twice at once and once a second, `zeta` as often as it likes.
    init(
        rate: RequestRate? = nil, requiresKeys: Bool = false, mocks: Set<SupplierID> = [],
        _ director: @escaping WebScene.Director
    ) throws {
        acme = try keys.make("acme", number: 0xA1) { $0.isSandbox = true }
        zeta = try keys.make("zeta", number: 0x2E)
        let keys = keys
        scene = try WebScene(
            mocks: mocks,
            desk: { clock in
                var settings = ClientDesk.Settings(
                    openTenant: try #require(TenantID("demo")), terms: try WebScene.terms())
                settings.requiresKeys = requiresKeys
                var terms = settings.terms
                terms.rate = rate
                terms.mostOpenHolds = 2
                terms.currency = try #require(CurrencyCode("USD"))
                settings.tenants = [try #require(TenantID("acme")): terms]
                return ClientDesk(settings, keys: keys, clock: clock)
            }, director)
        let clients = scene.services.clients
        try scene.run { _ in try await clients.refresh() }
    }
}

extension WebScene {
    /// As ``send(_:_:_:body:drain:)`` with a key.
    func send(
        _ method: HTTPMethod = .get, _ target: String, by key: String,
        _ fields: [(String, String)] = [], body: String = ""
    ) async throws -> Answer {
        try await send(method, target, fields + [("Authorization", "Bearer " + key)], body: body)
    }

    /// Asks for a hold with a key.
    func hold(
        _ quote: String, by key: String, attempt: String = "k1",
        _ more: [(String, String)] = []
    ) async throws -> Answer {
        let fields = [("Content-Type", "application/json"), ("Idempotency-Key", attempt)]
        return try await send(
            .post, "/v1/holds", by: key, fields + more, body: #"{"quoteId":"\#(quote)"}"#)
    }

    /// The quote of the first offer of hotel 0.
    func quote(by key: String) async throws -> String {
        let answer = try await send(.get, Self.search, by: key)
        return try #require(try answer.json["hotels"]?[0]?["offers"]?[0]?["quoteId"]?.string)
    }
}
