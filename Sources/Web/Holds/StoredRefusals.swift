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
        switch refusal {
        case .priceChanged(let comparison, let quote, let shown, let now):
            var problem = Problem(
                Self.code(of: refusal.reason),
                "The price rose by more than you accept; the new quote can be held at once.")
            problem.more = { writer in
                writer.change(comparison)
                writer.key("quote")
                writer.quote(quote, shown, at: now)
            }
            return problem.body(requestID: nil)
        case .termsChanged(let comparison, let quote, let shown, let now):
            var problem = Problem(
                Self.code(of: refusal.reason),
                "The terms are no longer as quoted; the new quote can be held at once.")
            problem.more = { writer in
                writer.changes(comparison.terms)
                writer.change(comparison)
                writer.key("quote")
                writer.quote(quote, shown, at: now)
            }
            return problem.body(requestID: nil)
        case .soldOut:
            return Problem(Self.code(of: refusal.reason), "The room is gone.")
                .body(requestID: nil)
        case .unavailable:
            return Problem(
                Self.code(of: refusal.reason),
                "The supplier was asked, and look-ups found nothing of it."
            )
            .body(requestID: nil)
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
