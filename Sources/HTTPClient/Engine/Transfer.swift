internal import CCurl
internal import Compression
internal import Glibc
internal import Reactor

/// One exchange while libcurl carries it, and what it has brought that nobody has taken yet.
///
/// Belongs to the loop. libcurl holds an unretained pointer to it, good because the driver keeps
/// the transfer until its easy handle is gone. Its life:
///
///     running --(head, raw bytes, pauses)--> running --end()--> ended
///
/// `end` is called once, by whoever is first of libcurl, deadline, cancellation, reader and close.
final class Transfer {
    /// Why a callback stopped the transfer; libcurl itself only reports that one did.
    struct Stop {
        let reason: ClientFault.Reason
        let detail: String
    }

    let request: ClientRequest
    let started: MonotonicInstant
    /// Its limits of time; the driver keeps a timer for the next to end.
    private(set) var times: ExchangeTimes
    var timer: (token: TimerToken, at: MonotonicInstant)?
    private var waiter: CheckedContinuation<Void, Never>?
    private var hasNews = false
    /// The easy handle and the fields sent; nil once ended.
    private(set) var wire: Wire?
    private(set) var phase = ClientPhase.connect
    private(set) var stop: Stop?
    private var failure: (phase: ClientPhase, reason: ClientFault.Reason, detail: String)?
    private(set) var report = ClientReport()
    private(set) var isPaused = false
    private(set) var sawForbidden = false
    private var lastOpened: Int32?
    private let noteOpened: (Int32) -> Void
    private let timesChanged: () -> Void
    private var sendingIsNew = false
    private var headReader: HeadReader
    private var head: AnswerHead?
    private var headIsNew = false
    private var body: BodyReader

    init(
        _ request: ClientRequest, limits: ClientLimits, started: MonotonicInstant,
        deadline: MonotonicInstant, noteOpened: @escaping (Int32) -> Void,
        timesChanged: @escaping () -> Void
    ) {
        self.request = request
        self.started = started
        self.noteOpened = noteOpened
        self.timesChanged = timesChanged
        times = ExchangeTimes(limits: limits, deadline: deadline, now: started)
        headReader = HeadReader(
            maximumFields: limits.headerFields, maximumBytes: limits.headerBytes)
        body = BodyReader(limits: limits)
    }

    deinit { wire?.free() }

    var hasEnded: Bool { wire == nil }

    func attach(_ wire: Wire) { self.wire = wire }

    /// Parks the reader, unless there is news since it was last woken: between its look and this
    /// call it may have lost the thread.
    func wait(_ reader: CheckedContinuation<Void, Never>) {
        if hasNews {
            hasNews = false
            reader.resume()
        } else {
            waiter = reader
        }
    }

    private func wake() {
        if let reader = waiter {
            waiter = nil
            reader.resume()
        } else {
            hasNews = true
        }
    }

    // MARK: From libcurl

    /// A name is about to be looked up.
    func looksUp() {
        times.connecting(now: .now())
        timesChanged()
    }

    /// A socket is about to be opened to this address.
    func mayConnect(to address: [UInt8]) -> Bool {
        let kind = AddressRule.kind(address)
        let allowed = AddressRule.permits(kind, allowPrivate: request.allowPrivateAddress)
        if !allowed { sawForbidden = true }
        times.connecting(now: .now())
        timesChanged()
        return allowed
    }

    func opened(_ descriptor: Int32) {
        lastOpened = descriptor
        noteOpened(descriptor)
    }

