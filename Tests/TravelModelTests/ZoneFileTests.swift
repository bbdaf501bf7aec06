import Testing
import TravelModel

@Suite struct ZoneFileTests {
    static func offset(_ rules: ZoneRules, _ text: String) throws -> Int {
        rules.offset(at: try #require(Instant(text)))
    }

    @Test(arguments: [
        ("JST-9", "2027-07-01T00:00:00Z", 32_400),
        ("<+0545>-5:45", "2027-07-01T00:00:00Z", 20_700),
        ("<-0930>9:30", "2027-07-01T00:00:00Z", -34_200),
        // Northern summer, to the second.
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2027-03-28T00:59:59Z", 3_600),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2027-03-28T01:00:00Z", 7_200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2027-10-31T00:59:59Z", 7_200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2027-10-31T01:00:00Z", 3_600),
        // Southern summer goes over the new year.
        ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2027-01-01T00:00:00Z", 46_800),
        ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2027-07-01T00:00:00Z", 43_200),
        // Ireland: the exception is winter.
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2027-01-01T00:00:00Z", 0),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2027-07-01T00:00:00Z", 3_600),
        // RFC 9636 section 3.3.1: hours before midnight and beyond the day; summer all year.
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2027-03-28T00:59:59Z", -7_200),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2027-03-28T01:00:00Z", -3_600),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2027-03-26T23:59:59Z", 7_200),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2027-03-27T00:00:00Z", 10_800),
        ("XXX3EDT4,0/0,J365/23", "2027-01-01T02:59:59Z", -14_400),
        ("XXX3EDT4,0/0,J365/23", "2027-01-01T03:00:00Z", -14_400),
        // Day numbers with and without 29 February, in a leap year.
        ("AAA0BBB,J60/0,J365/0", "2028-02-29T23:59:59Z", 0),
        ("AAA0BBB,J60/0,J365/0", "2028-03-01T00:00:00Z", 3_600),
        ("AAA0BBB,59/0,J365/0", "2028-02-28T23:59:59Z", 0),
        ("AAA0BBB,59/0,J365/0", "2028-02-29T00:00:00Z", 3_600),
        ("AAA0BBB,J59/0,J365/0", "2027-02-28T00:00:00Z", 3_600),
        // The rule repeats for ever.
        ("CET-1CEST,M3.5.0,M10.5.0/3", "9999-07-01T00:00:00Z", 7_200),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "0001-07-01T00:00:00Z", 7_200),
    ])
    func theFooterRules(footer: String, instant: String, offset: Int) throws {
        let rules = try TZif(footer: footer).rules()
        #expect(try Self.offset(rules, instant) == offset)
    }

    @Test(arguments: [
        "CE-1", "CET", "CET-25", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M10.5.0/3x",
        "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0",
        "CET-1CEST,J0,J365", "CET-1CEST,J366,J365", "CET-1CEST,366,0", "CET-1CEST,0/168,1",
        "<CET-1", "<CET>", "CET-1:60", "CET-0001", "CÉT-1", " CET-1", "CET--1", ":Europe/Berlin",
    ])
    func aFooterThatIsNoRuleIsRefused(footer: String) {
        #expect(throws: ZoneRulesFault.malformedFooter) { try TZif(footer: footer).rules() }
    }

    @Test func listedChangesComeBeforeTheRule() throws {
        let rules = try TZif(
            changes: [(-86_400, 1), (0, 2)], offsets: [100, 200, 7_200], footer: "AAA-3"
        ).rules()
        for (milliseconds, offset) in [
            (-86_400_001, 100), (-86_400_000, 200), (-1, 200), (0, 10_800), (1, 10_800),
        ] as [(Int64, Int)] {
            #expect(rules.offset(at: Instant(millisecondsSinceEpoch: milliseconds)) == offset)
        }
    }

    @Test func withoutAFooterTheLastChangeStays() throws {
        let rules = try TZif(changes: [(0, 1)], offsets: [0, 3_600]).rules()
        #expect(rules.offset(at: Instant(millisecondsSinceEpoch: .max)) == 3_600)
        #expect(
            try TZif(offsets: [-60]).rules().offset(at: .init(millisecondsSinceEpoch: 0)) == -60)
    }

    @Test func filesThatContradictThemselvesAreRefused() {
        #expect(throws: ZoneRulesFault.malformed("times")) {
            try TZif(changes: [(5, 0), (5, 0)]).rules()
        }
        #expect(throws: ZoneRulesFault.malformed("indices")) {
            try TZif(changes: [(5, 1)]).rules()
        }
        #expect(throws: ZoneRulesFault.malformed("offset")) { try TZif(offsets: [93_600]).rules() }
        #expect(throws: ZoneRulesFault.malformed("offset")) { try TZif(offsets: [.min]).rules() }
        #expect(throws: ZoneRulesFault.malformed("types")) { try TZif(offsets: []).rules() }
        #expect(throws: ZoneRulesFault.leapSeconds) { try TZif(leapSeconds: 1).rules() }
        #expect(throws: ZoneRulesFault.tooLong) {
            try ZoneRules(tzif: TZif().bytes() + [UInt8](repeating: 0, count: 65_536))
        }
        #expect(throws: ZoneRulesFault.malformedFooter) {
            try ZoneRules(tzif: TZif().bytes() + [0])
        }
        #expect(throws: ZoneRulesFault.notTZif) { try ZoneRules(tzif: Array("<html>".utf8)) }
    }

    @Test(arguments: [0, UInt8(ascii: "1"), UInt8(ascii: "5")])
    func versionsWithoutThe64BitBlockAreRefused(version: UInt8) {
        #expect(throws: ZoneRulesFault.unsupportedVersion(version)) {
            try TZif(version: version).rules()
        }
    }

    @Test func everyTruncationIsRefused() throws {
        let bytes = try ZoneRulesTests.bytes("Europe/Berlin")
        for length in bytes.indices {
            #expect(throws: ZoneRulesFault.truncated) {
                try ZoneRules(tzif: Array(bytes[..<length]))
            }
        }
    }

    /// Damaged files are refused or give some offset for every time; nothing traps.
    @Test(arguments: ["Europe/Berlin", "Pacific/Apia", "Africa/Casablanca", "UTC"])
    func damagedFilesNeverTrap(name: String) throws {
        let original = try ZoneRulesTests.bytes(name)
        var chance = SplitMix(seed: 3)
        for _ in 0..<1_000 {
            let bytes = original.mutated(&chance)
            guard let rules = try? ZoneRules(tzif: bytes) else { continue }
            for _ in 0..<4 {
                let any = Instant(millisecondsSinceEpoch: Int64(bitPattern: chance.next()))
                #expect((-93_600...93_600).contains(rules.offset(at: any)))
                let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &chance)
                let local = try #require(CivilDateTime(secondsSinceEpoch: seconds))
                let instant = rules.instant(of: local).millisecondsSinceEpoch / 1000
                #expect((seconds - 93_600...seconds + 93_600).contains(instant))
            }
        }
    }
}
