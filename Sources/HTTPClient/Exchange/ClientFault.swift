/// How far an exchange had come.
public enum ClientPhase: String, Sendable, CaseIterable {
    /// Checks, name, TCP, or waiting for a free connection: nothing was sent.
    case connect
    /// TCP stands, TLS does not: nothing of the request was sent.
    case tls
    /// The request is on its way out: the peer has not taken the whole body yet.
    case send
    /// The request is out; the answer's head is not whole.
    case headers
    /// The answer's body is on its way.
    case body
}

/// Why an exchange did not end with a whole answer.
public struct ClientFault: Error, Sendable, CustomStringConvertible {
    /// What went wrong, a closed set fit for a metric label.
    public enum Reason: String, Sendable, CaseIterable {
        /// No connection: refused or unreachable.
        case refused
        /// The name has no address, or the resolver does not answer.
        case nameNotFound = "name_not_found"
        /// The address rule forbids every address of the host.
        case addressForbidden = "address_forbidden"
        /// TLS failed: not trusted, wrong name, no common version.
        case tlsFailed = "tls_failed"
        /// The deadline or one of the limits for connecting, the first byte and silence passed; the
        /// detail says which.
        case timeout
        /// Reset, closed, or chunks that are none, before the answer was whole.
        case closedEarly = "closed_early"
        /// The length fields are malformed or contradict each other.
        case badLength = "bad_length"
        /// A compressed body that is truncated, damaged or followed by garbage.
        case badCompression = "bad_compression"
        /// Over the cap of head or body, raw or inflated.
        case tooLarge = "too_large"
        /// More inflated bytes for a raw one than the ratio allows.
        case ratioExceeded = "ratio_exceeded"
        /// A field that is not one: no colon, folded, control characters.
        case badHeader = "bad_header"
        /// The answer is a redirect; none is followed.
        case redirectRefused = "redirect_refused"
        /// Not HTTP, or an encoding nobody asked for.
        case badProtocol = "bad_protocol"
        /// The request was refused before anything was sent: address, method or fields malformed.
        case badRequest = "bad_request"
        /// As many exchanges as the client carries are under way.
        case overloaded
        /// The calling task was cancelled, or the client was closed.
        case cancelled
        /// The reader threw: it wants no more.
        case stoppedByReader = "stopped_by_reader"
        /// libcurl is out of memory or refuses an option.
        case unavailable
    }

    /// How far the exchange had come.
    public let phase: ClientPhase
    /// What went wrong.
    public let reason: Reason
    /// For the operator: fixed texts of the program and of libcurl, no text of the other side.
    public let detail: String
    /// What was measured until then.
    public let report: ClientReport

    init(
        _ phase: ClientPhase, _ reason: Reason, _ detail: String = "",
        _ report: ClientReport = ClientReport()
    ) {
        self.phase = phase
        self.reason = reason
        self.detail = detail
        self.report = report
    }

    /// Phase, reason and detail.
    public var description: String {
        detail.isEmpty
            ? "\(reason.rawValue) in \(phase.rawValue)"
            : "\(reason.rawValue) in \(phase.rawValue): \(detail)"
    }
}
