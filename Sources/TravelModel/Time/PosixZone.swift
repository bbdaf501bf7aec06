/// A zone's standing rule: one offset, or two that take turns each year.
///
/// Source: the TZ variable of POSIX.1 with the extension of RFC 9636 section 3.3.1 (times of day from
/// -167 to 167 hours), as it stands in the footer of a TZif file.
struct PosixZone: Sendable, Equatable {
    /// A day of the year and a time on the wall clock that is about to change.
    struct Moment: Sendable, Equatable {
        enum Day: Sendable, Equatable {
            /// `Jn`, 1 to 365: 29 February is never counted.
            case withoutLeapDay(Int)
            /// `n`, 0 to 365: 29 February is counted.
            case withLeapDay(Int)
            /// `Mm.w.d`: weekday 0 to 6 from Sunday; week 5 means the last in the month.
            case weekday(month: Int, week: Int, day: Int)
        }

        let day: Day
        /// Seconds from midnight, also before it or days after it.
        let time: Int
    }

    /// The other part of the year.
    struct Daylight: Sendable, Equatable {
        let offset: Int
        let start: Moment
        let end: Moment
    }

    /// Seconds ahead of UTC.
    let standard: Int
    let daylight: Daylight?

    /// Seconds ahead of UTC at any second since 1970, also long before and after the calendar.
    func offset(at seconds: Int64) -> Int {
        guard let daylight else { return standard }
        // Dates and weekdays repeat after 400 years, so 1970 to 2369 stands for all time.
        let inCycle = FloorDivision.divide(seconds, by: 146_097 * 86_400).remainder
        let latest = turns(around: inCycle, daylight).last { $0.time <= inCycle }
        return latest?.toDaylight == true ? daylight.offset : standard
    }

    /// The changes of the year before, of and after the one that holds `seconds`, in order.
    ///
    /// Empty outside the calendar's years.
    func changeTimes(around seconds: Int64) -> [Int64] {
        guard let daylight else { return [] }
        return turns(around: seconds, daylight).map(\.time)
    }

    private func turns(
        around seconds: Int64, _ daylight: Daylight
    ) -> [(time: Int64, toDaylight: Bool)] {
        guard let date = CivilDateTime(secondsSinceEpoch: seconds)?.date else { return [] }
        let year = date.components.year
        let turns = (year - 1...year + 1).flatMap { year in
            [
                (time: daylight.start.seconds(in: year) - Int64(standard), toDaylight: true),
                (time: daylight.end.seconds(in: year) - Int64(daylight.offset), toDaylight: false),
            ]
        }
        // Where one year's end meets the next one's start there is no standard time in between.
        return turns.sorted { ($0.time, $0.toDaylight ? 1 : 0) < ($1.time, $1.toDaylight ? 1 : 0) }
    }
}

extension PosixZone.Moment {
    /// Seconds from 1970-01-01T00:00 on the wall clock.
    func seconds(in year: Int) -> Int64 {
        Int64(dayNumber(in: year)) * 86_400 + Int64(time)
    }

    private func dayNumber(in year: Int) -> Int {
        let newYear = CivilDate.days(year: year, month: 1, day: 1)
        switch day {
        case .withLeapDay(let days): return newYear + days
        case .withoutLeapDay(let days):
            let march = CivilDate.days(year: year, month: 3, day: 1)
            return days < 60 ? newYear + days - 1 : march + days - 60
        case .weekday(let month, let week, let day):
            let first = CivilDate.days(year: year, month: month, day: 1)
            let next =
                month == 12
                ? CivilDate.days(year: year + 1, month: 1, day: 1)
                : CivilDate.days(year: year, month: month + 1, day: 1)
            // 1970-01-01 was a Thursday.
            let weekday = Int(FloorDivision.divide(Int64(first + 4), by: 7).remainder)
            let found = first + (day - weekday + 7) % 7 + (week - 1) * 7
            return found < next ? found : found - 7
        }
    }
}
