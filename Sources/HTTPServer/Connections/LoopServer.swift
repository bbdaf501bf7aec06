import CSystem
import Glibc
import Reactor
import Synchronization

/// The part of a server that lives on one loop: its listeners, connections and buffers.
///
/// Sendable without the compiler's check: everything variable is touched on the loop only; the
/// methods called from elsewhere say so and go through `execute`.
final class LoopServer: @unchecked Sendable {
    let loop: EventLoop
    let configuration: HTTPServerConfiguration
    let handler: HTTPHandler
    let drainSignal: DrainSignal
    let census: Census

    var outputPool = BufferPool(capacity: 16_384, limit: 128)
    private var inputPool: [[UInt8]] = []
    private var connections: [Int32: Connection] = [:]
    private var dirty: [Connection] = []
    private var flushing: [Connection] = []
    private var dateField = DateField()
    private var acceptors: [Acceptor] = []
    private var drained: [CheckedContinuation<Void, Never>] = []
    private(set) var isDraining = false

    /// Bytes of bodies that are being read.
    private(set) var pendingBodyBytes = 0

    init(
        loop: EventLoop, configuration: HTTPServerConfiguration, handler: @escaping HTTPHandler,
        drainSignal: DrainSignal, census: Census
    ) {
        self.loop = loop
        self.configuration = configuration
        self.handler = handler
        self.drainSignal = drainSignal
        self.census = census
    }

    // MARK: Listening

    /// Starts to accept from listening sockets, which it owns from now on.
    ///
    /// From any thread.
    func listen(_ descriptors: [Int32]) {
        // Opened now, not when the loop gets to it: by then there may be none left.
        let reserves = descriptors.map { _ in
            var reserves: [Int32] = []
            Acceptor.fill(&reserves)
            return reserves
        }
        loop.execute {
            for (descriptor, reserves) in zip(descriptors, reserves) {
                let acceptor = Acceptor(descriptor, reserves: reserves, host: self)
                self.acceptors.append(acceptor)
                acceptor.resume()
            }
        }
    }

    /// Closes the listeners; returns when they are closed.
    ///
    /// From any thread.
    func stopListening() async {
        await withCheckedContinuation { continuation in
            loop.execute {
                self.closeListeners()
                continuation.resume()
            }
        }
    }

    private func closeListeners() {
        for acceptor in acceptors { acceptor.close() }
        acceptors = []
    }

    // MARK: Connections

    func adopt(_ descriptor: Int32, peer: PeerAddress) {
        let connection = Connection(descriptor, peer: peer, host: self)
        do {
            try loop.register(
                descriptor, interest: [.read, .write, .peerClosed, .edgeTriggered]
            ) { connection.ready($0) }
        } catch {
            Glibc.close(descriptor)
            return
        }
        connections[descriptor] = connection
        census.add()
        connection.updateDeadline()
    }

    func remove(_ connection: Connection) {
        connections[connection.descriptor] = nil
        census.remove()
        if connections.isEmpty { finishDrain() }
    }

    func markDirty(_ connection: Connection) {
        guard !connection.isDirty else { return }
        connection.isDirty = true
        if dirty.isEmpty { loop.atEndOfTurn { self.flushDirty() } }
        dirty.append(connection)
    }

    private func flushDirty() {
        swap(&dirty, &flushing)
        for connection in flushing { connection.turnEnded() }
        flushing.removeAll(keepingCapacity: true)
    }

    // MARK: Drain

    /// Ends every connection in order, at `deadline` at the latest by force.
    ///
    /// From any thread.
    func drain(until deadline: MonotonicInstant) async {
        await withCheckedContinuation { continuation in
            loop.execute { self.beginDrain(until: deadline, continuation) }
        }
    }

    private func beginDrain(
        until deadline: MonotonicInstant, _ continuation: CheckedContinuation<Void, Never>
    ) {
        // Clients whose connect has succeeded are served, not reset.
        for acceptor in acceptors { acceptor.acceptAllWaiting() }
        closeListeners()
        isDraining = true
        for connection in connections.values { connection.beginDrain() }
        guard !connections.isEmpty else {
            continuation.resume()
            return
        }
        drained.append(continuation)
        loop.schedule(at: deadline) {
            for connection in self.connections.values { connection.end(.drainOver) }
        }
    }

    private func finishDrain() {
        for waiter in drained { waiter.resume() }
        drained = []
    }

    // MARK: Account

    /// What the loop's connections hold.
    ///
    /// From any thread.
    func load() async -> HTTPServerLoad {
        await withCheckedContinuation { continuation in
            loop.execute {
                var load = HTTPServerLoad()
                for connection in self.connections.values {
                    load.connections += 1
                    load.unsentBytes += connection.output.count
                    load.inputBytes += connection.input.capacity
                    load.bodyBytes += connection.reader.pendingBodyBytes
                }
                continuation.resume(returning: load)
            }
        }
    }

    // MARK: Shared by the loop's connections

    /// Counts body bytes that came (or went, if negative); false if there are too many.
    func countBodyBytes(_ change: Int) -> Bool {
        pendingBodyBytes += change
        return pendingBodyBytes <= configuration.limits.pendingBodyBytes
    }

    func date() -> [UInt8] { dateField.bytes(at: configuration.wallClock()) }

    /// Room for one head of any legal size.
    func takeInputStorage() -> [UInt8] {
        inputPool.popLast()
            ?? [UInt8](repeating: 0, count: max(16_384, configuration.limits.headBytes + 64))
    }

    func giveBack(_ storage: [UInt8]) {
        if inputPool.count < 128 { inputPool.append(storage) }
    }
}

/// Counts the connections of all loops.
final class Census: Sendable {
    private let connections = Atomic<Int>(0)

    var count: Int { connections.load(ordering: .relaxed) }

    func add() { connections.add(1, ordering: .relaxed) }

    func remove() { connections.subtract(1, ordering: .relaxed) }
}
