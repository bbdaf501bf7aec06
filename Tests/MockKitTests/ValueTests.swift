import MockKit
import Testing

@Suite struct ValueTests {
    @Test(arguments: [
        ("1970-01-01", 0, 3), ("2000-02-29", 11_016, 1), ("2026-12-31", 20_818, 3),
        ("2100-03-01", 47_541, 0), ("2199-12-31", 84_005, 1),
    ])
    func dayGoesBothWays(text: String, number: Int, weekday: Int) {
        let day = Day(text)
        #expect(day?.number == number)
        #expect(day?.weekday == weekday)
        #expect(Day(number: number).text == text)
    }

    @Test(arguments: ["2026-02-29", "2026-13-01", "2026-1-01", "20260101", "", "2026-00-10"])
    func noSuchDay(text: String) {
        #expect(Day(text) == nil)
    }

    @Test func everyDayOfACenturyGoesBothWays() {
        for number in 0..<47_482 where Day(Day(number: number).text)?.number != number {
            Issue.record("day \(number) comes back as another")
        }
    }

    @Test func momentsPrintInLocalTime() throws {
        let moment = try #require(Moment("2027-01-08T16:00:00Z"))
        #expect(moment.text() == "2027-01-08T16:00:00.000Z")
        #expect(moment.text(offset: 60) == "2027-01-08T17:00:00.000+01:00")
        #expect(moment.text(offset: -210) == "2027-01-08T12:30:00.000-03:30")
        #expect(moment.clockText() == "2027-01-08 16:00:00")
        #expect(moment.day(offset: 9 * 60).text == "2027-01-09")
    }

    @Test(arguments: [
        ("120.00", "EUR", 12_000, "120"), ("9000", "JPY", 9000, "9000"),
        ("0.05", "USD", 5, "0.05"), ("12.30", "USD", 1230, "12.3"), ("100", "EUR", 10_000, "100"),
    ])
    func amounts(text: String, currency: String, minor: Int64, number: String) {
        let amount = Amount(text, currency: currency)
        #expect(amount?.minor == minor)
        #expect(amount?.number == number)
    }

    @Test(arguments: ["1.234", "-1", "1e3", "", ".5", "1.", "1.2.3", "99999999999999999999"])
    func noAmount(text: String) {
        #expect(Amount(text, currency: "EUR") == nil)
    }

    @Test func exchangeRoundsOnceAndKnowsExponents() {
        let exchange = Exchange(asOf: "2026-10-30", rates: ["USD": "1.1172", "JPY": "175.68"])
        let hundred = Amount(minor: 10_000, currency: "EUR")
        #expect(exchange.convert(hundred, to: "USD")?.text == "111.72")
        #expect(exchange.convert(hundred, to: "JPY")?.text == "17568")
        let yen = Amount(minor: 17_568, currency: "JPY")
        #expect(exchange.convert(yen, to: "EUR")?.text == "100.00")
        #expect(exchange.convert(hundred, to: "AED") == nil)
    }

    @Test(arguments: [("2", 2, []), ("2-9,4", 2, [9, 4]), ("1-0", 1, [0])])
    func parties(text: String, adults: Int, ages: [Int]) {
        let party = Party(text)
        #expect(party?.adults == adults)
        #expect(party?.childAges == ages)
        #expect(party?.text == text)
    }

    @Test(arguments: ["", "0", "9", "2-", "2-18", "2-a", "2-1,", "2-1-2", "-1"])
    func noParty(text: String) {
        #expect(Party(text) == nil)
    }
}
