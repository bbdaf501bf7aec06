import HTTPClient
import Reactor

/// An answer as it came, piece by piece.
struct Reply: Sendable {
    var span: Span
    var status = 0
    var replayed = false
    var chunks: [(at: RunTime, bytes: [UInt8])] = []
    var end = Exchange.End.whole

    var body: [UInt8] { chunks.flatMap(\.bytes) }
}

/// One client's way to the gateway, on one loop.
struct ClientPort: Sendable {
    let client: HTTPClient
    let loop: EventLoop
    let clock: RunClock
    /// `http://host:port`, asked for at each request: a restart moves it.
    let base: @Sendable () -> String

    /// Sends a request and waits for all of the answer, at most `patience` milliseconds.
    ///
    /// With `leavesAfter` the connection is closed after so many milliseconds, wherever it is.
    func send(
        _ method: ClientRequest.Method, _ target: String,
        headers: [(name: String, value: String)] = [], body: [UInt8] = [], patience: Int,
        leavesAfter: Int? = nil
    ) async -> Reply {
        let request = ClientRequest(
            method, base() + target, headers: headers, body: body, idempotent: method == .get,
            allowPrivateAddress: true, acceptsGzip: false)
        guard let leavesAfter else { return await carry(request, patience) }
        return await withTaskGroup(of: Reply?.self) { group in
            group.addTask(executorPreference: loop) { await carry(request, patience) }
            group.addTask(executorPreference: loop) {
                try? await loop.sleep(for: .milliseconds(leavesAfter))
                return nil
            }
            var reply: Reply?
            while let next = await group.next() {
                if let next { reply = next }
                group.cancelAll()
            }
            let now = clock.now()
            return reply ?? Reply(span: Span(sent: now, received: now), end: .cut)
        }
    }

    private func carry(_ request: ClientRequest, _ patience: Int) async -> Reply {
        let sent = clock.now()
        var reply = Reply(span: Span(sent: sent, received: sent))
        let deadline = MonotonicInstant.now().advanced(by: .milliseconds(patience))
        do throws(ClientFault) {
            try await client.exchange(request, deadline: deadline) { event in
                switch event {
                case .sending: break
                case .head(let head):
                    reply.status = head.status
                    reply.replayed = head.headers["Idempotent-Replayed"] == "true"
                case .body(let bytes): reply.chunks.append((clock.now(), bytes))
                }
            }
        } catch {
            let reason = "\(error.reason.rawValue) in \(error.phase.rawValue)"
            reply.end = error.reason == .cancelled ? .cut : .broken(reason)
        }
        reply.span.received = clock.now()
        return reply
    }
}
