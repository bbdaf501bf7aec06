import CSystem
import Reactor

/// Which timeout of a connection runs.
enum DeadlineKind {
    case none
    case idle
    case head
    case body
    case handler
    case write
    case linger
}

extension Connection {
    /// What a request on its way has when an idle connection is closed; a drain waits for it.
    private static let idleLinger = Duration.milliseconds(250)
    /// How often within the write timeout it is looked whether the client takes anything.
    private static let writeChecks = 4

    /// Starts the timeout that belongs to the present state, unless it already runs.
    func updateDeadline() {
        let kind = currentDeadlineKind
        guard kind != deadlineKind else { return }
        deadlineKind = kind
        let timeouts = host.configuration.timeouts
        let duration: Duration
        switch kind {
        case .none:
            deadline = .distantFuture
            return
        case .idle: duration = timeouts.idle
        case .head: duration = timeouts.head
        case .body: duration = timeouts.body
        case .handler: duration = timeouts.handler
        case .write:
            duration = timeouts.write / Self.writeChecks
            unconfirmed = nil
        case .linger:
            duration = wasIdleAtDrain ? min(timeouts.linger, Self.idleLinger) : timeouts.linger
        }
        deadline = host.loop.now.advanced(by: duration)
        armTimer()
    }

    private var currentDeadlineKind: DeadlineKind {
        if phase == .closed { return .none }
        if !output.isEmpty { return .write }
        switch phase {
        case .reading:
            switch reader.phase {
            case .betweenRequests: return .idle
            case .head: return .head
            case .body: return .body
            }
        case .handling: return .handler
        case .lingering: return .linger
        case .streaming, .misbehaving, .closing, .closed: return .none
        }
    }

    /// Makes sure that a timer fires by the deadline.
    ///
    /// One that fires early is left alone: when it does, it is set anew. So a busy connection
    /// costs a timer every few seconds, not one for each request.
    private func armTimer() {
        if let timer {
            guard deadline < timerDeadline else { return }
            host.loop.cancel(timer)
        }
        timerDeadline = deadline
        timer = host.loop.schedule(at: deadline) { self.timerFired() }
    }

    private func timerFired() {
        timer = nil
        guard phase != .closed, deadlineKind != .none else { return }
        guard host.loop.now >= deadline else {
            armTimer()
            return
        }
        switch deadlineKind {
        case .none: return
        case .idle, .linger: end(ending)
        case .write: judgeWriting()
        case .head: refuse(.headTimeout)
        case .body: refuse(.bodyTimeout)
        case .handler: refuse(.handlerTimeout)
        }
        advance()
    }

    /// Ends the connection if the client has confirmed nothing for the write timeout.
    ///
    /// Whether the system takes more is no measure: it says so in steps of a third of its buffer, for
    /// which a slow client that reads all the time may need longer than the timeout.
    private func judgeWriting() {
        let (now, left) = (host.loop.now, csystem_unconfirmed(descriptor))
        if unconfirmed.map({ left < $0 }) ?? true {
            unconfirmed = left
            writeLimit = now.advanced(by: host.configuration.timeouts.write)
        }
        guard now < writeLimit else {
            end(.clientTooSlow)
            return
        }
        let next = now.advanced(by: host.configuration.timeouts.write / Self.writeChecks)
        deadline = min(next, writeLimit)
        armTimer()
    }
}
