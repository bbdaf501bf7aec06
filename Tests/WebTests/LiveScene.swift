import CSystem
import Gateway
import GatewayTesting
import Glibc
import HTTPServer
import Reactor
import SupplierKit
import Synchronization
import Telemetry
import Testing
import TravelModel
import Web

/// The machine's monotonic clock, with a wall clock that starts where the simulation's does.
struct LiveClock: GatewayClock {
    let loop: EventLoop
    private let start = MonotonicInstant.now()

    init(_ loop: EventLoop) { self.loop = loop }

    func now() -> Instant { Simulation.epoch.advanced(by: start.duration(to: .now())) }

    func uptime() -> Uptime { Uptime(nanoseconds: 0).advanced(by: start.duration(to: .now())) }

    func sleep(until deadline: Uptime) async throws(CancellationError) {
        let left = uptime().duration(to: deadline)
        if left > .zero { try await loop.sleep(for: left) }
    }
}

/// Opens once; whoever waits goes on.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    // A lock; each continuation is taken out under it by the one who resumes it.
    private let state = Mutex(State())

    func wait() async {
        await withCheckedContinuation { waiter in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(waiter) }
                return state.isOpen
            }
            if isOpen { waiter.resume() }
        }
    }

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

/// Opens a gate when a supplier's call was cancelled.
struct CancelWitness: GatewayObserver {
    let cancelled = Gate()

    func note(_ event: GatewayObservation) {
        if case .callEnded(_, _, .failure(.cancelled)?, _) = event { cancelled.open() }
    }
}

/// Passes lines on and opens a gate at the first one.
struct LogWitness: LogSink {
    let kept = MemoryLogSink()
    let told = Gate()

    func record(_ event: LogEvent) {
        kept.record(event)
        told.open()
    }
}

/// Runs the application behind a real server on loopback while `body` talks to it.
func withLiveScene(
    _ director: @escaping WebScene.Director, observer: (any GatewayObserver)? = nil,
    log: (any LogSink)? = nil,
    _ body: (HTTPServer, UInt16) async throws -> Void
) async throws {
    let group = try EventLoopGroup(count: 1)
    defer { group.shutdown() }
    let clock = LiveClock(try #require(group.loops.first))
    let scene = try WebScene(
        suppliers: ["acme", "bravo"], clock: clock,
        change: { ports in if let observer { ports.observer = observer } }, director)
    var services = scene.services
    services.metrics = MetricsRegistry()
    if let log { services.log = EventLog(to: log, clock: { 0 }) }
    let application = try WebApplication(services)
    var configuration = HTTPServerConfiguration(addresses: [.tcp(host: "127.0.0.1", port: 0)])
    application.configure(&configuration)
    let server = HTTPServer(configuration: configuration, group: group) { request in
        await application.answer(request)
    }
    guard case .tcp(_, let port)? = try server.start().first else { return }
    do {
        try await body(server, port)
    } catch {
        await server.drain(within: .zero)
        throw error
    }
    await server.drain(within: .zero)
}

/// A client on a thread of its own that sends what it is told; each step is bounded by 20 s.
final class LiveClient: @unchecked Sendable {
    // Unchecked: a descriptor and the bytes received, used by one test step after the other.
    private var descriptor: Int32
    private var received: [UInt8] = []

    struct Failure: Error { let call: String }

    init(_ port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_storage()
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = port.bigEndian
        inet_pton(AF_INET, "127.0.0.1", &four.sin_addr)
        withUnsafeMutableBytes(of: &address) { target in
            withUnsafeBytes(of: four) { target.copyMemory(from: $0) }
        }
        var bound = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &bound, socklen_t(MemoryLayout<timeval>.size))
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        guard csystem_connect(descriptor, &address, length) == 0 else {
            throw Failure(call: "connect")
        }
    }

    deinit { close() }

    func send(_ text: String) throws {
        var bytes = Array(text.utf8)
        while !bytes.isEmpty {
            let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            guard count > 0 else { throw Failure(call: "send") }
            bytes.removeFirst(count)
        }
    }

    /// Everything up to and with `marker`, or to the server's close for `nil`.
    func read(until marker: String?) throws -> String {
        while true {
            let text = String(decoding: received, as: UTF8.self)
            if let marker, text.contains(marker) { return text }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count == 0, marker == nil { return text }
            guard count > 0 else { throw Failure(call: "recv") }
            received += buffer[..<count]
        }
    }

    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }
}

/// Runs blocking steps on a thread of their own, so that they hold up no executor.
func blocking<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        let steps = Steps { continuation.resume(with: Result { try body() }) }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(steps)
        let code = pthread_create(
            &thread, nil,
            { argument in
                if let argument {
                    Unmanaged<Steps>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            }, box.toOpaque())
        if code == 0 {
            pthread_detach(thread)
        } else {
            box.release()
            continuation.resume(throwing: LiveClient.Failure(call: "pthread_create"))
        }
    }
}

private final class Steps {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
}

/// Sends a request, and gives everything until the server closes.
func exchange(_ text: String, _ port: UInt16) async throws -> String {
    try await blocking {
        let client = try LiveClient(port)
        try client.send(text)
        return try client.read(until: nil)
    }
}
