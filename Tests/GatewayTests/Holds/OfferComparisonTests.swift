import Testing
import TravelModel

@testable import Gateway

/// What counts as a change of terms and what only follows the price.
@Suite struct OfferComparisonTests {
    /// Two nights; the first night is lost from a moment on, then all of it.
    private func offer(
        _ total: Int64, _ payable: PriceComponent.Payable, lost: [Int64]? = nil
    ) throws -> Offer {
        func euros(_ units: Int64) throws -> Money {
            Money(minorUnits: units, currency: try Sample.currency("EUR"))
        }
        var offer = try Sample.offer("a-0 r1 X BB free EUR 1.00")
        offer.price = try OfferPrice(
            charge: euros(payable == .now ? total : 0),
            components: [PriceComponent(kind: .base, amount: euros(total), payable: payable)])
        let deadlines = ["2027-01-08T12:00", "2027-01-10T12:00"].compactMap { CivilDateTime($0) }
        let steps = try zip(deadlines, lost ?? [total / 2, total]).map { moment, units in
            CancellationTerms.Step(from: .hotelLocal(moment), penalty: try euros(units))
        }
        offer.cancellation = .free(until: try #require(steps.first).from, steps: steps)
        return offer
    }

    private func changes(_ old: Offer, _ new: Offer) throws -> [TermsChange.Field] {
        let pricing = try Sample.pricing()
        return OfferComparison(quoted: old, current: new) { pricing.price($0).total }.terms
            .map(\.field)
    }

    @Test(arguments: [PriceComponent.Payable.now, .atProperty], [19_000, 20_000, 21_000])
    func penaltiesThatFollowThePriceAreNoChange(
        payable: PriceComponent.Payable, total: Int64
    ) throws {
        #expect(try changes(offer(20_000, payable), offer(total, payable)) == [])
    }

    @Test(arguments: [PriceComponent.Payable.now, .atProperty])
    func aLargerShareIsAChange(payable: PriceComponent.Payable) throws {
        let quoted = try offer(20_000, payable)
        #expect(
            try changes(quoted, offer(19_000, payable, lost: [19_000, 19_000])) == [.cancellation])
        #expect(
            try changes(quoted, offer(20_000, payable, lost: [10_003, 20_000])) == [.cancellation])
        #expect(try changes(quoted, offer(20_000, payable, lost: [5_000, 20_000])) == [])
    }

    @Test func aWayOutOfWhatWasNonRefundableIsAccepted() throws {
        var quoted = try offer(20_000, .now)
        quoted.cancellation = .nonRefundable()
        var partial = try offer(20_000, .now)
        partial.cancellation = .partiallyRefundable(steps: partial.cancellation.steps)
        #expect(try changes(quoted, offer(20_000, .now)) == [])
        #expect(try changes(quoted, partial) == [])
        // What costs more than the whole price, or says nothing, is worse; so is the way back.
        #expect(try changes(quoted, offer(20_000, .now, lost: [1, 20_001])) == [.cancellation])
        var silent = quoted
        silent.cancellation = .unknown
        #expect(try changes(quoted, silent) == [.cancellation])
        #expect(try changes(offer(20_000, .now), quoted) == [.cancellation])
        #expect(try changes(silent, offer(20_000, .now)) == [.cancellation])
    }

    @Test func whoIsPaidIsATermOfItsOwn() throws {
        var there = try offer(20_000, .atProperty)
        there.payment = OfferPayment(timing: .atProperty)
        #expect(try changes(offer(20_000, .now), there) == [.payment])
    }
}
