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
        case .write: duration = timeouts.write
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
        case .write: end(.clientTooSlow)
        case .head: refuse(.headTimeout)
        case .body: refuse(.bodyTimeout)
        case .handler: refuse(.handlerTimeout)
        }
        advance()
    }
}
