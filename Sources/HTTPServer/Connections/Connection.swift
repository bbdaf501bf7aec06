import CSystem
import Glibc
import Reactor

/// One client's connection: reads requests, runs the handler for one at a time, sends answers.
///
///     reading -> handling -> reading            a whole answer, the connection persists
///                handling -> streaming -> ...   a streamed answer
///                handling -> misbehaving -> ... a fault on purpose
///     any of them -> closing -> lingering -> closed
///     any -> closed                             client gone, dropped, drained
///
/// 1. Requests are answered in order: the next one is looked at when the last answer is queued.
/// 2. After a refusal nothing more is read as a request, so one request has one answer.
/// 3. `exchange` grows with each request and each end of one; a handler that comes back with an
///    old number is not listened to.
/// 4. With unsent bytes the write timeout runs; the timeout of the phase only without.
///
/// Sendable without the compiler's check: touched on its loop only. Handlers run on the loop by
/// preference and come back to it; `RawConnection` and `StreamSink` are actors of the loop.
final class Connection: @unchecked Sendable {
    enum Phase {
        case reading
        case handling
        case streaming
        case misbehaving
        case closing
        case lingering
        case closed
    }

    let host: LoopServer
    let peer: PeerAddress
    let descriptor: Int32
    var phase = Phase.reading
    var exchange = 0

    var reader: RequestReader
    var input = InputBuffer()
    var output = OutputQueue()
    var isReadable = false
    var isWritable = true
    /// The client has sent FIN, perhaps behind bytes not yet read.
    var hasPeerClosed = false
    var isDirty = false
    private var isAdvancing = false

    /// The exchange under way, and those answered whose bytes have not all left.
    var current: HTTPExchangeRecord?
    var unsentRecords: [HTTPExchangeRecord] = []
    var task: Task<Void, Never>?
    var persists = true
    var isChunked = false
    /// Close with RST, because a FIN would look like the orderly end of the body.
    var mustReset = false
    var ending = HTTPEnding.answered
    var wasIdleAtDrain = false

    var roomWaiters: [CheckedContinuation<Void, Never>] = []
    var endWaiters: [CheckedContinuation<Void, Never>] = []

    var deadlineKind = DeadlineKind.none
    var deadline = MonotonicInstant.distantFuture
    var timer: TimerToken?
    var timerDeadline = MonotonicInstant.distantFuture
    /// Sent bytes that the client had not confirmed when last looked at; `nil` before the first look.
    var unconfirmed: Int32?
    /// When the write timeout is over if the client confirms nothing more.
    var writeLimit = MonotonicInstant.distantFuture

    init(_ descriptor: Int32, peer: PeerAddress, host: LoopServer) {
        self.descriptor = descriptor
        self.peer = peer
        self.host = host
        reader = RequestReader(limits: host.configuration.limits)
    }

    // MARK: Events

    /// What epoll says.
    func ready(_ readiness: Readiness) {
        if readiness.contains(.hangUp) || readiness.contains(.error) {
            end(.clientLeft)
            return
        }
        if readiness.contains(.write) {
            isWritable = true
            flush()
        }
        if readiness.contains(.read) { isReadable = true }
        if readiness.contains(.peerClosed) {
            hasPeerClosed = true
            isReadable = true
            // A client that closes its side has no more use for a stream. One whole answer it may
            // still be waiting for.
            if phase == .streaming || phase == .misbehaving { end(.clientLeft) }
        }
        advance()
    }

    /// The turn is over: what was written during it goes out.
    func turnEnded() {
        isDirty = false
        flush()
        advance()
    }

    /// Goes on as far as possible without waiting.
    func advance() {
        guard !isAdvancing, phase != .closed else { return }
        isAdvancing = true
        var reads = 0
        var goesOn = true
        while goesOn {
            switch phase {
            case .reading: goesOn = readOn(&reads) || endsForDrain()
            case .closing: goesOn = closeOn()
            case .lingering: goesOn = lingerOn(&reads)
            case .handling, .streaming, .misbehaving, .closed: goesOn = false
            }
        }
        isAdvancing = false
        guard phase != .closed else { return }
        if input.isEmpty, input.hasStorage { host.giveBack(input.surrender()) }
        updateDeadline()
    }

    // MARK: Reading

    /// Most reads of one turn; a fast sender must not keep the loop to itself.
    private static let readsPerTurn = 16

