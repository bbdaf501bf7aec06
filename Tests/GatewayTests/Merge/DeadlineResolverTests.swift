import GatewayTesting
import Testing
import TravelModel

@testable import Gateway

/// Deadlines as instants and as the hotel's clock, and no free cancellation that is over.
@Suite struct DeadlineResolverTests {
    private func resolve(
        _ terms: CancellationTerms, zone: String?, now: String = "2027-01-01T00:00:00Z",
        payable: PriceComponent.Payable = .now
    ) throws -> ResolvedCancellation {
        let pricing = try Sample.pricing()
        let price = try OfferPrice(
            charge: Sample.money(payable == .now ? "100.00 EUR" : "0.00 EUR"),
            components: [
                PriceComponent(kind: .base, amount: Sample.money("100.00 EUR"), payable: payable)
            ])
        return DeadlineResolver(zones: FixedZones()).resolve(
            terms, zone: zone, price: pricing.price(price), stayTotal: price.stayTotal,
            pricing: pricing, now: try Sample.instant(now))
    }

    private func local(_ text: String) throws -> LocalDeadline {
        .hotelLocal(try #require(CivilDateTime(text)))
    }

    @Test(arguments: [
        ("Asia/Tokyo", "2027-01-10T03:00:00.000Z", "Asia/Tokyo"),
        ("Europe/Lisbon", "2027-01-10T12:00:00.000Z", "Europe/Lisbon"),
        (nil, "2027-01-09T22:00:00.000Z", "+14:00"),
        ("Mars/Olympus", "2027-01-09T22:00:00.000Z", "+14:00"),
    ])
    func hotelTimeIsReadInTheHotelsZoneOrAsEarlyAsCanBe(
        zone: String?, instant: String, shownZone: String
    ) throws {
        let shown = try resolve(.free(until: local("2027-01-10T12:00"), steps: []), zone: zone)
        #expect(shown.kind == .freeUntil)
        #expect(shown.freeUntil?.instant.description == instant)
        #expect(shown.freeUntil?.local.description == "2027-01-10T12:00:00")
        #expect(shown.freeUntil?.zone == shownZone)
        #expect(shown.timeZoneKnown == (zone == shownZone))
    }

    @Test func anInstantIsShownOnTheHotelsClock() throws {
        let deadline = LocalDeadline.instant(try Sample.instant("2027-01-10T12:00:00Z"))
        let tokyo = try resolve(.free(until: deadline, steps: []), zone: "Asia/Tokyo")
        #expect(tokyo.freeUntil?.local.description == "2027-01-10T21:00:00")
        let nowhere = try resolve(.free(until: deadline, steps: []), zone: nil)
        #expect(nowhere.freeUntil?.local.description == "2027-01-10T12:00:00")
        #expect(nowhere.freeUntil?.zone == "UTC" && !nowhere.timeZoneKnown)
    }

    @Test(arguments: [
        ("2027-01-10T11:59:59.999Z", CancellationTerms.Kind.freeUntil),
        ("2027-01-10T12:00:00.000Z", .partiallyRefundable),
        ("2027-01-10T17:59:59.000Z", .partiallyRefundable),
        ("2027-01-10T18:00:00.000Z", .nonRefundable),
    ])
    func freeEndsAtItsMoment(now: String, kind: CancellationTerms.Kind) throws {
        // Who is paid, and when, does not change what is lost.
        for payable in [PriceComponent.Payable.now, .atProperty] {
            try freeEnds(now: now, kind: kind, payable)
        }
    }

    private func freeEnds(
        now: String, kind: CancellationTerms.Kind, _ payable: PriceComponent.Payable
    ) throws {
        let terms = try CancellationTerms.free(
            until: local("2027-01-10T12:00"),
            steps: [
                .init(from: local("2027-01-10T12:00"), penalty: Sample.money("50.00 EUR")),
                .init(from: local("2027-01-10T18:00"), penalty: Sample.money("100.00 EUR")),
            ])
        let shown = try resolve(terms, zone: "Europe/Lisbon", now: now, payable: payable)
        #expect(shown.kind == kind)
        #expect((shown.freeUntil != nil) == (kind == .freeUntil))
        #expect(shown.steps.count == 2)
    }

    @Test func penaltiesAreConvertedAndNeverMoreThanTheTotal() throws {
        let terms = try CancellationTerms.partiallyRefundable(steps: [
            .init(from: local("2027-01-10T18:00"), penalty: Sample.money("200.00 USD")),
            .init(from: local("2027-01-09T18:00"), penalty: Sample.money("50.00 USD")),
            .init(from: local("2027-01-08T18:00"), penalty: Sample.money("7.00 CHF")),
        ])
        let shown = try resolve(terms, zone: "Europe/Lisbon")
        #expect(
            try shown.steps.map(\.penalty) == [
                Sample.money("7.00 CHF"), Sample.money("40.00 EUR"), Sample.money("100.00 EUR"),
            ])
    }
}
