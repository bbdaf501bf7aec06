internal import TravelModel

/// Why a supplier's step did not give what was asked; a value, not an accident.
public struct SupplierFailure: Error, Hashable, Sendable {
    /// The closed set of reasons, each with the phase and status the HTTP contract gives it.
    public enum Code: String, Sendable, CaseIterable {
        case connectFailed = "CONNECT_FAILED"
        case timeout = "TIMEOUT"
        case brokenBody = "BROKEN_BODY"
        case tooLarge = "TOO_LARGE"
        case malformed = "MALFORMED"
        /// The supplier said no, with a reason of its own.
        case supplierError = "SUPPLIER_ERROR"
        case auth = "AUTH"
        case throttled = "THROTTLED"
        /// Our own limit was reached and nothing was sent; no fault of the supplier's.
        case overloaded = "OVERLOADED"
        /// Nobody waited any longer.
        case cancelled = "CANCELLED"
    }

    /// The closed reason.
    public let code: Code
    /// Where the call stood.
    public let phase: CallPhase
    /// The supplier's own code or words, as they came, at most 200 characters.
    ///
    /// They may repeat what was sent: they are masked before anybody sees them.
    public let detail: String
    /// How long the supplier asked us to stay away, where it did.
    public let retryAfter: Duration?
    /// Whether the supplier is up and turned away this one request for what is in it: it says nothing
    /// of other requests, and does not speak against the supplier.
    public let isOfRequest: Bool

    /// Cuts `detail` to its bound.
    public init(
        _ code: Code, phase: CallPhase, detail: String = "", retryAfter: Duration? = nil,
        isOfRequest: Bool = false
    ) {
        self.code = code
        self.phase = phase
        self.detail = BoundedText.cut(detail, characters: 200)
        self.retryAfter = retryAfter
        self.isOfRequest = isOfRequest
    }

    /// The same with other words; a different code or phase only where one is named.
    public func saying(
        _ detail: String, code: Code? = nil, phase: CallPhase? = nil
    ) -> SupplierFailure {
        SupplierFailure(
            code ?? self.code, phase: phase ?? self.phase, detail: detail, retryAfter: retryAfter,
            isOfRequest: isOfRequest)
    }

    /// The same fault, as the transport saw it.
    public init(_ fault: TransportFault) {
        let code: Code =
            switch fault.reason {
            case .connectFailed: .connectFailed
            case .timeout: .timeout
            case .brokenBody: .brokenBody
            case .tooLarge: .tooLarge
            case .malformed: .malformed
            case .overloaded: .overloaded
            case .cancelled: .cancelled
            }
        self.init(code, phase: fault.phase, detail: fault.detail)
    }
}
