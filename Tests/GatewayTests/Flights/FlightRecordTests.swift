import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// What one call has brought: each rate once, as it was told last, within bounds.
@Suite struct FlightRecordTests {
    private func record(_ hotels: [String] = ["a-0", "a-1"]) throws -> FlightRecord {
        FlightRecord(asked: try hotels.map { try Sample.code($0) })
    }

    private func prices(_ hotels: [(code: SupplierHotelCode, offers: [Offer])]) -> [String] {
        hotels.flatMap { hotel in hotel.offers.map { "\(hotel.code) \($0.price.charge)" } }
    }

    @Test func aRateThatWaitsIsReplacedInItsPlace() throws {
        var record = try record()
        record.add(
            try ["a-0 r1 X BB free EUR 1.00", "a-0 r2 X BB free EUR 2.00"].map {
                try Sample.offer($0)
            }, [])
        record.add([try Sample.offer("a-0 r1 X BB free EUR 3.00")], [])
        #expect(prices(record.takeFresh()) == ["a-0 3.00 EUR", "a-0 2.00 EUR"])
        #expect(record.takeFresh().isEmpty && record.dropped.isEmpty)
    }

    @Test func onlyATokenThatDiffersIsNothingNew() throws {
        var record = try record()
        let line = "a-0 r1 X BB free EUR 1.00"
        record.add([try Sample.offer(line)], [])
        _ = record.takeFresh()
        record.add([try Sample.offer(line + " expires=2027-01-01T00:10:00Z")], [])
        #expect(record.takeFresh().isEmpty)
        #expect(record.dropped == [DropCount(reason: .duplicate, count: 1)])
        // A step back is a change as well: the last word counts.
        record.add([try Sample.offer("a-0 r1 X BB free EUR 2.00")], [])
        record.add([try Sample.offer(line)], [])
        #expect(prices(record.takeFresh()) == ["a-0 1.00 EUR"])
    }

    @Test func ratesOfAHotelAreBoundedChangesAreNot() throws {
        var record = try record()
        let most = FlightRecord.mostOffersPerHotel
        record.add(
            try (0...most).map { try Sample.offer("a-0 r\($0) X BB free EUR 1.00") }, [])
        #expect(record.dropped == [DropCount(reason: .overLimit, count: 1)])
        _ = record.takeFresh()
        record.add([try Sample.offer("a-0 r7 X BB free EUR 2.00")], [])
        record.add([try Sample.offer("a-1 r7 X BB free EUR 2.00")], [])
        #expect(prices(record.takeFresh()) == ["a-0 2.00 EUR", "a-1 2.00 EUR"])
    }

    /// One rate of the supplier can be told as many offers, each with all of its words.
    @Test func theTextOfOneCallIsBounded() throws {
        var record = try record((0..<40).map { "a-\($0)" })
        for hotel in 0..<40 {
            let offers = try (0..<200).map { number in
                var offer = try Sample.offer("a-\(hotel) r\(number) X BB free EUR 1.00")
                offer.notes = (0..<8).map { "\($0)" + String(repeating: "n", count: 900) }
                return offer
            }
            record.add(offers, [])
        }
        let kept = record.takeFresh().reduce(0) { $0 + $1.offers.count }
        #expect((2_000..<2_330).contains(kept))
        #expect(record.dropped.map(\.reason) == [.overLimit])
    }

    /// A rate that was not taken may be of a hotel that then seems to have none.
    @Test(arguments: [
        (OfferDrop.Reason.malformed, Absence.unsellable), (.wrongStay, .unsellable),
        (.onRequest, .unsellable), (.unaskedHotel, .unsellable), (.duplicate, .unlisted),
    ])
    func whatSilenceMeans(reason: OfferDrop.Reason, absence: Absence) throws {
        var record = try record()
        record.add([], [OfferDrop(reason)])
        #expect(record.absence == absence)
    }

    @Test(arguments: [
        (OfferDrop.Reason.malformed, true), (.priceContradiction, true), (.unknownCurrency, true),
        (.overLimit, true), (.wrongStay, false), (.onRequest, false), (.unaskedHotel, false),
        (.duplicate, false),
    ])
    func whatCouldNotBeReadIsNoAnswer(reason: OfferDrop.Reason, isUnread: Bool) throws {
        var record = try record()
        record.add([], [OfferDrop(reason)])
        #expect(record.hasUnread == isUnread)
        #expect((record.verdict(.complete) == .complete) == !isUnread)
        #expect(record.verdict(.overloaded) == .overloaded)
        record.add([try Sample.offer("a-0 r1 X BB free EUR 1.00")], [])
        #expect(record.verdict(.complete) == .complete)
    }
}
