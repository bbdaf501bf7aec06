public import Gateway
public import SupplierKit
internal import Synchronization

/// A transport that plays scripts instead of opening sockets, in the time of the given clock.
public final class ScriptedTransport: SupplierTransport {
    /// Chooses what happens to a request; `call` counts all requests from 1.
    public typealias Director = @Sendable (_ request: WireRequest, _ call: Int) -> Script

    private struct State {
        var director: Director
        var urls: [String] = []
        var running = 0
        var cancelled = 0
    }

    private let clock: any GatewayClock
    // A lock around counters and the director, which is called after it is left.
    private let state: Mutex<State>

    /// Plays what `director` chooses.
    public init(clock: any GatewayClock, director: @escaping Director) {
        self.clock = clock
        state = Mutex(State(director: director))
    }

    /// Chooses differently from now on.
    public func direct(_ director: @escaping Director) {
        state.withLock { $0.director = director }
    }

    /// The addresses asked for, in order.
    public var urls: [String] { state.withLock { $0.urls } }

    /// Exchanges that have not ended.
    public var running: Int { state.withLock { $0.running } }

    /// Exchanges that ended by cancellation.
    public var cancelled: Int { state.withLock { $0.cancelled } }

    /// Plays the script chosen for the request.
    public func exchange(
        _ request: WireRequest, deadline: Uptime, onEvent: (TransportEvent) async -> Void
    ) async throws(TransportFault) {
        let (director, call) = state.withLock { state in
            state.urls.append(request.url)
            state.running += 1
            return (state.director, state.urls.count)
        }
        defer { state.withLock { $0.running -= 1 } }
        var phase = CallPhase.connect
        for act in director(request, call).acts {
            if phase == .connect, act.isSent {
                phase = .headers
                await onEvent(.sending)
            }
            switch act {
            case .unreachable: try await pause(until: nil, deadline: deadline, phase)
            case .wait(let duration):
                try await pause(
                    until: clock.uptime().advanced(by: duration), deadline: deadline, phase)
            case .head(let status):
                phase = .body
                await onEvent(.head(ResponseHead(status: status, headers: [])))
            case .answerHead(let head):
                phase = .body
                await onEvent(.head(head))
            case .bytes(let bytes):
                for start in stride(from: 0, to: bytes.count, by: 65_536) {
                    await onEvent(.bytes(Array(bytes[start..<min(start + 65_536, bytes.count)])))
                }
            case .measured(let measure): await onEvent(.measured(measure))
            case .fault(let fault): throw fault
            case .hang: try await pause(until: nil, deadline: deadline, phase)
            case .freeze: await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            }
        }
    }

    /// Waits until the moment, or throws at the deadline; without a moment it can only throw.
    private func pause(
        until moment: Uptime?, deadline: Uptime, _ phase: CallPhase
    ) async throws(TransportFault) {
        do throws(CancellationError) {
            if let moment, moment <= deadline {
                try await clock.sleep(until: moment)
                return
            }
            try await clock.sleep(until: deadline)
        } catch {
            state.withLock { $0.cancelled += 1 }
            throw TransportFault(phase: phase, reason: .cancelled)
        }
        throw TransportFault(phase: phase, reason: .timeout)
    }
}
