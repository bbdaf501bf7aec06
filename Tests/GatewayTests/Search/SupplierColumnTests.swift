import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// One supplier's calls, and the one word that follows from them: the contract's table.
@Suite struct SupplierColumnTests {
    private func status(
        offers: Int = 0, kept: Bool = false, _ ends: [FlightEnd.Verdict]
    ) throws -> SupplierStatus {
        var column = SupplierColumn(supplier: try Sample.supplier("alpha"), skipped: nil)
        if kept { column.addKept(.cache, age: .seconds(5)) }
        let calls = ends.map { _ in column.openCall() }
        for number in 0..<offers {
            let offer = try Sample.offer("a-\(number / 2) r\(number) X BB free EUR 1.00")
            // Told again it is the same rate.
            for _ in 0..<2 { column.addOffer(offer, of: number / 2, isLive: !kept) }
        }
        column.seal(after: .zero)
        // The order of the ends must not matter.
        for (call, end) in zip(calls, ends).reversed() {
            #expect(column.status == nil)
            column.end(FlightEnd(verdict: end, dropped: []), call: call, after: .seconds(1))
        }
        return try #require(column.status)
    }

    private static let table: [(SupplierFailure.Code, SupplierState, String)] = [
        (.connectFailed, .error, "CONNECT_FAILED"), (.timeout, .timeout, "TIMEOUT"),
        (.brokenBody, .error, "BROKEN_BODY"), (.tooLarge, .error, "TOO_LARGE"),
        (.malformed, .error, "MALFORMED"), (.supplierError, .error, "SUPPLIER_ERROR"),
        (.auth, .auth, "AUTH"), (.throttled, .throttled, "THROTTLED"),
    ]

    @Test(arguments: [(0, SupplierState.overloaded), (3, .partial)])
    func aCallCutByTheGatewaysEndSaysNothingOfTheSupplier(offers: Int, state: SupplierState) throws
    {
        let ends: [FlightEnd.Verdict] = [
            .complete, .failed(SupplierFailure(.cancelled, phase: .body, detail: "x")),
        ]
        let status = try status(offers: offers, ends)
        #expect(status.state == state && status.code == .shuttingDown)
        #expect(status.phase == nil && status.detail == nil)
    }

    @Test(arguments: table)
    func aFailureWithoutOffers(
        failure: SupplierFailure.Code, state: SupplierState, code: String
    ) throws {
        let status = try status([.failed(SupplierFailure(failure, phase: .body, detail: "x"))])
        #expect(status.state == state && status.code?.text == code)
        // Whoever is turned away was so before the work, wherever the supplier says it.
        let isTurnedAway = state == .auth || state == .throttled
        #expect(status.phase == (isTurnedAway ? .headers : .body))
        #expect(status.detail == "x" && status.source == AnswerSource.none)
    }

    @Test(arguments: table)
    func aFailureAfterOffersIsPartial(
        failure: SupplierFailure.Code, state: SupplierState, code: String
    ) throws {
        let status = try status(offers: 3, [.failed(SupplierFailure(failure, phase: .decode))])
        #expect(status.state == .partial && status.code?.text == code)
        #expect(status.source == .live && status.offers == 3 && status.hotels == 2)
        #expect(status.detail == nil)
    }

    @Test("A shared call whose only readable rates were of others' hotels says nothing of ours")
    func nothingReadable() throws {
        var column = SupplierColumn(supplier: try Sample.supplier("alpha"), skipped: nil)
        let call = column.openCall()
        column.seal(after: .zero)
        let dropped = [DropCount(reason: .malformed, count: 1)]
        column.end(FlightEnd(verdict: .complete, dropped: dropped), call: call, after: .zero)
        let status = try #require(column.status)
        #expect(status.state == .error && status.code == .failure(.malformed))
        #expect(status.source == AnswerSource.none && status.dropped == dropped)
    }

    @Test func wholeAnswers() throws {
        #expect(try status([.complete]).state == .empty)
        #expect(try status([.complete]).source == .live)
        #expect(try status(offers: 1, [.complete, .complete]).state == .ok)
        let kept = try status(offers: 1, kept: true, [])
        #expect(kept.state == .ok && kept.source == .cache && kept.age == .seconds(5))
        let both = try status(offers: 1, kept: true, [.complete])
        #expect(both.source == .live && both.age == .seconds(5))
    }

    @Test func theFirstCallThatFailedNamesTheReason() throws {
        let ends: [FlightEnd.Verdict] = [
            .complete, .failed(SupplierFailure(.throttled, phase: .headers)),
            .failed(SupplierFailure(.auth, phase: .headers)),
        ]
        #expect(try status(ends).state == .throttled)
        #expect(try status([.overloaded]).state == .overloaded)
        #expect(try status([.overloaded]).code?.text == "OVERLOADED")
    }

    @Test func closingEndsWhatIsOpenAtItsPhase() throws {
        var column = SupplierColumn(supplier: try Sample.supplier("alpha"), skipped: nil)
        let call = column.openCall()
        column.reached(.body, call: call)
        column.seal(after: .zero)
        column.close(.deadline, after: .seconds(3))
        let status = try #require(column.status)
        #expect(status.state == .timeout && status.phase == .body)
        #expect(status.latency == .seconds(3))
        // What comes later changes nothing.
        column.end(FlightEnd(verdict: .complete, dropped: []), call: call, after: .seconds(4))
        #expect(column.status == status)
    }
}
