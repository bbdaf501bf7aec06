import CSystem
import Glibc
import Reactor

/// Accepts connections from one listening socket.
///
/// On its loop only.
final class Acceptor {
    private let descriptor: Int32
    private unowned let host: LoopServer
    private var retry: TimerToken?
    /// Kept open to be given up when there are no descriptors left: then one connection can be
    /// accepted and turned away, instead of waiting in the queue while the loop spins.
    ///
    /// Several, because another thread may take the one just given up.
    private var reserves: [Int32]

    /// Most connections accepted in one turn.
    private static let batch = 64

    /// How many batches a drain takes over before it gives up on the rest.
    private static let lastBatches = 64

    private static let reserveCount = 4

    /// Opens what is missing, as far as possible.
    static func fill(_ reserves: inout [Int32]) {
        while reserves.count < reserveCount {
            let opened = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard opened >= 0 else { return }
            reserves.append(opened)
        }
    }

    init(_ descriptor: Int32, reserves: [Int32], host: LoopServer) {
        self.descriptor = descriptor
        self.reserves = reserves
        self.host = host
    }

    /// Starts to accept, also after a pause.
    func resume() {
        retry = nil
        Self.fill(&reserves)
        do {
            try host.loop.register(descriptor, interest: .read) { [self] _ in _ = acceptWaiting() }
        } catch {
            pause()
        }
    }

    func close() {
        if let retry { host.loop.cancel(retry) }
        host.loop.deregister(descriptor)
        Glibc.close(descriptor)
        for reserve in reserves { Glibc.close(reserve) }
    }

    /// Takes over every connection that waits, before the listener closes.
    func acceptAllWaiting() {
        for _ in 0..<Self.lastBatches {
            guard acceptWaiting() else { return }
        }
    }

    /// Accepts a batch; false if fewer waited.
    private func acceptWaiting() -> Bool {
        for _ in 0..<Self.batch {
            var address = sockaddr_storage()
            var length = socklen_t()
            let accepted = csystem_accept(descriptor, &address, &length)
            if accepted >= 0 {
                let peer = PeerAddress(address)
                if host.census.count < host.configuration.maximumConnections {
                    host.adopt(accepted, peer: peer)
                } else {
                    turnAway(accepted, peer)
                }
                continue
            }
            switch errno {
            case EAGAIN: return false
            case EINTR, ECONNABORTED, EPROTO: continue
            case EMFILE, ENFILE:
                switch shedOne() {
                case .turnedAway: continue
                case .nobodyWaits: return false
                case .noDescriptor:
                    pause()
                    return false
                }
            default:
                // No memory, most likely: it comes back or it does not, spinning helps neither.
                pause()
                return false
            }
        }
        return true
    }

    private enum Shedding { case turnedAway, nobodyWaits, noDescriptor }

    /// Turns one connection away with the help of a reserve.
    private func shedOne() -> Shedding {
        while let reserve = reserves.popLast() {
            Glibc.close(reserve)
            var address = sockaddr_storage()
            var length = socklen_t()
            let accepted = csystem_accept(descriptor, &address, &length)
            let code = errno
            if accepted >= 0 { turnAway(accepted, PeerAddress(address)) }
            if accepted >= 0 || code == EAGAIN {
                Self.fill(&reserves)
                return accepted >= 0 ? .turnedAway : .nobodyWaits
            }
            // Another thread was quicker: the next reserve.
        }
        return .noDescriptor
    }

    /// Says 503 as far as that is possible without waiting, and closes.
    private func turnAway(_ accepted: Int32, _ peer: PeerAddress) {
        var response = host.configuration.refusalResponse(.overloaded)
        response.closesConnection = true
        var answer = response.wireBytes()
        if answer.isEmpty { answer = HTTPRefusal.overloaded.plainResponse.wireBytes() }
        // What the client has sent is read, lest the close resets the connection at once.
        var scratch = [UInt8](repeating: 0, count: 4096)
        _ = scratch.withUnsafeMutableBytes { Socket.read(accepted, into: $0) }
        _ = answer.withUnsafeBytes { Socket.write(accepted, $0, more: false) }
        shutdown(accepted, Int32(SHUT_WR))
        Glibc.close(accepted)
        let now = MonotonicInstant.now()
        var record = HTTPExchangeRecord(request: nil, peer: peer, start: now, end: now)
        record.status = response.status
        record.refusal = .overloaded
        host.configuration.onExchange(record)
    }

    private func pause() {
        host.loop.deregister(descriptor)
        retry = host.loop.schedule(at: host.loop.now.advanced(by: .milliseconds(100))) { [self] in
            resume()
        }
    }
}
