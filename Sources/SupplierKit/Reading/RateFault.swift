/// Why one rate of an answer cannot be shown; thrown while it is read, turned into an ``OfferDrop``.
public struct RateFault: Error, Hashable, Sendable {
    /// The reason a drop is counted under.
    public let reason: OfferDrop.Reason
    /// What about it, for explaining.
    public let detail: String

    /// A fault of `reason`; `detail` names the part of the rate.
    public init(_ reason: OfferDrop.Reason, _ detail: String = "") {
        self.reason = reason
        self.detail = detail
    }

    /// The same as a drop of `rate`.
    public func drop(of rate: String) -> OfferDrop {
        OfferDrop(reason, detail.isEmpty ? rate : "\(rate): \(detail)")
    }
}
