internal import CCurl
internal import Compression
internal import Reactor

/// All exchanges of one loop.
///
/// Its executor is the loop, so its state, libcurl and the callbacks of both share one thread.
///
/// How a cancellation can neither get lost nor come twice: `Task` sets its flag before it calls the
/// handler. `open` reads the flag on the loop, and the handler sends `cancel` to the loop. Either
/// `open` sees the flag and starts nothing, or the handler runs later than that look, so its
/// `cancel` comes to the loop after `open` and finds the transfer.
actor LoopDriver {
    /// Names an exchange within the driver.
    typealias Ticket = Int

    private enum State {
        case fresh
        case running(Multi)
        case closed
    }

    private let loop: EventLoop
    private let limits: ClientLimits
    private let trust: ClientTrust
    private let surroundings: Surroundings
    private var state = State.fresh
    private var transfers: [Ticket: Transfer] = [:]
    private var tickets: [UnsafeMutableRawPointer: Ticket] = [:]

    init(
        loop: EventLoop, limits: ClientLimits, trust: ClientTrust, surroundings: Surroundings
    ) {
        self.loop = loop
        self.limits = limits
        self.trust = trust
        self.surroundings = surroundings
    }

    /// The loop.
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    isolated deinit {
        // No transfer can be left: each is held by a call that holds the driver.
        if case .running(let multi) = state { multi.close() }
    }

    // MARK: An exchange, step by step

    /// Starts an exchange; on return it is under way and `next` must be called to its end.
    func open(
        _ ticket: Ticket, _ request: ClientRequest, deadline: MonotonicInstant
    ) throws(ClientFault) {
        if Task.isCancelled { throw ClientFault(.connect, .cancelled) }
        guard transfers.count < limits.exchanges else {
            throw ClientFault(.connect, .overloaded, "\(limits.exchanges) exchanges under way")
        }
        let now = MonotonicInstant.now()
        guard now < deadline else { throw ClientFault(.connect, .timeout, "no time left") }
        let multi = try engine()
        let transfer = Transfer(
            request, limits: limits, started: now, deadline: deadline,
            noteOpened: { [weak multi] in multi?.noteOpened($0) },
            timesChanged: { [weak self] in self?.assumeIsolated { $0.keepTime(ticket) } })
        guard let wire = Wire(transfer, settings(now.duration(to: deadline))) else {
            throw ClientFault(.connect, .unavailable, "libcurl refuses to set up a transfer")
        }
        transfer.attach(wire)
        transfers[ticket] = transfer
        tickets[wire.easy] = ticket
        keepTime(ticket)
        guard multi.add(wire.easy) else {
            end(ticket, (.unavailable, "libcurl refuses the transfer"), keepBytes: false)
            return
        }
    }

    /// The next event, or the report once the answer is whole; forgets the exchange with the latter
    /// and with any fault.
    func next(_ ticket: Ticket) async throws(ClientFault) -> Result {
        guard let transfer = transfers[ticket] else {
            throw ClientFault(.connect, .unavailable, "no such exchange")
        }
        while !Task.isCancelled {
            resumeIfPaused(transfer, ticket)
            if let event = take(from: transfer, ticket) { return .event(event) }
            if transfer.hasEnded { break }
            if transfer.wantsMore { continue }
            // Only this call waits on the transfer, and it checks anew after every wake.
            await withCheckedContinuation { transfer.wait($0) }
        }
        if Task.isCancelled { cancel(ticket) }
        transfers[ticket] = nil
        if let fault = transfer.fault { throw fault }
        return .whole(transfer.finalReport)
    }

    /// What `next` brings.
    enum Result: Sendable {
        case event(ClientEvent)
        case whole(ClientReport)
    }

    /// Ends an exchange that its reader no longer wants, and forgets it.
    func abandon(_ ticket: Ticket) -> ClientFault {
        end(ticket, (.stoppedByReader, ""), keepBytes: false)
        let transfer = transfers.removeValue(forKey: ticket)
        // Ended before the reader threw: whole, by the deadline, by a cancellation.
        transfer?.fail(.stoppedByReader, "")
        return transfer?.fault ?? ClientFault(.body, .stoppedByReader)
    }

    /// Ends an exchange at once because its task was cancelled, also one that is only being read out.
    func cancel(_ ticket: Ticket) {
        end(ticket, (.cancelled, ""), keepBytes: false)
        transfers[ticket]?.fail(.cancelled, "")
    }

    // MARK: The client as a whole

    /// Ends every exchange and closes every connection; later ones are refused.
    func close() {
        for ticket in transfers.keys.sorted() {
            end(ticket, (.cancelled, "the client was closed"), keepBytes: false)
        }
        if case .running(let multi) = state { multi.close() }
        state = .closed
    }

    /// Connections open now, kept ones included.
    var openConnections: Int {
        if case .running(let multi) = state { multi.openSockets } else { 0 }
    }

    /// Exchanges under way now.
    var exchangesUnderWay: Int { transfers.count }

    // MARK: Inside

    private func engine() throws(ClientFault) -> Multi {
        switch state {
        case .running(let multi): return multi
        case .closed: throw ClientFault(.connect, .cancelled, "the client was closed")
        case .fresh:
            guard let multi = Multi(loop: loop, limits: limits) else {
                throw ClientFault(.connect, .unavailable, "libcurl cannot be set up")
            }
            multi.afterAction = { [weak self] in self?.assumeIsolated { $0.collect() } }
            state = .running(multi)
            return multi
        }
    }

    private func settings(_ left: Duration) -> Wire.Settings {
        let total = left.wholeMilliseconds
        return Wire.Settings(
            trust: trust, keepAliveSeconds: max(1, limits.keepAlive.wholeMilliseconds / 1_000),
            connectMilliseconds: min(limits.connectTimeout.wholeMilliseconds, total) + 250,
            totalMilliseconds: min(total, 86_400_000) + 250,
            sharesConnections: limits.sharesConnections, surroundings: surroundings)
    }

    /// Takes the next event; with the last one gone, judges whether the body was whole.
    private func take(from transfer: Transfer, _ ticket: Ticket) -> ClientEvent? {
        do throws(CompressionFault) {
            if let event = try transfer.take() { return event }
            if transfer.hasEnded, transfer.fault == nil { try transfer.finishBody() }
        } catch {
            end(ticket, (error.clientReason, ""), keepBytes: false)
            transfer.fail(error.clientReason, "")
        }
        return nil
    }

    private func resumeIfPaused(_ transfer: Transfer, _ ticket: Ticket) {
        guard transfer.wantsMore, let wire = transfer.wire else { return }
        transfer.unpause()
        // May call back at once with what it held.
        let code = curl_easy_pause(wire.easy, CURLPAUSE_CONT)
        if code != CURLE_OK { finish(ticket, code) }
    }

    /// Ends the transfers that libcurl reports as done.
    private func collect() {
        guard case .running(let multi) = state else { return }
        while let (easy, code) = multi.nextDone() {
            guard let ticket = tickets[easy] else { continue }
            finish(ticket, code)
        }
    }

    private func finish(_ ticket: Ticket, _ code: CURLcode) {
        guard let transfer = transfers[ticket] else { return }
        if code == CURLE_HTTP2, transfer.mayGoAgain, sendAgain(transfer) { return }
        if let stop = transfer.stop {
            end(ticket, (stop.reason, stop.detail), keepBytes: true)
        } else if code == CURLE_OK, !transfer.hasHead {
            // libcurl takes an end of stream inside the head for the end of the answer.
            end(ticket, (.closedEarly, "closed inside the head"), keepBytes: false)
        } else if code == CURLE_OK {
            end(ticket, nil, keepBytes: true)
        } else if code == CURLE_COULDNT_CONNECT, transfer.sawForbidden {
            end(ticket, (.addressForbidden, ""), keepBytes: true, byPeer: true)
        } else {
            let detail = transfer.wire?.detail(of: code) ?? code.text
            let reason = code.clientReason(in: transfer.phase)
            end(ticket, (reason, detail), keepBytes: true, byPeer: true)
        }
    }

    /// Sends an exchange once more, on a connection of its own, within its own time.
    ///
    /// libcurl 7.88 does so itself for a stream that is refused, but ends with an error of framing
    /// where a GOAWAY below it leaves the connection no stream at all.
    private func sendAgain(_ transfer: Transfer) -> Bool {
        guard case .running(let multi) = state, let wire = transfer.wire else { return false }
        multi.remove(wire.easy)
        wire.wantsOwnConnection()
        return multi.add(wire.easy)
    }

    /// Sees to it that a timer fires by the end of the limit that ends next.
    ///
    /// An earlier one stays: when it fires it looks anew, which is cheaper than a new timer at every
    /// byte that comes.
    private func keepTime(_ ticket: Ticket) {
        guard let transfer = transfers[ticket], !transfer.hasEnded else { return }
        let next = transfer.times.next.at
        if let timer = transfer.timer {
            guard next < timer.at else { return }
            loop.cancel(timer.token)
        }
        let token = loop.schedule(at: next) { [weak self] in
            self?.assumeIsolated { $0.lookAtTime(ticket) }
        }
        transfer.timer = (token, next)
    }

    private func lookAtTime(_ ticket: Ticket) {
        guard let transfer = transfers[ticket] else { return }
        transfer.timer = nil
        let next = transfer.times.next
        guard next.at <= .now() else { return keepTime(ticket) }
        end(ticket, (.timeout, transfer.words(for: next.limit)), keepBytes: true)
    }

    /// Takes a transfer off libcurl and settles how it ended; without effect the second time.
    private func end(
        _ ticket: Ticket, _ outcome: (ClientFault.Reason, String)?, keepBytes: Bool,
        byPeer: Bool = false
    ) {
        guard let transfer = transfers[ticket], let wire = transfer.wire else { return }
        transfer.settle(outcome, byPeer: byPeer)
        if case .running(let multi) = state { multi.remove(wire.easy) }
        tickets[wire.easy] = nil
        if let timer = transfer.timer { loop.cancel(timer.token) }
        transfer.end(keepBytes: keepBytes)
    }
}

extension Duration {
    /// Rounded up, held between 0 and a hundred years.
    var wholeMilliseconds: Int {
        let held = min(max(self, .zero), .seconds(3_155_760_000))
        let (seconds, attoseconds) = held.components
        return Int(seconds) * 1_000
            + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

extension LoopDriver {
    /// Brings a cancellation to the loop from any thread.
    nonisolated func cancelSoon(_ ticket: Ticket) {
        loop.execute { self.assumeIsolated { $0.cancel(ticket) } }
    }
}
