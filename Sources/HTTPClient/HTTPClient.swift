public import Reactor
internal import Synchronization

/// Sends HTTP requests over connections of its own, on one loop.
///
/// One client a loop; safe to call from any thread, cheapest from its own loop. Connections are kept
/// and reused. The rules nothing can switch off: no proxy, no redirect, `http` and `https` only,
/// certificates verified, TLS 1.2 or later, bodies within their caps, addresses judged when the
/// socket opens, and a request that is not idempotent goes out at most once.
public final class HTTPClient: Sendable {
    private let driver: LoopDriver
    private let metrics: ClientMetrics?
    private let lastTicket = Atomic<Int>(0)

    /// Makes a client that opens nothing yet.
    public convenience init(
        loop: EventLoop, limits: ClientLimits = ClientLimits(), trust: ClientTrust = .system,
        metrics: ClientMetrics? = nil
    ) {
        self.init(
            loop: loop, limits: limits, trust: trust, metrics: metrics, surroundings: .machine)
    }

    init(
        loop: EventLoop, limits: ClientLimits, trust: ClientTrust, metrics: ClientMetrics?,
        surroundings: Surroundings
    ) {
        driver = LoopDriver(loop: loop, limits: limits, trust: trust, surroundings: surroundings)
        self.metrics = metrics
    }

    /// Sends a request and delivers the answer piece by piece.
    ///
    /// At most 64 KB of the body are taken from the connection beyond what `onEvent` has returned
    /// from. Bytes that came before a fault are delivered before it is thrown, except when cancelled.
    /// Cancelling the calling task closes the exchange's connection at once, whatever it is doing.
    ///
    /// - Parameters:
    ///   - request: what to send; refused before anything is sent if it is malformed.
    ///   - deadline: the end of everything, kept to about a millisecond.
    ///   - onEvent: called in the caller's context, one event at a time; an error it throws ends the
    ///     exchange with `stoppedByReader`.
    /// - Returns: what the exchange took, once the body is whole.
    /// - Throws: `ClientFault`.
    @discardableResult
    public func exchange(
        _ request: ClientRequest, deadline: MonotonicInstant,
        onEvent: (ClientEvent) async throws -> Void
    ) async throws(ClientFault) -> ClientReport {
        let ticket = lastTicket.wrappingAdd(1, ordering: .relaxed).newValue
        let outcome = await withTaskCancellationHandler {
            await carry(ticket, request, deadline, onEvent)
        } onCancel: { [driver] in
            driver.cancelSoon(ticket)
        }
        metrics?.record(outcome)
        return try outcome.get()
    }

    /// Ends every exchange with `cancelled` and closes every connection, for good.
    public func close() async { await driver.close() }

    /// Connections open now, kept ones included.
    public var openConnections: Int { get async { await driver.openConnections } }

    /// Exchanges under way now.
    public var exchangesUnderWay: Int { get async { await driver.exchangesUnderWay } }

    private func carry(
        _ ticket: Int, _ request: ClientRequest, _ deadline: MonotonicInstant,
        _ onEvent: (ClientEvent) async throws -> Void
    ) async -> Result<ClientReport, ClientFault> {
        if let refusal = RequestCheck.refusal(request) {
            return .failure(ClientFault(.connect, .badRequest, refusal))
        }
        do throws(ClientFault) {
            try await driver.open(ticket, request, deadline: deadline)
            while true {
                switch try await driver.next(ticket) {
                case .whole(let report): return .success(report)
                case .event(let event):
                    do {
                        try await onEvent(event)
                    } catch {
                        return .failure(await driver.abandon(ticket))
                    }
                }
            }
        } catch {
            return .failure(error)
        }
    }
}
