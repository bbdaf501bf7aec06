public import Gateway
internal import TravelModel
internal import WireFormat

/// Writes the refusals that are told again byte for byte.
///
/// A stored body belongs to every request that repeats the first, so it has no `requestId`, and its
/// durations are those of the moment it was decided; `quote.expiresAt` stays true for ever.
public struct StoredRefusals: RefusalBodies {
    /// Nothing to be given.
    public init() {}

    /// The problem as the first request gets it.
    public func body(of refusal: HoldRefusal) -> [UInt8] {
        Self.problem(of: refusal).body(requestID: nil)
    }

    /// The refusal as a problem that is not written yet.
    static func problem(of refusal: HoldRefusal) -> Problem {
        var problem = Problem(code(of: refusal.reason), detail(of: refusal.reason))
        switch refusal {
        case .priceChanged(let comparison, let quote, let shown, let now):
            problem.more = { writer in
                writer.change(comparison)
                writer.key("quote")
                writer.quote(quote, shown, at: now)
            }
        case .termsChanged(let comparison, let quote, let shown, let now):
            problem.more = { writer in
                writer.changes(comparison.terms)
                writer.change(comparison)
                writer.key("quote")
                writer.quote(quote, shown, at: now)
            }
        case .soldOut(let alternates):
            problem.more = { writer in
                writer.list("alternates", alternates) { $0.alternate($1) }
            }
        case .unavailable: break
        }
        return problem
    }

    private static func detail(of reason: StoredRefusal.Reason) -> String {
        switch reason {
        case .priceChanged:
            "The price rose by more than you accept; the new quote can be held at once."
        case .termsChanged:
            "The terms are no longer as quoted; the new quote can be held at once."
        case .soldOut: "The room is gone; each of the alternates can be held at once."
        case .unavailable: "The supplier was asked, and look-ups found nothing of it."
        }
    }

    /// The contract's name of a stored reason.
    static func code(of reason: StoredRefusal.Reason) -> ProblemCode {
        switch reason {
        case .priceChanged: .priceChanged
        case .termsChanged: .termsChanged
        case .soldOut: .soldOut
        case .unavailable: .supplierUnavailable
        }
    }
}
