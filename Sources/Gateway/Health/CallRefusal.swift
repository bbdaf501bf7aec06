internal import SupplierKit

/// Why the gateway does not ask a supplier now; nothing was sent.
public enum CallRefusal: Error, Hashable, Sendable {
    /// An operator switched it off.
    case disabled
    /// It fails, and its time to be tried again has not come.
    case circuitOpen(retryAfter: Duration)
    /// It asked to be left alone, or has told that its allowance is used up.
    case throttled(retryAfter: Duration)
    /// As many calls are out, or went out this second, as our limits for it allow.
    case overloaded(retryAfter: Duration)

    /// The closed reason, without its duration.
    public enum Reason: String, Sendable, CaseIterable {
        case disabled = "DISABLED"
        case circuitOpen = "CIRCUIT_OPEN"
        case throttled = "THROTTLED"
        case overloaded = "OVERLOADED"
    }

    /// Which of the four.
    public var reason: Reason {
        switch self {
        case .disabled: .disabled
        case .circuitOpen: .circuitOpen
        case .throttled: .throttled
        case .overloaded: .overloaded
        }
    }

    /// How long to wait before asking again; `nil` where only an operator knows.
    public var retryAfter: Duration? {
        switch self {
        case .disabled: nil
        case .circuitOpen(let wait), .throttled(let wait), .overloaded(let wait): wait
        }
    }

    /// What the HTTP contract calls it.
    var code: SupplierCode {
        switch self {
        case .disabled: .skipped(.disabled)
        case .circuitOpen: .circuitOpen
        case .throttled: .failure(.throttled)
        case .overloaded: .overloaded
        }
    }

    var state: SupplierState {
        switch self {
        case .disabled: .skipped
        case .circuitOpen: .circuitOpen
        case .throttled: .throttled
        case .overloaded: .overloaded
        }
    }

    /// For whoever reads a status or a hold's history.
    var detail: String {
        switch self {
        case .disabled: "not asked: switched off by an operator"
        case .circuitOpen: "not asked: it fails, and is tried again later"
        case .throttled: "not asked: it wants to be left alone"
        case .overloaded: "not asked: our limit for it is reached"
        }
    }

    /// The same as a step's failure that surely did nothing.
    var failure: SupplierFailure {
        let code: SupplierFailure.Code =
            switch self {
            case .throttled: .throttled
            case .overloaded: .overloaded
            case .disabled, .circuitOpen: .connectFailed
            }
        return SupplierFailure(code, phase: .connect, detail: detail, retryAfter: retryAfter)
    }
}