    /// What a connection that does not stand yet waits for; libcurl's own times come too late.
    private var place: String {
        guard let lastOpened else { return "name" }
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout.size(ofValue: address))
        let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getpeername(lastOpened, $0, &length) == 0
            }
        }
        return isConnected ? "TLS" : "TCP"
    }

    /// Ends the wait for what comes next: the limit that ended, and what a connection waited for.
    func words(for limit: ExchangeTimes.Limit) -> String {
        limit == .connect ? "\(limit.rawValue): \(place)" : limit.rawValue
    }

    /// How far it has come, for a fault; before the easy handle is freed.
    ///
    /// `byPeer` where libcurl has ended it: its socket may be another's by now.
    private func standing(_ reason: ClientFault.Reason, byPeer: Bool) -> ClientPhase {
        switch phase {
        case .connect where reason == .tlsFailed: .tls
        case .connect where !byPeer && request.url.hasPrefix("https:") && place == "TLS": .tls
        case .headers where stop == nil && !times.hasByte && report.sentBytes < request.body.count:
            .send
        default: phase
        }
    }

    /// The connection stands and the request is about to go out; false stops it.
    ///
    /// libcurl sends a request again, whatever its method, when a kept connection breaks before any
    /// byte of the answer. That must never happen to a request that is not idempotent.
    func maySend(to address: [UInt8]) -> Bool {
        let kind = AddressRule.kind(address)
        guard AddressRule.permits(kind, allowPrivate: request.allowPrivateAddress) else {
            stop = Stop(reason: .addressForbidden, detail: "a kept connection")
            return false
        }
        guard report.attempts < (request.idempotent ? 2 : 1) else {
            stop = Stop(reason: .closedEarly, detail: "closed before any byte of the answer")
            return false
        }
        report.attempts += 1
        phase = .headers
        times.sent(now: .now())
        timesChanged()
        if report.attempts == 1 {
            sendingIsNew = true
            wake()
        }
        return true
    }

    /// Whether it may go out once more, after an end that is no answer; `maySend` holds it to that.
    var mayGoAgain: Bool {
        request.idempotent && report.attempts == 1 && stop == nil && !times.hasByte
    }

    /// A line of a head or a trailer; false stops the transfer.
    func received(line: UnsafeRawBufferPointer) -> Bool {
        cameByte()
        switch headReader.read(line) {
        case .more: return true
        case .refused(let reason, let detail):
            stop = Stop(reason: reason, detail: detail)
            return false
        case .head(let head): return begin(head)
        }
    }

    private func cameByte() {
        times.byte(now: .now())
        timesChanged()
    }

    private func begin(_ head: AnswerHead) -> Bool {
        phase = .body
        self.head = head
        headIsNew = true
        do throws(CompressionFault) {
            try body.begin(head)
        } catch {
            stop = Stop(reason: error.clientReason, detail: "")
            return false
        }
        wake()
        return true
    }

    enum Intake { case taken, paused, refused }

    /// Raw bytes of the body.
    func received(_ bytes: UnsafeRawBufferPointer) -> Intake {
        guard body.hasRoom(for: bytes.count) else {
            isPaused = true
            times.held()
            return .paused
        }
        cameByte()
        guard body.append(bytes) else {
            stop = Stop(reason: .tooLarge, detail: "body over its cap")
            return .refused
        }
        wake()
        return .taken
    }

    // MARK: To the reader

    /// The next event, or nil when nothing waits.
    func take() throws(CompressionFault) -> ClientEvent? {
        if sendingIsNew {
            sendingIsNew = false
            return .sending
        }
        if headIsNew, let head {
            headIsNew = false
            return .head(
                ClientHead(
                    status: head.status, headers: head.headers,
                    newConnection: wire?.isNewConnection ?? report.newConnection))
        }
        return try body.take().map { .body($0) }
    }

    /// Whether the reader has room for what libcurl holds back.
    var wantsMore: Bool { isPaused && body.isDrained }

    func unpause() {
        isPaused = false
        times.released(now: .now())
        timesChanged()
    }

    /// Says that everything was taken from an answer that libcurl calls whole.
    func finishBody() throws(CompressionFault) { try body.finish() }

    // MARK: End

    /// Settles how it ended, with what libcurl still knows of it.
    func settle(_ outcome: (ClientFault.Reason, String)?, byPeer: Bool) {
        guard let wire else { return }
        measure(wire)
        guard let (reason, detail) = outcome else { return }
        phase = standing(reason, byPeer: byPeer)
        fail(reason, detail)
    }

    /// Frees what libcurl held; the transfer must be settled and off the multi handle.
    func end(keepBytes: Bool) {
        guard let wire else { return }
        wire.free()
        self.wire = nil
        if !keepBytes {
            sendingIsNew = false
            headIsNew = false
            body.discard()
        }
        wake()
    }

    /// Sets the fault of an ended transfer, unless it has one.
    func fail(_ reason: ClientFault.Reason, _ detail: String) {
        failure = failure ?? (phase, reason, detail)
    }

    /// How the transfer failed, with what has been delivered until now.
    var fault: ClientFault? {
        failure.map { ClientFault($0.phase, $0.reason, $0.detail, finalReport) }
    }

    /// Whether the head was whole.
    var hasHead: Bool { head != nil }

    /// The report, with what has been delivered until now.
    var finalReport: ClientReport {
        var report = report
        report.bodyBytes = body.deliveredBytes
        return report
    }

    private func measure(_ wire: Wire) {
        wire.measure(into: &report)
        report.total = started.duration(to: .now())
        report.receivedBytes = body.receivedBytes
    }
}
