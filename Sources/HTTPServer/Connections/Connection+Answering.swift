import Reactor

extension Connection {
    // MARK: Handling

    /// Starts the handler for a whole request.
    func begin(_ head: RequestHead, _ body: [UInt8]) {
        exchange += 1
        let request = HTTPRequest(
            head: head, body: body, peer: peer, arrival: host.loop.now,
            drain: host.drainSignal)
        current = HTTPExchangeRecord(
            request: request, peer: peer, start: request.arrival, end: request.arrival)
        persists = head.framing.persists(head.version)
        phase = .handling
        deadlineKind = .none
        let number = exchange
        // Unstructured, because a connection is no task: the task ends with the exchange or is
        // cancelled by `end`, and `exchange` keeps a late one from being heard.
        task = Task(executorPreference: host.loop) { await self.run(request, exchange: number) }
    }

    private func run(_ request: HTTPRequest, exchange number: Int) async {
        let response = await host.handler(request)
        host.loop.assertOnLoop()
        guard number == exchange, phase == .handling else { return }
        if response.closesConnection || host.drainSignal.isDraining { persists = false }
        switch response.body {
        case .bytes(let body):
            answer(response, body, to: request)
        case .stream(let produce):
            guard beginStream(response, to: request) else { return }
            let sink = StreamSink(self, exchange: number)
            let result: Result<Void, any Error>
            do {
                try await produce(
                    HTTPBodyWriter { bytes throws(HTTPEnding) in
                        try await sink.write(bytes)
                    })
                result = .success(())
            } catch {
                result = .failure(error)
            }
            endStream(result, exchange: number)
        case .fault(let misbehave):
            guard beginFault(response) else { return }
            await misbehave(RawConnection(self, exchange: number))
            endFault(exchange: number)
        }
    }

    private func answer(_ response: HTTPResponse, _ body: [UInt8], to request: HTTPRequest) {
        let framing: BodyFraming =
            response.status.isBodiless ? .none : .length(body.count)
        guard appendHead(response, framing: framing, version: request.version) else {
            refuse(.unsendableResponse)
            return
        }
        if request.method != .head, !response.status.isBodiless {
            output.append(body, from: &host.outputPool)
            current?.bodyBytes = body.count
        }
        finishExchange()
    }

    private func appendHead(
        _ response: HTTPResponse, framing: BodyFraming, version: HTTPVersion
    ) -> Bool {
        var isWritten = false
        let date = host.date()
        write {
            isWritten = ResponseEncoder.appendHead(
                response, framing: framing, version: version, persists: persists, date: date,
                to: &$0)
        }
        guard isWritten else { return false }
        current?.status = response.status
        current?.tag = response.tag
        return true
    }

    /// The answer is queued whole.
    private func finishExchange() {
        task = nil
        exchange += 1
        if let record = current { unsentRecords.append(record) }
        current = nil
        phase = persists ? .reading : .closing
        advance()
    }

    /// Answers for the server itself, and closes.
    func refuse(_ refusal: HTTPRefusal) {
        task?.cancel()
        task = nil
        exchange += 1
        persists = false
        let now = MonotonicInstant.now()
        var record =
            current ?? HTTPExchangeRecord(request: nil, peer: peer, start: now, end: now)
        current = nil
        var response = host.configuration.refusalResponse(refusal)
        let date = host.date()
        write { output in
            for candidate in [response, refusal.plainResponse] {
                guard case .bytes(let body) = candidate.body else { continue }
                let isWritten = ResponseEncoder.appendHead(
                    candidate, framing: .length(body.count), version: .http11, persists: false,
                    date: date, to: &output)
                guard isWritten else { continue }
                output.append(contentsOf: body)
                response = candidate
                record.bodyBytes = body.count
                return
            }
        }
        record.status = response.status
        record.tag = response.tag
        record.refusal = refusal
        unsentRecords.append(record)
        phase = .closing
    }

    // MARK: Streaming

    /// Sends the head; false if there is no body to produce.
    private func beginStream(_ response: HTTPResponse, to request: HTTPRequest) -> Bool {
        isChunked = request.version == .http11
        if !isChunked { persists = false }
        let framing: BodyFraming =
            response.status.isBodiless ? .none : isChunked ? .chunked : .untilClose
        guard appendHead(response, framing: framing, version: request.version) else {
            refuse(.unsendableResponse)
            advance()
            return false
        }
        if request.method == .head || response.status.isBodiless {
            finishExchange()
            return false
        }
        // A FIN that came with the request: nobody is there to read a stream.
        guard !hasPeerClosed else {
            end(.clientLeft)
            return false
        }
        phase = .streaming
        updateDeadline()
        return true
    }