    private func readOn(_ reads: inout Int) -> Bool {
        // Somebody who sends requests and reads no answers waits for himself.
        guard output.count < host.configuration.highWaterMark else { return false }
        guard !input.isEmpty else { return fill(&reads) }
        let before = reader.pendingBodyBytes
        let (event, used) = input.consume { bytes in
            let (event, used) = reader.read(bytes)
            return ((event, used), used: used)
        }
        let growth = reader.pendingBodyBytes - before
        let isWithinLimit = host.countBodyBytes(growth)
        if growth > 0, !isWithinLimit {
            refuse(.overloaded)
            return true
        }
        switch event {
        case .needsMore:
            return used > 0 ? true : fill(&reads)
        case .wantsContinue:
            write { ResponseEncoder.append("HTTP/1.1 100 Continue\r\n\r\n", to: &$0) }
            return true
        case .request(let head, let body):
            begin(head, body)
            return false
        case .refused(let refusal):
            refuse(refusal)
            return true
        }
    }

    /// Reads once; false if there is nothing to go on with.
    private func fill(_ reads: inout Int) -> Bool {
        guard isReadable else { return false }
        guard countRead(&reads) else { return false }
        if !input.hasStorage { input.adopt(host.takeInputStorage()) }
        let (outcome, isFull) = input.fill(from: descriptor)
        switch outcome {
        case .bytes:
            // A short read has emptied the socket; but a FIN already told of is still to be read.
            isReadable = isFull || hasPeerClosed
            return true
        case .wouldBlock:
            isReadable = false
            return false
        case .end:
            hasPeerClosed = true
            isReadable = false
            phase = .closing
            return true
        case .failed:
            end(.clientLeft)
            return false
        }
    }

    /// False when this turn has read enough; the rest is read in the next one.
    private func countRead(_ reads: inout Int) -> Bool {
        reads += 1
        guard reads > Self.readsPerTurn else { return true }
        host.loop.execute { self.advance() }
        return false
    }

    // MARK: Closing

    /// Reads what has come by now, so that it is answered, and closes if nothing has.
    func beginDrain() {
        isReadable = true
        advance()
    }

    /// Closes a connection without a request while the server drains.
    ///
    /// In order, with FIN first: a request may be on its way, and RST might take the last answer
    /// with it.
    private func endsForDrain() -> Bool {
        guard host.isDraining, isIdle, !isReadable else { return false }
        wasIdleAtDrain = true
        phase = .closing
        return true
    }

    private func closeOn() -> Bool {
        flush()
        guard phase == .closing, output.isEmpty else { return false }
        if hasPeerClosed && !isReadable || mustReset {
            end(ending)
            return false
        }
        // The client may still be sending. Closing now would answer with RST, and it might never
        // see what was sent: so stop writing and read on for a while.
        shutdown(descriptor, Int32(SHUT_WR))
        phase = .lingering
        return true
    }

    private func lingerOn(_ reads: inout Int) -> Bool {
        input.clear()
        let goesOn = fill(&reads)
        if phase == .closing { end(ending) }
        return goesOn && phase == .lingering
    }

    /// Ends the connection at once; the handler is cancelled.
    func end(_ ending: HTTPEnding) {
        guard phase != .closed else { return }
        // Who has been sent everything has nothing to be told by a reset.
        if ending == .clientTooSlow || ending == .drainOver, phase != .lingering {
            mustReset = true
        }
        phase = .closed
        exchange += 1
        self.ending = ending
        _ = host.countBodyBytes(-reader.pendingBodyBytes)
        reportEnd()
        task?.cancel()
        task = nil
        if let timer { host.loop.cancel(timer) }
        host.loop.deregister(descriptor)
        if mustReset { _ = csystem_reset_on_close(descriptor) }
        Glibc.close(descriptor)
        output.clear(into: &host.outputPool)
        if input.hasStorage { host.giveBack(input.surrender()) }
        resumeAll(&roomWaiters)
        resumeAll(&endWaiters)
        host.remove(self)
    }

    private func reportEnd() {
        for var record in unsentRecords {
            if record.ending == .answered { record.ending = ending }
            report(record)
        }
        unsentRecords = []
        if var record = current {
            current = nil
            record.ending = ending
            report(record)
        }
    }

    func report(_ record: HTTPExchangeRecord) {
        var record = record
        record.end = .now()
        host.configuration.onExchange(record)
    }

    func resumeAll(_ waiters: inout [CheckedContinuation<Void, Never>]) {
        guard !waiters.isEmpty else { return }
        let resumed = waiters
        waiters = []
        for waiter in resumed { waiter.resume() }
    }
}

extension Connection {
    /// Whether nothing is lost by closing now.
    var isIdle: Bool {
        phase == .reading && reader.phase == .betweenRequests && input.isEmpty && output.isEmpty
    }
}
