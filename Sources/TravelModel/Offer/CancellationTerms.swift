/// What cancelling costs, and from when.
public struct CancellationTerms: Hashable, Sendable {
    /// The one word a list of offers shows.
    public enum Kind: String, Sendable, CaseIterable {
        case freeUntil, partiallyRefundable, nonRefundable
        /// Unknown is not refundable.
        case unknown
    }

    /// From one moment on, cancelling costs this much in all (not in addition to earlier steps).
    public struct Step: Hashable, Sendable {
        /// The first moment at which the penalty is due.
        public let from: LocalDeadline
        /// What is lost in all, in the supplier's currency.
        public let penalty: Money

        /// Nothing is checked: a penalty may even exceed the price.
        public init(from: LocalDeadline, penalty: Money) {
            self.from = from
            self.penalty = penalty
        }
    }

    /// Follows from which of the makers below was used; `unknown` for more than ``mostSteps`` steps.
    public let kind: Kind
    /// The end of free cancellation; present exactly when `kind` is `freeUntil`.
    public let freeUntil: LocalDeadline?
    /// In the order of their start, as the supplier's adapter sorted them; at most ``mostSteps``.
    public let steps: [Step]

    /// More steps than anybody reads; terms with more are ``unknown``, since leaving any out would
    /// tell the guest less than cancelling costs.
    public static let mostSteps = 32

    private init(kind: Kind, freeUntil: LocalDeadline?, steps: [Step]) {
        let isReadable = steps.count <= Self.mostSteps
        self.kind = isReadable ? kind : .unknown
        self.freeUntil = isReadable ? freeUntil : nil
        self.steps = isReadable ? steps : []
    }

    /// Free until a moment, then the steps.
    public static func free(until deadline: LocalDeadline, steps: [Step]) -> CancellationTerms {
        CancellationTerms(kind: .freeUntil, freeUntil: deadline, steps: steps)
    }

    /// Never free, but not always the whole price.
    public static func partiallyRefundable(steps: [Step]) -> CancellationTerms {
        CancellationTerms(kind: .partiallyRefundable, freeUntil: nil, steps: steps)
    }

    /// The whole price is lost from the start.
    public static func nonRefundable(steps: [Step] = []) -> CancellationTerms {
        CancellationTerms(kind: .nonRefundable, freeUntil: nil, steps: steps)
    }

    /// The supplier did not say, or not in a form that can be trusted.
    public static let unknown = CancellationTerms(kind: .unknown, freeUntil: nil, steps: [])
}
