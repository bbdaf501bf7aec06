internal import Reactor

/// The limits of time that an exchange is under, and which of them runs out first.
///
/// Pure: it is told what happens and when, and says when the next limit ends. What counts when:
///
///     waiting --connecting--> connecting --sent--> answering --byte--> flowing <--held/released--> held
///                  ^                                   |
///                  +------ a stale connection ---------+
///
/// | state | limits |
/// |---|---|
/// | waiting (for a free connection) | total |
/// | connecting | total, connect |
/// | answering | total, first byte |
/// | flowing | total, between bytes |
/// | held (the reader is busy) | total |
struct ExchangeTimes {
    enum Limit: String, CaseIterable {
        case connect = "no connection"
        case firstByte = "no byte of the answer"
        case betweenBytes = "no further byte"
        case total = "not whole by the deadline"
    }

    /// When a limit ends.
    struct End: Equatable {
        let limit: Limit
        let at: MonotonicInstant
    }

    private enum State {
        case waiting
        case connecting
        case answering
        case flowing
        case held
    }

    private let limits: ClientLimits
    private let deadline: MonotonicInstant
    private var state = State.waiting
    private var since: MonotonicInstant

    init(limits: ClientLimits, deadline: MonotonicInstant, now: MonotonicInstant) {
        self.limits = limits
        self.deadline = deadline
        since = now
    }

    /// A name is looked up or a socket opens; the second socket of one attempt changes nothing.
    mutating func connecting(now: MonotonicInstant) {
        switch state {
        case .waiting, .answering: enter(.connecting, now)
        case .connecting, .flowing, .held: return
        }
    }

    /// A connection stands and the request goes out.
    mutating func sent(now: MonotonicInstant) { enter(.answering, now) }

    /// Something of the answer came.
    mutating func byte(now: MonotonicInstant) {
        if case .held = state { return }
        enter(.flowing, now)
    }

    /// The reader is busy, so silence is not the peer's fault.
    mutating func held() { state = .held }

    /// The reader wants more.
    mutating func released(now: MonotonicInstant) { enter(.flowing, now) }

    /// Whether something of the answer came.
    var hasByte: Bool {
        switch state {
        case .flowing, .held: true
        case .waiting, .connecting, .answering: false
        }
    }

    private mutating func enter(_ state: State, _ now: MonotonicInstant) {
        self.state = state
        since = now
    }

    /// The limit that ends next; the deadline comes first where two end at once.
    var next: End {
        let total = End(limit: .total, at: deadline)
        guard let (limit, span) = running else { return total }
        let end = End(limit: limit, at: since.advanced(by: span))
        return end.at < deadline ? end : total
    }

    private var running: (Limit, Duration)? {
        switch state {
        case .waiting, .held: nil
        case .connecting: (.connect, limits.connectTimeout)
        case .answering: limits.firstByteTimeout.map { (.firstByte, $0) }
        case .flowing: (.betweenBytes, limits.idleTimeout)
        }
    }
}
