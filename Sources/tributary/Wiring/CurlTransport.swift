import Gateway
import HTTPClient
import Reactor
import SupplierKit

/// Supplier calls over libcurl, each on the loop its caller runs on.
struct CurlTransport: SupplierTransport {
    private let clients: [(loop: EventLoop, client: HTTPClient)]

    /// A supplier's health says how many calls are out, holds apart: none of them, and no hold, may
    /// wait here for a connection that searches have.
    private static var limits: ClientLimits {
        var limits = ClientLimits()
        limits.connectionsPerHost = 512
        return limits
    }

    /// One client a loop; metrics are shared.
    init(
        loops: EventLoopGroup, metrics: ClientMetrics?, limits: ClientLimits = CurlTransport.limits
    ) {
        clients = loops.loops.map {
            ($0, HTTPClient(loop: $0, limits: limits, metrics: metrics))
        }
    }

    func exchange(
        _ request: WireRequest, deadline: Uptime, onEvent: (TransportEvent) async -> Void
    ) async throws(TransportFault) {
        guard let own = clients.first(where: \.loop.isCurrent) ?? clients.first else { return }
        let left = BootClock.uptime().duration(to: deadline)
        do throws(ClientFault) {
            let report = try await own.client.exchange(
                Self.request(request), deadline: MonotonicInstant.now().advanced(by: left)
            ) { event in
                switch event {
                case .sending: await onEvent(.sending)
                case .head(let head):
                    await onEvent(
                        .head(ResponseHead(status: head.status, headers: head.headers.fields)))
                case .body(let bytes): await onEvent(.bytes(bytes))
                }
            }
            await onEvent(.measured(Self.measure(report)))
        } catch {
            await onEvent(.measured(Self.measure(error.report)))
            throw Self.fault(error)
        }
    }

    /// Ends every exchange and closes every connection.
    func close() async {
        for (_, client) in clients { await client.close() }
    }

    private static func measure(_ report: ClientReport) -> ExchangeMeasure {
        var measure = ExchangeMeasure()
        measure.nameLookup = report.nameLookup
        measure.connect = report.connect
        measure.tls = report.tls
        measure.firstByte = report.firstByte
        measure.newConnection = report.newConnection
        measure.attempts = report.attempts
        measure.receivedBytes = report.receivedBytes
        return measure
    }

    private static func request(_ request: WireRequest) -> ClientRequest {
        let method: ClientRequest.Method =
            switch request.method {
            case .get: .get
            case .post: .post
            case .put: .put
            case .delete: .delete
            }
        return ClientRequest(
            method, request.url, headers: request.headers, body: request.body,
            idempotent: request.idempotent, allowPrivateAddress: request.allowPrivateAddress)
    }

    /// The contract's coarser phases and reasons; the detail keeps the client's own.
    private static func fault(_ fault: ClientFault) -> TransportFault {
        let phase: CallPhase =
            switch fault.phase {
            case .connect, .tls: .connect
            case .send, .headers: .headers
            case .body: .body
            }
        let reason: TransportFault.Reason =
            switch fault.reason {
            case .refused, .nameNotFound, .addressForbidden, .tlsFailed, .unavailable:
                .connectFailed
            // Before anything is sent: at the phase `connect`, where no supplier can be malformed.
            case .badRequest: .malformed
            case .overloaded: .overloaded
            case .timeout: .timeout
            case .closedEarly, .badLength, .badCompression: .brokenBody
            case .tooLarge, .ratioExceeded: .tooLarge
            case .badHeader, .redirectRefused, .badProtocol: .malformed
            case .cancelled, .stoppedByReader: .cancelled
            }
        return TransportFault(phase: phase, reason: reason, detail: fault.description)
    }
}
