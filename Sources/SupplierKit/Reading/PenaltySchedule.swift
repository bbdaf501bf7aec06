public import TravelModel

/// Builds ``CancellationTerms`` from a supplier's penalties: amounts computed once, half up, then
/// sorted, never falling, never above the price.
///
/// A penalty counts from its moment on and replaces the one before it. Before the first moment
/// cancelling is free, unless there is a floor.
public struct PenaltySchedule: Sendable {
    /// How suppliers express what cancelling costs.
    public enum Penalty: Sendable, Hashable {
        /// A fixed amount, in the currency of the price.
        case amount(Money)
        /// Millionths of the price: 1,000,000 is all of it.
        case share(Int64)
        /// The price of the first nights.
        case nights(Int)
    }

    /// The moment in a step that applies from the beginning: the Unix epoch.
    ///
    /// A step needs a moment, and the moment of asking would make two equal answers differ.
    public static let always = LocalDeadline.instant(Instant(millisecondsSinceEpoch: 0))

    private let price: Money
    private let nightly: [Money]
    private let nights: Int
    private var floor: Money
    private var steps: [CancellationTerms.Step] = []

    /// `price` is what is lost at most; `nightly` is one price a night in the same currency, or
    /// empty when the supplier does not say; `nights` is at least 1.
    public init(price: Money, nightly: [Money], nights: Int) {
        self.price = price
        self.nightly = nightly
        self.nights = max(nights, 1)
        floor = .zero(price.currency)
    }

    /// From `moment` on cancelling costs `penalty`; another currency than the price's is refused.
    public mutating func add(_ penalty: Penalty, from moment: LocalDeadline) throws(RateFault) {
        guard steps.count < 64 else { throw RateFault(.malformed, "too many penalties") }
        steps.append(CancellationTerms.Step(from: moment, penalty: try amount(of: penalty)))
    }

    /// Never less than the price of these nights, counted from 0; others are ignored.
    public mutating func keep(nights kept: Range<Int>) throws(RateFault) {
        let kept = kept.clamped(to: 0..<nights)
        guard kept.count < nights else { return try keep(price) }
        var sum = Money.zero(price.currency)
        if nightly.count == nights {
            for night in nightly[kept] { sum = try sum.plus(night) }
        } else {
            sum = try price.times(Int64(kept.count), over: Int64(nights))
        }
        try keep(capped(sum))
    }

    /// Never less than `amount`.
    public mutating func keep(_ amount: Money) throws(RateFault) {
        floor = try capped(floor.plus(amount))
    }

    /// The terms; `isRefundable` false means that nothing is ever given back.
    ///
    /// Without any penalty a rate called refundable is `unknown`: until when is not said. A first
    /// step that lies before `now` is not free any more.
    public func terms(isRefundable: Bool, at now: Instant) -> CancellationTerms {
        guard isRefundable, floor != price || price.minorUnits == 0 else { return .nonRefundable() }
        var ordered = steps.sorted { Self.order($0.from) < Self.order($1.from) }
        if floor.minorUnits > 0 {
            ordered.insert(CancellationTerms.Step(from: Self.always, penalty: floor), at: 0)
        }
        let rising = Self.rising(ordered)
        guard let first = rising.first else { return .unknown }
        if floor.minorUnits > 0 { return .partiallyRefundable(steps: rising) }
        guard Self.isPast(first.from, at: now) else {
            return .free(until: first.from, steps: rising)
        }
        let isAll = first.penalty.minorUnits >= price.minorUnits
        return isAll ? .nonRefundable(steps: rising) : .partiallyRefundable(steps: rising)
    }

    private func amount(of penalty: Penalty) throws(RateFault) -> Money {
        switch penalty {
        case .amount(let money):
            guard money.currency == price.currency else {
                throw RateFault(.malformed, "penalty in another currency")
            }
            return capped(money)
        case .share(let millionths):
            return capped(try price.times(millionths, over: 1_000_000))
        case .nights(let count):
            guard count < nights else { return price }
            guard nightly.count == nights else {
                return capped(try price.times(Int64(max(count, 0)), over: Int64(nights)))
            }
            var sum = Money.zero(price.currency)
            for night in nightly.prefix(max(count, 0)) { sum = try sum.plus(night) }
            return capped(sum)
        }
    }

    private func capped(_ money: Money) -> Money {
        let units = min(max(money.minorUnits, 0), price.minorUnits)
        return Money(minorUnits: units, currency: price.currency)
    }

    /// Only the steps at which the penalty grows, each at least the one before.
    private static func rising(
        _ ordered: [CancellationTerms.Step]
    ) -> [CancellationTerms.Step] {
        var rising: [CancellationTerms.Step] = []
        for step in ordered {
            let most = rising.last?.penalty.minorUnits ?? 0
            guard step.penalty.minorUnits > most else { continue }
            // Two penalties from one moment: the dearer one counts.
            if let last = rising.last, last.from == step.from { rising.removeLast() }
            rising.append(step)
        }
        return rising
    }

    /// Wall clocks are ordered as if they ran on UTC: one answer rarely mixes the two forms.
    static func order(_ moment: LocalDeadline) -> Int64 {
        switch moment {
        case .instant(let instant): instant.millisecondsSinceEpoch
        case .hotelLocal(let civil): civil.secondsSinceEpoch * 1000
        }
    }

    /// A wall clock is past only when it is past everywhere (UTC-12 is the last): the gateway
    /// knows the hotel's zone and judges again.
    private static func isPast(_ moment: LocalDeadline, at now: Instant) -> Bool {
        switch moment {
        case .instant(let instant): instant <= now
        case .hotelLocal(let civil): Instant(civil, offsetSeconds: -12 * 3600) <= now
        }
    }
}

extension PenaltySchedule.Penalty {
    /// Reads `30%` or `12.5`, 0 to 100 with at most four decimals; more than 100 is 100.
    public static func percent(_ text: some StringProtocol) -> Self? {
        var text = text[...]
        if text.last == "%" { text = text.dropLast() }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, (1...2).contains(parts.count), isDigits(whole),
            whole.utf8.count <= 6, let units = Int64(whole)
        else { return nil }
        var fraction: Int64 = 0
        if parts.count == 2 {
            guard isDigits(parts[1]), parts[1].utf8.count <= 4 else { return nil }
            let padded = parts[1] + String(repeating: "0", count: 4 - parts[1].utf8.count)
            fraction = Int64(padded) ?? 0
        }
        return .share(min(units * 10_000 + fraction, 1_000_000))
    }

    private static func isDigits(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    }
}
