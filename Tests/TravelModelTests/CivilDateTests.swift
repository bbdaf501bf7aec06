import Foundation
import Testing
import TravelModel

@Suite struct CivilDateTests {
    /// Every day of two centuries against Foundation's calendar.
    @Test func daysAgreeWithFoundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        let first = try #require(CivilDate(year: 1900, month: 1, day: 1))
        let last = try #require(CivilDate(year: 2100, month: 12, day: 31))
        var wrong: [CivilDate] = []
        for day in first.daysSinceEpoch...last.daysSinceEpoch {
            let date = try #require(CivilDate(daysSinceEpoch: Int(day)))
            let theirs = calendar.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
            let ours = date.components
            let same =
                ours.year == theirs.year && ours.month == theirs.month && ours.day == theirs.day
            let back = CivilDate(year: ours.year, month: ours.month, day: ours.day)
            if !same || back != date || CivilDate(date.description) != date { wrong.append(date) }
        }
        #expect(wrong.isEmpty)
        #expect(first.days(until: last) == 73_413)
    }

    /// A whole cycle of 400 years by its own rule: each day is the day before plus one.
    @Test func everyDayFollowsTheOneBefore() throws {
        var expected = (year: 1, month: 1, day: 1)
        var wrong = 0
        let first = CivilDate.earliest.daysSinceEpoch
        for day in first..<(first + 146_097) {
            let date = try #require(CivilDate(daysSinceEpoch: Int(day)))
            if date.components != expected { wrong += 1 }
            let (year, month, dayOfMonth) = expected
            if CivilDate(year: year, month: month, day: dayOfMonth + 1) != nil {
                expected.day += 1
            } else {
                expected = month == 12 ? (year + 1, 1, 1) : (year, month + 1, 1)
            }
        }
        #expect(wrong == 0)
        #expect(expected == (401, 1, 1))
    }

    @Test(arguments: [
        "2027-02-29", "2100-02-29", "1900-02-29", "2027-04-31", "2027-13-01", "2027-00-10",
        "2027-01-00", "0000-01-01", "2027-1-1", "27-01-01", "2027-01-011", "2027/01/01", "",
        "2027-01-1 ", "+027-01-01", "２０２７-01-01", "2027-01-01T", "20270101", "-001-01-01",
    ])
    func otherTextIsNoDate(text: String) {
        #expect(CivilDate(text) == nil)
    }

    @Test(arguments: ["2028-02-29", "2000-02-29", "0001-01-01", "9999-12-31", "1970-01-01"])
    func datesAreWrittenAsRead(text: String) {
        #expect(CivilDate(text)?.description == text)
    }

    @Test func theCalendarEnds() throws {
        #expect(CivilDate.earliest.description == "0001-01-01")
        #expect(CivilDate.latest.description == "9999-12-31")
        #expect(CivilDate.earliest.adding(days: -1) == nil)
        #expect(CivilDate.latest.adding(days: 1) == nil)
        #expect(CivilDate.earliest.adding(days: .min) == nil)
        #expect(CivilDate.latest.adding(days: .max) == nil)
        #expect(CivilDate(daysSinceEpoch: .max) == nil)
        #expect(CivilDate(daysSinceEpoch: .min) == nil)
        #expect(CivilDate(year: .max, month: .min, day: .max) == nil)
        #expect(CivilDate.earliest.days(until: .latest) == 3_652_058)
    }

    @Test(arguments: [
        ("2027-01-11T14:30", "2027-01-11T14:30:00"), ("2027-01-11 14:30:59", "2027-01-11T14:30:59"),
        ("2027-01-11t00:00:00.5", "2027-01-11T00:00:00"),
        ("2027-01-11T23:59:59.999999999", "2027-01-11T23:59:59"),
    ])
    func wallTimesAreRead(text: String, written: String) {
        #expect(CivilDateTime(text)?.description == written)
    }

    @Test(arguments: [
        "2027-01-11", "2027-01-11T", "2027-01-11T24:00", "2027-01-11T23:60", "2027-01-11T23:59:60",
        "2027-01-11T14:30Z", "2027-01-11T14:30+01:00", "2027-01-11T14:30:00.", "2027-01-11T14:3",
        "2027-01-11T14:30:0", "2027-01-11T14:30:00.1234567890", "2027-01-11_14:30", "T14:30",
        "2027-02-30T14:30", "2027-01-11T-4:30", "2027-01-11T14:30 ", "2027-01-11  14:30",
    ])
    func otherTextIsNoWallTime(text: String) {
        #expect(CivilDateTime(text) == nil)
    }

    @Test func wallTimesCountFromTheEpoch() throws {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00"), (-1, "1969-12-31T23:59:59"),
            (-86_400, "1969-12-31T00:00:00"), (-86_401, "1969-12-30T23:59:59"),
        ] as [(Int64, String)] {
            let time = try #require(CivilDateTime(secondsSinceEpoch: seconds))
            #expect(time.description == text)
            #expect(time.secondsSinceEpoch == seconds)
        }
        for seconds in [Int64.min, .max] {
            #expect(CivilDateTime(secondsSinceEpoch: seconds) == nil)
        }
        for end in [CivilDateTime.earliest, .latest] {
            #expect(CivilDateTime(secondsSinceEpoch: end.secondsSinceEpoch) == end)
        }
        #expect(CivilDateTime.latest.description == "9999-12-31T23:59:59")
        #expect(CivilDateTime(date: .earliest, secondOfDay: 86_400) == nil)
        #expect(CivilDateTime(date: .earliest, secondOfDay: -1) == nil)
    }
}
