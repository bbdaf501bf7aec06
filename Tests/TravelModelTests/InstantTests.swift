import Foundation
import Testing
import TravelModel

@Suite struct InstantTests {
    @Test(arguments: [
        ("2027-01-11T14:00:00Z", "2027-01-11T14:00:00.000Z"),
        ("2027-01-11t14:00:00z", "2027-01-11T14:00:00.000Z"),
        ("2027-01-11T14:00:00.999Z", "2027-01-11T14:00:00.000Z"),
        ("2027-01-11T14:00:00+01:00", "2027-01-11T13:00:00.000Z"),
        ("2027-01-11T14:00:00-03:30", "2027-01-11T17:30:00.000Z"),
        ("2027-01-01T00:00:00+14:00", "2026-12-31T10:00:00.000Z"),
        ("2027-01-11T14:00:00-00:00", "2027-01-11T14:00:00.000Z"),
        ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59.000Z"),
        ("2028-02-29T00:00+00:00", "2028-02-29T00:00:00.000Z"),
    ])
    func timestampsAreRead(text: String, written: String) {
        #expect(Instant(text)?.description == written)
    }

    @Test(arguments: [
        "2027-01-11T14:00:00", "2027-01-11", "2027-01-11T14:00:00+0100", "2027-01-11T14:00:00+1",
        "2027-01-11T14:00:00+24:00", "2027-01-11T14:00:00+01:60", "2027-01-11T14:00:00ZZ",
        "2027-01-11T14:00:00 Z", "2027-01-11T25:00:00Z", "2027-01-11T14:00:60Z", "",
        "2027-01-11T14:00:00+01:0a", "2027-01-11T14:00:00±01:00", "2027-02-29T14:00:00Z",
    ])
    func otherTextIsNoInstant(text: String) {
        #expect(Instant(text) == nil)
    }

    @Test func writingAgreesWithFoundation() throws {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        var chance = SplitMix(seed: 9)
        for _ in 0..<2_000 {
            let seconds = Int64.random(in: -2_000_000_000...5_000_000_000, using: &chance)
            let instant = Instant(millisecondsSinceEpoch: seconds * 1000 + 250)
            let date = Date(timeIntervalSince1970: Double(seconds) + 0.25)
            #expect(instant.description == date.formatted(style))
            #expect(
                Instant(date.formatted(style)) == Instant(millisecondsSinceEpoch: seconds * 1000))
        }
    }

    @Test(arguments: [(-1, "1969-12-31T23:59:59.999Z"), (-1_000, "1969-12-31T23:59:59.000Z")])
    func millisecondsBefore1970CountUpward(milliseconds: Int64, text: String) {
        #expect(Instant(millisecondsSinceEpoch: milliseconds).description == text)
    }

    @Test func theEndsOfTheRangeDoNotTrap() throws {
        let first = Instant(millisecondsSinceEpoch: .min)
        let last = Instant(millisecondsSinceEpoch: .max)
        for end in [first, last] {
            #expect(end.description == "out of range")
            for offset in [Int.min, -1, 0, 1, .max] {
                #expect(end.civil(offsetSeconds: offset) == nil)
            }
        }
        #expect(last.advanced(by: .milliseconds(1)) == last)
        #expect(first.advanced(by: .milliseconds(-1)) == first)
        #expect(last.advanced(by: .seconds(Int64.max)) == last)
        #expect(first.advanced(by: .seconds(Int64.min)) == first)
        #expect(first.duration(to: last) == .milliseconds(Int128(Int64.max) - Int128(Int64.min)))
        #expect(last.duration(to: first) < .zero)
        #expect(Instant(.latest, offsetSeconds: .min) == last)
        #expect(Instant(.earliest, offsetSeconds: .max) == first)
        #expect(Duration.seconds(Int64.max).wholeMilliseconds == .max)
        #expect(Duration.seconds(Int64.min).wholeMilliseconds == .min)
    }

    @Test(arguments: [
        (Duration.milliseconds(1_500), Int64(1_500)), (.microseconds(1_999), 1),
        (.microseconds(-1_999), -1), (.nanoseconds(999_999), 0), (.zero, 0),
    ])
    func durationsAreWholeMilliseconds(duration: Duration, milliseconds: Int64) {
        #expect(duration.wholeMilliseconds == milliseconds)
        let start = Instant(millisecondsSinceEpoch: 10)
        #expect(start.advanced(by: duration).millisecondsSinceEpoch == 10 + milliseconds)
        #expect(start.duration(to: start.advanced(by: duration)) == .milliseconds(milliseconds))
    }
}
