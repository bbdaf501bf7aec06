import Gateway
import GatewayTesting
import SupplierKit
import Synchronization
import Testing
import TravelModel

/// A process that stands still in the one moment that no look at a lease can cover.
@Suite("A standstill between the look at the lease and the request")
struct StandstillTests {
    /// Stands still with the first request to hold in hand: the lease was looked at, nothing has left.
    private final class HaltingTransport: SupplierTransport {
        private let process: FreezableExecutor
        private let base: any SupplierTransport
        private let hasHalted = Atomic(false)

        init(_ process: FreezableExecutor, _ base: any SupplierTransport) {
            self.process = process
            self.base = base
        }

        func exchange(
            _ request: WireRequest, deadline: Uptime, onEvent: (TransportEvent) async -> Void
        ) async throws(TransportFault) {
            if request.url.contains("/hold?"),
                !hasHalted.exchange(true, ordering: .relaxed)
            {
                process.freeze()
                await Task.yield()
            }
            try await base.exchange(request, deadline: deadline, onEvent: onEvent)
        }
    }

    /// What the supplier keeps.
    private final class Books: Sendable {
        private let keeps = Mutex(false)

        var word: String { keeps.withLock { $0 } ? "held H1" : "none" }

        func set(_ isKept: Bool) { keeps.withLock { $0 = isKept } }
    }

    private struct Seen {
        var told = ""
        var late: HoldRecord?
        var row: HoldRecord?
        var states: [HoldState] = []
        var references: Set<String> = []
        var isKept = true
    }

    private func run(seed: UInt64, still: Int64) throws -> Seen {
        let books = Books()
        let two = try TwoGatewaysScene(
            seed: seed, transport: { HaltingTransport($0, $1) },
            HoldScene.Supplier(
                hold: { _ in
                    books.set(true)
                    return .answer("held H1")
                },
                retrieve: { _ in .answer(books.word) },
                release: { _ in
                    books.set(false)
                    return .answer("released")
                }))
        var seen = try two.run { two in
            var seen = Seen()
            let request = try two.scene.request(try await two.scene.quote())
            let client = two.ask(request)
            try await two.scene.letPass(.seconds(still))
            #expect(two.scene.calls("hold") == 0, "it stands before the request")
            seen.late = two.scene.ledger.rows.first
            two.process.thaw()
            seen.told = await client.value
            try await two.scene.letPass(.seconds(1800))
            let row = try #require(two.scene.ledger.rows.first)
            seen.states = two.scene.ledger.states(of: row.id)
            seen.row = row
            return seen
        }
        seen.isKept = books.word != "none"
        for url in two.scene.gateway.transport.urls {
            guard let word = url.split(separator: "/").last, let mark = word.firstIndex(of: "?")
            else { continue }
            let name = word[..<mark]
            if ["hold", "retrieve", "release"].contains(name) {
                seen.references.insert(String(word[mark...]))
            }
        }
        return seen
    }

    @Test(
        "Sent late, the request has the reference the other gateway looks up: one hold, told once",
        arguments: 0..<10 as Range<UInt64>)
    func late(seed: UInt64) throws {
        let seen = try run(seed: seed, still: 90)
        #expect(seen.late?.lease?.owner.node == "b", "two leases: the second counts")
        #expect(seen.late?.state == .pending, "not found is not yet a no")
        #expect(["PENDING", "HELD"].contains(seen.told))
        #expect(seen.states.prefix(2) == [.pending, .held], "found by the look-up")
        #expect(seen.references.count == 1, "\(seen.references)")
    }

    @Test("Sent after the other gateway has refused it, what the supplier keeps is given back")
    func tooLate() throws {
        let seen = try run(seed: 1, still: 400)
        #expect(seen.late?.state == .refused)
        #expect(seen.states == [.pending, .refused], "the first answer stands")
        #expect(!["HELD", "PRICE_CONFIRMED"].contains(seen.told))
        #expect(!seen.isKept, "found by the watch")
        #expect(seen.references.count == 1, "\(seen.references)")
    }
}
