import CSystem
import Glibc
public import Reactor
import Synchronization

/// Answers one request; runs as a task on the connection's loop.
///
/// The task is cancelled when the client is gone: for a streamed answer that includes a FIN, for
/// any other only a reset, because a client may close its side and still wait for the answer.
public typealias HTTPHandler = @Sendable (HTTPRequest) async -> HTTPResponse

/// A strict HTTP/1.1 server (RFC 9110, RFC 9112) over a group of loops.
///
/// TLS and HTTP/2 belong to a proxy in front. What it cannot read without doubt it refuses and
/// closes, so no two readings of one request are possible.
public final class HTTPServer: Sendable {
    private struct State {
        var hasStarted = false
        var bound: [ListenAddress] = []
    }

    private let configuration: HTTPServerConfiguration
    private let hosts: [LoopServer]
    private let census = Census()
    /// The lock covers single reads and writes; listening happens outside it.
    private let state = Mutex(State())

    /// Given when draining begins; the same one every request carries.
    public let drainSignal = DrainSignal()

    /// Makes a server that is not yet listening.
    public init(
        configuration: HTTPServerConfiguration, group: EventLoopGroup,
        handler: @escaping HTTPHandler
    ) {
        self.configuration = configuration
        let (drainSignal, census) = (drainSignal, census)
        hosts = group.loops.map {
            LoopServer(
                loop: $0, configuration: configuration, handler: handler,
                drainSignal: drainSignal, census: census)
        }
    }

    /// How many connections are open.
    public var connectionCount: Int { census.count }

    /// What is held for clients now; one loop is asked after the other.
    public func load() async -> HTTPServerLoad {
        var load = HTTPServerLoad()
        for host in hosts { load += await host.load() }
        return load
    }

    /// Where the server listens, with the ports the system chose; empty before `start`.
    public var addresses: [ListenAddress] { state.withLock { $0.bound } }

    /// Binds every address and starts to accept; all or nothing.
    ///
    /// - Returns: the addresses in the order of the configuration, with the ports chosen.
    @discardableResult
    public func start() throws(HTTPServerError) -> [ListenAddress] {
        let isFirst = state.withLock { state in
            defer { state.hasStarted = true }
            return !state.hasStarted
        }
        guard isFirst else { throw .alreadyStarted }
        do throws(HTTPServerError) {
            return try listen(at: configuration.addresses)
        } catch {
            state.withLock { $0.hasStarted = false }
            throw error
        }
    }

    private func listen(at addresses: [ListenAddress]) throws(HTTPServerError) -> [ListenAddress] {
        var byHost = [[Int32]](repeating: [], count: hosts.count)
        var bound: [ListenAddress] = []
        do throws(HTTPServerError) {
            for address in addresses {
                let opened = try open(address)
                for (index, descriptor) in opened.descriptors.enumerated() {
                    byHost[index].append(descriptor)
                }
                bound.append(opened.address)
            }
        } catch {
            for descriptor in byHost.joined() { close(descriptor) }
            throw error
        }
        for (host, descriptors) in zip(hosts, byHost) { host.listen(descriptors) }
        let result = bound
        state.withLock { $0.bound = result }
        return bound
    }

    /// One listening socket for each loop.
    private func open(_ address: ListenAddress) throws(HTTPServerError)
        -> (address: ListenAddress, descriptors: [Int32])
    {
        switch address {
        case .unix(let path):
            Socket.removeStale(path: path)
            let first = try listener(at: address, sharesPort: false)
            // One queue for all loops: a socket file cannot be bound twice.
            return (address, [first] + hosts.dropFirst().map { _ in dup(first) })
        case .tcp(let host, let port):
            // SO_REUSEPORT would let two servers of one user share a port unnoticed: look first.
            if port != 0 { close(try listener(at: address, sharesPort: false)) }
            var descriptors = [try listener(at: address, sharesPort: true)]
            let chosen = ListenAddress.tcp(host: host, port: Socket.port(of: descriptors[0]))
            do throws(HTTPServerError) {
                for _ in hosts.dropFirst() {
                    descriptors.append(try listener(at: chosen, sharesPort: true))
                }
            } catch {
                for descriptor in descriptors { close(descriptor) }
                throw error
            }
            return (chosen, descriptors)
        }
    }

    private func listener(
        at address: ListenAddress, sharesPort: Bool
    ) throws(HTTPServerError) -> Int32 {
        try Socket.listen(
            at: address, sharesPort: sharesPort, sendBufferBytes: configuration.sendBufferBytes)
    }

    /// Closes the listeners, so that connects are refused; connections go on.
    ///
    /// See `resumeListening()`.
    public func pauseListening() async {
        for host in hosts { await host.stopListening() }
    }

    /// Listens again at the addresses `start` returned.
    public func resumeListening() throws(HTTPServerError) {
        guard !drainSignal.isDraining else { return }
        _ = try listen(at: addresses)
    }

    /// Ends the server in order: no new connections, idle ones closed, answers under way
    /// finished with `Connection: close`, the drain signal given; after `duration` by force.
    ///
    /// Returns when no connection is left. Handlers cut off by force have been cancelled and are
    /// not waited for.
    public func drain(within duration: Duration) async {
        drainSignal.begin()
        let deadline = MonotonicInstant.now().advanced(by: duration)
        await withTaskGroup(of: Void.self) { group in
            for host in hosts { group.addTask { await host.drain(until: deadline) } }
        }
        for case .unix(let path) in addresses { unlink(path) }
    }
}
