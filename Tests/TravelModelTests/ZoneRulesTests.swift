import Foundation
import Testing
import TravelModel

@Suite struct ZoneRulesTests {
    /// Zones of each continent, with odd offsets, and those whose rules make trouble elsewhere.
    ///
    /// Dublin (its winter is the exception), Lord Howe (half an hour), Apia and Kwajalein (lost a
    /// day), Troll (two hours). Zones that governments change every few years are left out, since
    /// Foundation's copy of the data may be older than the system's.
    static let names = [
        "Africa/Cairo", "Africa/Johannesburg", "Africa/Lagos",
        "America/Argentina/Buenos_Aires", "America/Bogota", "America/Caracas", "America/Chicago",
        "America/Denver", "America/Halifax", "America/Havana", "America/Los_Angeles",
        "America/New_York", "America/Nuuk", "America/Phoenix", "America/Santiago",
        "America/Sao_Paulo", "America/St_Johns", "Antarctica/Troll", "Asia/Dubai",
        "Asia/Hong_Kong", "Asia/Jerusalem", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Pyongyang",
        "Asia/Seoul", "Asia/Singapore", "Asia/Tehran", "Asia/Tokyo", "Atlantic/Azores",
        "Atlantic/Reykjavik", "Australia/Adelaide", "Australia/Lord_Howe", "Australia/Sydney",
        "Europe/Berlin", "Europe/Dublin", "Europe/Istanbul", "Europe/Lisbon", "Europe/London",
        "Europe/Moscow", "Europe/Paris", "Pacific/Apia", "Pacific/Auckland", "Pacific/Chatham",
        "Pacific/Kiritimati", "Pacific/Kwajalein", "Pacific/Marquesas", "UTC",
    ]

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)")))
    }

    static func rules(_ name: String) throws -> ZoneRules {
        try ZoneRules(tzif: try bytes(name))
    }

    /// Foundation carries its own copy of the IANA data, read by other code.
    @Test(arguments: names) func offsetsAgreeWithFoundation(name: String) throws {
        let rules = try Self.rules(name)
        let zone = try #require(TimeZone(identifier: name))
        let first = try #require(Instant("1975-01-01T00:00:00Z")).millisecondsSinceEpoch / 1000
        let last = try #require(Instant("2090-01-01T00:00:00Z")).millisecondsSinceEpoch / 1000
        var wrong: [String] = []
        // 11 days and a little, so that every hour of the day and week comes up.
        for seconds in stride(from: first, to: last, by: 11 * 86_400 + 5_311) {
            let instant = Instant(millisecondsSinceEpoch: seconds * 1000 + 999)
            let theirs = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
            if rules.offset(at: instant) != theirs {
                wrong.append("\(instant): \(rules.offset(at: instant)) not \(theirs)")
            }
        }
        #expect(wrong.isEmpty)
    }

    /// Around each change, to the second.
    @Test(arguments: names) func changesAgreeWithFoundation(name: String) throws {
        let rules = try Self.rules(name)
        let zone = try #require(TimeZone(identifier: name))
        var date = Date(timeIntervalSince1970: 946_684_800)
        for _ in 0..<150 {
            guard let next = zone.nextDaylightSavingTimeTransition(after: date) else { break }
            date = next
            if date.timeIntervalSince1970 > 3_700_000_000 { break }
            let change = Int64(date.timeIntervalSince1970.rounded())
            for seconds in [change - 1, change] {
                #expect(
                    rules.offset(at: Instant(millisecondsSinceEpoch: seconds * 1000))
                        == zone.secondsFromGMT(
                            for: Date(timeIntervalSince1970: Double(seconds))),
                    "\(Instant(millisecondsSinceEpoch: seconds * 1000))")
            }
        }
    }

    /// Wall times on either side of each change, against brute force: of all offsets in use near
    /// by, the earliest reading that shows this wall time.
    @Test(arguments: names) func wallTimesGoBackToTheEarliestInstant(name: String) throws {
        let rules = try Self.rules(name)
        let zone = try #require(TimeZone(identifier: name))
        var wrong: [CivilDateTime] = []
        var date = Date(timeIntervalSince1970: 1_000_000_000)
        for _ in 0..<30 {
            guard let next = zone.nextDaylightSavingTimeTransition(after: date) else { break }
            date = next
            let change = Int64(date.timeIntervalSince1970.rounded())
            for quarter in Int64(-6)...6 {
                let wall = change + Int64(zone.secondsFromGMT(for: date)) + quarter * 1200
                let local = try #require(CivilDateTime(secondsSinceEpoch: wall))
                if rules.instant(of: local) != Self.bruteForce(local, rules) { wrong.append(local) }
            }
        }
        #expect(wrong.isEmpty)
    }

    private static func bruteForce(_ local: CivilDateTime, _ rules: ZoneRules) -> Instant? {
        let offsets = (Int64(-26)...26).map { hour in
            let seconds = local.secondsSinceEpoch + hour * 3600
            return rules.offset(at: Instant(millisecondsSinceEpoch: seconds * 1000))
        }
        let readings = Set(offsets).map { Instant(local, offsetSeconds: $0) }
        let exact = readings.filter { $0.civil(offsetSeconds: rules.offset(at: $0)) == local }
        return exact.min() ?? readings.min()
    }

    @Test(arguments: [
        // Clocks set forward: 02:30 never was; the reading with the later offset is earlier.
        ("Europe/Berlin", "2027-03-28T02:30", "2027-03-28T00:30:00Z"),
        ("Europe/Berlin", "2027-03-28T01:59:59", "2027-03-28T00:59:59Z"),
        ("Europe/Berlin", "2027-03-28T03:00", "2027-03-28T01:00:00Z"),
        // Clocks set back: 02:30 was twice.
        ("Europe/Berlin", "2027-10-31T02:30", "2027-10-31T00:30:00Z"),
        ("Europe/Berlin", "2027-10-31T03:00", "2027-10-31T02:00:00Z"),
        ("America/New_York", "2027-11-07T01:30", "2027-11-07T05:30:00Z"),
        ("America/New_York", "2027-03-14T02:00", "2027-03-14T06:00:00Z"),
        ("Australia/Lord_Howe", "2027-10-03T02:10", "2027-10-02T15:10:00Z"),
        ("Australia/Lord_Howe", "2027-04-04T01:45", "2027-04-03T14:45:00Z"),
        ("Europe/Dublin", "2027-07-01T12:00", "2027-07-01T11:00:00Z"),
        // A whole day that Samoa skipped.
        ("Pacific/Apia", "2011-12-30T12:00", "2011-12-29T22:00:00Z"),
        ("Pacific/Apia", "2011-12-31T00:00", "2011-12-30T10:00:00Z"),
        // Long after the last change that the file lists.
        ("Europe/Berlin", "2100-07-01T12:00", "2100-07-01T10:00:00Z"),
        ("Europe/Berlin", "9999-12-31T23:59:59", "9999-12-31T22:59:59Z"),
        ("Asia/Kolkata", "0001-01-01T06:00", "0001-01-01T00:06:32Z"),
    ])
    func aWallTimeIsReadEarly(name: String, local: String, instant: String) throws {
        let rules = try Self.rules(name)
        let local = try #require(CivilDateTime(local))
        #expect(rules.instant(of: local) == (try #require(Instant(instant))))
    }

    @Test(arguments: names) func everyInstantHasAnOffset(name: String) throws {
        let rules = try Self.rules(name)
        for milliseconds in [Int64.min, .min + 1, -1, 0, .max - 1, .max] {
            let offset = rules.offset(at: Instant(millisecondsSinceEpoch: milliseconds))
            #expect((-93_600...93_600).contains(offset))
        }
        for local in [CivilDateTime.earliest, .latest] {
            let instant = rules.instant(of: local)
            #expect(
                instant.millisecondsSinceEpoch / 1000 + Int64(rules.offset(at: instant))
                    == local.secondsSinceEpoch)
        }
    }

    /// Not only the chosen ones: whatever tzdata ships is read.
    @Test func everyInstalledZoneIsRead() throws {
        let root = "/usr/share/zoneinfo"
        let files = try #require(FileManager.default.enumerator(atPath: root))
        var read = 0
        for case let name as String in files where !name.hasPrefix("right/") {
            guard let data = FileManager.default.contents(atPath: "\(root)/\(name)"),
                data.starts(with: Data("TZif".utf8))
            else { continue }
            #expect(throws: Never.self, "\(name)") { try ZoneRules(tzif: Array(data)) }
            read += 1
        }
        #expect(read > 300)
    }
}
