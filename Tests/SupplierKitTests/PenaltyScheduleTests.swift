import SupplierKit
import Testing
import TravelModel

@Suite struct PenaltyScheduleTests {
    private static let now = Instant(millisecondsSinceEpoch: 1_790_000_000_000)  // 2026-09-21

    private func euros(_ cents: Int64) throws -> Money {
        Money(minorUnits: cents, currency: try #require(CurrencyCode("EUR")))
    }

    private func moment(_ text: String) throws -> LocalDeadline {
        if let instant = Instant(text) { return .instant(instant) }
        return .hotelLocal(try #require(CivilDateTime(text)))
    }

    private func schedule(nightly: [Int64] = [], nights: Int = 3) throws -> PenaltySchedule {
        PenaltySchedule(price: try euros(10_001), nightly: try nightly.map(euros), nights: nights)
    }

    @Test(
        "one penalty becomes one amount, half up, never above the price",
        arguments: [
            (PenaltySchedule.Penalty.percent("50%"), 5001), (.percent("33.3333"), 3334),
            (.percent("100%"), 10_001), (.percent("250"), 10_001), (.nights(1), 3334),
            (.nights(3), 10_001), (.nights(9), 10_001),
        ] as [(PenaltySchedule.Penalty?, Int64)])
    func amounts(penalty: PenaltySchedule.Penalty?, cents: Int64) throws {
        var schedule = try schedule()
        try schedule.add(try #require(penalty), from: moment("2027-01-08T16:00:00+01:00"))
        let terms = schedule.terms(isRefundable: true, at: Self.now)
        #expect(terms.steps.map(\.penalty.minorUnits) == [cents])
        #expect(terms.kind == .freeUntil)
    }

    @Test(arguments: ["", "%", "-5", "1.23456", "1e2", "12a", "1.2.3", "9999999"])
    func textThatIsNoPercentageIsRefused(text: String) {
        #expect(PenaltySchedule.Penalty.percent(text) == nil)
    }

    @Test func nightsTakeTheirOwnPrices() throws {
        var schedule = try schedule(nightly: [5000, 3000, 2001])
        try schedule.add(.nights(2), from: moment("2027-01-08T16:00:00Z"))
        #expect(
            schedule.terms(isRefundable: true, at: Self.now).steps.first?.penalty.minorUnits == 8000
        )
    }

    @Test func stepsAreSortedAndNeverFall() throws {
        var schedule = try schedule()
        try schedule.add(.amount(euros(9000)), from: moment("2027-01-10T00:00:00Z"))
        try schedule.add(.amount(euros(0)), from: moment("2026-12-01T00:00:00Z"))
        try schedule.add(.amount(euros(100)), from: moment("2027-01-10T12:00:00Z"))
        try schedule.add(.amount(euros(4000)), from: moment("2027-01-08T00:00:00Z"))
        try schedule.add(.amount(euros(4500)), from: moment("2027-01-08T00:00:00Z"))
        let terms = schedule.terms(isRefundable: true, at: Self.now)
        #expect(terms.steps.map(\.penalty.minorUnits) == [4500, 9000])
        #expect(terms.freeUntil == (try moment("2027-01-08T00:00:00Z")))
    }

    @Test func nothingIsFreeWithoutAReason() throws {
        let empty = try schedule()
        #expect(empty.terms(isRefundable: true, at: Self.now) == .unknown)
        #expect(empty.terms(isRefundable: false, at: Self.now).kind == .nonRefundable)
        var past = try schedule()
        try past.add(.amount(euros(5000)), from: moment("2026-01-01T00:00:00Z"))
        #expect(past.terms(isRefundable: true, at: Self.now).kind == .partiallyRefundable)
        try past.add(.amount(euros(10_001)), from: moment("2025-01-01T00:00:00Z"))
        #expect(past.terms(isRefundable: true, at: Self.now).kind == .nonRefundable)
    }

    @Test func aHotelsWallClockIsPastOnlyWhenItIsPastEverywhere() throws {
        let now = try #require(Instant("2027-01-08T12:00:00Z"))
        for (text, kind) in [
            ("2027-01-08T00:00:00", CancellationTerms.Kind.partiallyRefundable),
            ("2027-01-08T00:01:00", .freeUntil),
        ] {
            var schedule = try schedule()
            try schedule.add(.amount(euros(1)), from: moment(text))
            #expect(schedule.terms(isRefundable: true, at: now).kind == kind)
        }
    }

    @Test func nonRefundableNightsAreAFloor() throws {
        var schedule = try schedule(nightly: [5000, 3000, 2001])
        try schedule.keep(nights: 0..<1)
        try schedule.add(.amount(euros(2000)), from: moment("2027-01-08T00:00:00Z"))
        try schedule.add(.amount(euros(7000)), from: moment("2027-01-09T00:00:00Z"))
        let terms = schedule.terms(isRefundable: true, at: Self.now)
        #expect(terms.kind == .partiallyRefundable)
        #expect(terms.steps.map(\.penalty.minorUnits) == [5000, 7000])
        #expect(terms.steps.first?.from == PenaltySchedule.always)
        try schedule.keep(nights: 1..<9)
        #expect(schedule.terms(isRefundable: true, at: Self.now).kind == .nonRefundable)
    }

    /// The dearest step is the last: without it cancelling would look cheaper than it is.
    @Test func moreStepsThanCanBeKeptAreUnknown() throws {
        var schedule = try schedule()
        for day in 0..<33 {
            let text = day < 30 ? "2026-12-\(day < 9 ? "0" : "")\(day + 1)" : "2027-01-0\(day - 29)"
            if day == 32 {
                #expect(schedule.terms(isRefundable: true, at: Self.now).steps.count == 32)
            }
            try schedule.add(
                .amount(euros(Int64(day + 1) * 100)), from: moment(text + "T12:00:00Z"))
        }
        #expect(schedule.terms(isRefundable: true, at: Self.now) == .unknown)
    }

    @Test func roomsThatTogetherHaveTooManyStepsAreUnknown() throws {
        let rooms = try (0..<2).map { room in
            var schedule = try schedule()
            for day in 1...20 {
                let text = "2027-01-\(day < 10 ? "0" : "")\(day)T1\(room):00:00Z"
                try schedule.add(.amount(euros(Int64(day) * 100)), from: moment(text))
            }
            return (
                terms: schedule.terms(isRefundable: true, at: Self.now), price: try euros(10_001)
            )
        }
        #expect(rooms[0].terms.steps.count == 20)
        #expect(
            CancellationTerms.combining(rooms, price: try euros(20_002), at: Self.now) == .unknown)
    }

    @Test func anotherCurrencyIsRefused() throws {
        var schedule = try schedule()
        let dollars = Money(minorUnits: 1, currency: try #require(CurrencyCode("USD")))
        #expect(throws: RateFault.self) {
            try schedule.add(.amount(dollars), from: moment("2027-01-08T00:00:00Z"))
        }
    }
}