    /// Queues a piece of the streamed body.
    func writeBody(_ bytes: [UInt8], exchange number: Int) throws(HTTPEnding) {
        guard number == exchange, phase == .streaming else { throw ended }
        guard !bytes.isEmpty else { return }
        current?.bodyBytes += bytes.count
        if isChunked {
            write { ResponseEncoder.appendChunkStart(bytes.count, to: &$0) }
            output.append(bytes, from: &host.outputPool)
            write { ResponseEncoder.append("\r\n", to: &$0) }
        } else {
            output.append(bytes, from: &host.outputPool)
        }
        host.markDirty(self)
        if output.count > host.configuration.highWaterMark { flush() }
    }

    private func endStream(_ result: Result<Void, any Error>, exchange number: Int) {
        guard number == exchange, phase == .streaming else { return }
        switch result {
        case .success:
            if isChunked { write { ResponseEncoder.append("0\r\n\r\n", to: &$0) } }
        case .failure:
            // Without its last chunk the body is seen to be cut; without chunks only RST tells.
            persists = false
            mustReset = !isChunked
            current?.ending = .producerFailed
        }
        finishExchange()
    }

    /// Whether a producer may go on.
    var hasRoom: Bool { output.count <= host.configuration.highWaterMark }

    /// Suspends while too much is unsent; returns at once if the connection has ended.
    func waitForRoom(exchange number: Int) async throws(HTTPEnding) {
        if number == exchange, !hasRoom {
            updateDeadline()
            await withCheckedContinuation { roomWaiters.append($0) }
        }
        guard number == exchange else { throw ended }
    }

    /// Why a writer is no longer heard.
    private var ended: HTTPEnding { phase == .closed ? ending : .clientLeft }

    // MARK: Faults

    private func beginFault(_ response: HTTPResponse) -> Bool {
        persists = false
        current?.ending = .fault
        current?.tag = response.tag
        guard !hasPeerClosed else {
            end(.clientLeft)
            return false
        }
        phase = .misbehaving
        return true
    }

    func sendRaw(_ bytes: [UInt8], exchange number: Int) throws(HTTPEnding) {
        guard number == exchange, phase == .misbehaving else { throw ended }
        output.append(bytes, from: &host.outputPool)
        flush()
        updateDeadline()
        guard number == exchange else { throw ended }
    }

    func resetByFault(exchange number: Int) {
        guard number == exchange, phase == .misbehaving else { return }
        mustReset = true
        end(.fault)
    }

    func waitForEnd(exchange number: Int) async {
        await withTaskCancellationHandler {
            guard number == exchange, phase == .misbehaving, !Task.isCancelled else { return }
            await withCheckedContinuation { endWaiters.append($0) }
        } onCancel: {
            // Runs on any thread; the waiters belong to the loop.
            host.loop.execute { self.resumeAll(&self.endWaiters) }
        }
    }

    private func endFault(exchange number: Int) {
        guard number == exchange, phase == .misbehaving else { return }
        finishExchange()
    }

    // MARK: Writing

    /// Appends to the output, to be sent when the turn ends.
    func write(_ body: (inout [UInt8]) -> Void) {
        output.append(from: &host.outputPool, body)
        host.markDirty(self)
    }

    /// Sends what the system takes now.
    func flush() {
        guard phase != .closed, !output.isEmpty, isWritable else { return }
        let sent = output.send(to: descriptor, pool: &host.outputPool)
        if sent.hasFailed {
            end(.clientLeft)
            return
        }
        if sent.isBlocked { isWritable = false }
        // Any progress starts the write timeout anew.
        if sent.bytes > 0, deadlineKind == .write { deadlineKind = .none }
        if output.isEmpty {
            for record in unsentRecords { report(record) }
            // Given back: an idle connection keeps no room for records.
            unsentRecords = []
        }
        if output.count <= host.configuration.lowWaterMark { resumeAll(&roomWaiters) }
        updateDeadline()
    }
}

/// A streamed body's way to its connection, on the connection's loop.
actor StreamSink {
    private nonisolated let connection: Connection
    private nonisolated let exchange: Int

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        connection.host.loop.asUnownedSerialExecutor()
    }

    init(_ connection: Connection, exchange: Int) {
        self.connection = connection
        self.exchange = exchange
    }

    /// The common case, on the loop and with room, needs no hop to this actor and back: the
    /// thread is the loop's, whichever isolation the caller has on it, so nothing runs beside.
    nonisolated func write(_ bytes: [UInt8]) async throws(HTTPEnding) {
        guard connection.host.loop.isCurrent else {
            try await writeOnLoop(bytes)
            return
        }
        try connection.writeBody(bytes, exchange: exchange)
        if !connection.hasRoom { try await waitForRoom() }
    }

    private func writeOnLoop(_ bytes: [UInt8]) async throws(HTTPEnding) {
        try connection.writeBody(bytes, exchange: exchange)
        try await waitForRoom()
    }

    private func waitForRoom() async throws(HTTPEnding) {
        try await connection.waitForRoom(exchange: exchange)
    }
}
