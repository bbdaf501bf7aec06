internal import SupplierKit
internal import TravelModel

/// A call that may be made; to be ended once, whatever becomes of it.
struct CallPermit: Sendable, Hashable {
    /// Tells the calls to one supplier apart.
    let number: Int
    let supplier: SupplierID
    let step: SupplierStep
    let begun: Uptime
    /// How long it may take.
    let budget: Duration
    /// Whether it repeats one that failed.
    let isRetry: Bool
    /// Through which breaker it came; `nil` where there is none.
    let pass: Breaker.Pass?

    /// When it is cut off.
    var deadline: Uptime { begun.advanced(by: budget) }
}

/// What a call's end says about its supplier.
enum CallVerdict: Sendable, Hashable {
    /// It answered whole; a refusal with a reason is an answer.
    case answered
    /// It did not.
    case failed(SupplierFailure)
    /// Nobody waited any longer: we gave it up before its time was over.
    case abandoned
    /// Nothing, and nothing is learned from how long it took: nothing was sent, or a bound of our own
    /// that no supplier knows of cut it short. A failure is for operators to see.
    case void(SupplierFailure?)

    /// The same of a step that sent nothing.
    var unsent: CallVerdict {
        if case .failed(let failure) = self { .void(failure) } else { .void(nil) }
    }

    /// What a step's failure means; `nil` for none.
    init(_ failure: SupplierFailure?) {
        switch failure {
        case nil: self = .answered
        case .some(let failure) where failure.code == .cancelled: self = .abandoned
        case .some(let failure): self = .failed(failure)
        }
    }
}
