import Gateway
import HTTPClient
import Reactor
import SupplierKit
import Telemetry
import Testing

@testable import tributary

/// What calls to suppliers say of themselves, over real sockets.
@Suite struct TransportTests {
    private static func withTransport(
        _ limits: ClientLimits = ClientLimits(), metrics: ClientMetrics? = nil,
        _ test: (CurlTransport) async throws -> Void
    ) async throws {
        let loops = try EventLoopGroup(count: 1)
        defer { for loop in loops.loops { loop.stop() } }
        let transport = CurlTransport(loops: loops, metrics: metrics, limits: limits)
        try await test(transport)
        await transport.close()
    }

    private static func call(_ url: String) -> WireRequest {
        WireRequest(
            method: .get, url: url, headers: [], body: [], idempotent: true,
            allowPrivateAddress: true)
    }

    /// What an exchange told, and how it broke.
    private static func exchange(
        _ transport: CurlTransport, _ url: String, within time: Duration
    ) async -> (told: [String], fault: TransportFault?) {
        var told: [String] = []
        do throws(TransportFault) {
            let deadline = BootClock.uptime().advanced(by: time)
            try await transport.exchange(call(url), deadline: deadline) { event in
                switch event {
                case .sending: told.append("sending")
                case .head(let head): told.append("head \(head.status)")
                case .bytes(let bytes): told.append("bytes \(bytes.count)")
                // Times, which differ from run to run.
                case .measured: break
                }
            }
            return (told, nil)
        } catch {
            return (told, error)
        }
    }

    @Test func theDeadlineIsToldWhereTheCallStands() async throws {
        let closed = try RudeServer(.neverAccepts)
        let silent = try RudeServer(.silentAfterHead)
        defer {
            closed.stop()
            silent.stop()
        }
        try await Self.withTransport { transport in
            let limit = Duration.milliseconds(300)
            let unsent = await Self.exchange(transport, closed.url, within: limit)
            #expect(unsent.told.isEmpty)
            #expect(unsent.fault?.phase == .connect)
            #expect(unsent.fault?.reason == .timeout)
            let sent = await Self.exchange(transport, silent.url, within: limit)
            #expect(sent.told == ["sending", "head 200"])
            #expect(sent.fault?.phase == .body)
            #expect(sent.fault?.reason == .timeout)
        }
    }

    /// The client's own limit is neither the supplier's fault nor the network's.
    @Test func asManyAsTheClientCarriesIsOverload() async throws {
        let silent = try RudeServer(.silentAfterHead)
        defer { silent.stop() }
        let registry = MetricsRegistry()
        var limits = ClientLimits()
        limits.exchanges = 1
        try await Self.withTransport(limits, metrics: try ClientMetrics(registry)) { transport in
            let url = silent.url
            let (stands, end) = AsyncStream.makeStream(of: Void.self)
            let first = Task {
                try? await transport.exchange(
                    Self.call(url), deadline: BootClock.uptime().advanced(by: .seconds(60))
                ) { _ in end.finish() }
            }
            for await _ in stands {}
            let second = await Self.exchange(transport, url, within: .seconds(60))
            #expect(second.told.isEmpty)
            #expect(second.fault?.reason == .overloaded)
            #expect(second.fault?.phase == .connect)
            #expect(second.fault.map { SupplierFailure($0).code } == .overloaded)
            first.cancel()
            _ = await first.value
            let page = String(decoding: registry.page(), as: UTF8.self)
            let line = "http_client_exchanges_total{outcome=\"overloaded\",phase=\"connect\"} 1\n"
            #expect(page.contains(line))
        }
    }
}
