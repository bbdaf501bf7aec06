import Foundation
import HTTPClient

/// Exchanges of one kind, in rounds of many at once.
protocol WornExchanges {
    /// Exchanges of one round.
    static var size: Int { get }
    var clients: [HTTPClient] { get }
    var servers: [ScriptedServer] { get }
    /// How many exchanges ended how.
    var ends: [String: Int] { get }
    /// Opens what stays open, and nothing else.
    func prepare() async throws
    /// Runs one round; throws when an exchange ends otherwise than it must.
    mutating func round() async throws
}

/// Runs rounds, and compares what the process holds after a fifth of them and after all.
struct Wear {
    /// What must not be.
    struct Leak: Error {
        let text: String
        init(_ text: String) { self.text = text }
    }

    static var wanted: Int? {
        ProcessInfo.processInfo.environment["TRIBUTARY_TEST_EXCHANGES"].flatMap { Int($0) }
    }

    /// Prints the figures, or what leaked: all that a test hears of its own process.
    func run<Exchanges: WornExchanges>(_ make: () throws -> Exchanges) async {
        do {
            try await wear(make())
        } catch {
            print("\(Exchanges.self) leak: \(error)")
        }
    }

    private func wear<Exchanges: WornExchanges>(_ worn: Exchanges) async throws {
        Allocator.keepTidy()
        var exchanges = worn
        let rounds = max(10, (Self.wanted ?? 2_000) / Exchanges.size)
        try await exchanges.prepare()
        let fresh = try ProcessState.now()
        for _ in 0..<(rounds / 5) { try await exchanges.round() }
        let early = try await state(of: exchanges)
        for _ in (rounds / 5)..<rounds { try await exchanges.round() }
        let late = try await state(of: exchanges)
        print(
            "\(Exchanges.self): \(rounds * Exchanges.size) exchanges at \(Exchanges.size) a round,",
            "ends \(exchanges.ends.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }),",
            "descriptors \(fresh.descriptors), \(early.descriptors), \(late.descriptors),",
            "resident MB \(fresh.megabytes), \(early.megabytes), \(late.megabytes)")
        guard early.descriptors == fresh.descriptors, late.descriptors == fresh.descriptors else {
            throw Leak(
                "descriptors: \(fresh.descriptors), \(early.descriptors), \(late.descriptors)")
        }
        // 1 KB an exchange is far below what an easy handle alone takes; 4 MB for the allocator.
        let between = (rounds - rounds / 5) * Exchanges.size
        guard late.residentBytes - early.residentBytes < 4 << 20 + between * 1_024 else {
            throw Leak("memory: \(early.megabytes) MB, then \(late.megabytes) MB")
        }
        for client in exchanges.clients { await client.close() }
    }

    /// What the process holds once the servers have seen the ends of their connections.
    private func state(of exchanges: some WornExchanges) async throws -> ProcessState {
        for client in exchanges.clients {
            guard await client.exchangesUnderWay == 0 else { throw Leak("an exchange") }
            guard await client.openConnections == 0 else { throw Leak("a connection") }
        }
        for server in exchanges.servers { await server.ended.wait(for: server.connectionCount) }
        Allocator.giveBack()
        return try ProcessState.now()
    }
}
