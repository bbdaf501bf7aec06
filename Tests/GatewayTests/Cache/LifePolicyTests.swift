import GatewayTesting
import Testing
import TravelModel

@testable import Gateway

/// How long answers live: the table, what was learned, chance, and the supplier's token.
@Suite struct LifePolicyTests {
    private static let plain = "alpha-0 r1 Double BB free EUR 1.00"

    private func life(
        _ lines: [String], _ absence: Absence = .unlisted, lead: LeadTime = .month,
        factor: Int = 1000, chance: UInt8 = 128, _ policy: LifePolicy = .usual
    ) throws -> AnswerLife? {
        let offers = try Sample.answer("alpha", lines).byHotel.flatMap(\.offers)
        return policy.life(
            of: offers, absence: absence, lead: lead, factor: factor, chance: chance,
            now: Simulation.epoch)
    }

    @Test(arguments: [
        (-1, 3), (0, 3), (1, 3), (2, 10), (7, 10), (8, 20), (30, 20), (31, 45), (90, 45), (91, 120),
        (500, 120),
    ])
    func theTable(days: Int, minutes: Int) throws {
        let lead = LeadTime(daysAhead: days)
        #expect(CacheSettings().lives[lead] == .seconds(minutes * 60))
        let life = try #require(try life([Self.plain], lead: lead))
        #expect(life.hard == .seconds(minutes * 60) && life.soft == life.hard * 3 / 5)
    }

    /// What an operator sets is what counts, and the longest life follows.
    @Test func theTableIsTheOperators() throws {
        var policy = LifePolicy.usual
        policy.settings.lives.month = .seconds(60)
        policy.settings.softPercent = 80
        let minute = AnswerLife(soft: .seconds(48), hard: .seconds(60))
        #expect(try life([Self.plain], .unlisted, policy) == minute)
        #expect(try life([Self.plain], lead: .week, policy)?.hard == .seconds(600))
        policy.settings.leastAbsence = .seconds(30)
        policy.settings.mostAbsence = .seconds(10)
        #expect(policy.settings.absences == .seconds(30)...(.seconds(30)), "never below the least")
        #expect(try life([], lead: .later, policy)?.hard == .seconds(30))
        #expect(policy.longest(.month, factor: 1000) == .seconds(66))
        // Cut short by a token, there is as much time to ask before the end as there would be.
        let early = Self.plain + " expires=2027-01-01T00:02:30Z"
        let cut = AnswerLife(soft: .seconds(24), hard: .seconds(30))
        #expect(try life([early], .unlisted, policy) == cut)
    }

    @Test(arguments: [(UInt8(0), 900), (128, 1000), (255, 1100)])
    func chanceSpreadsByATenth(chance: UInt8, thousandths: Int) throws {
        let life = try #require(try life([Self.plain], chance: chance))
        #expect(life.hard == .seconds(1200) * thousandths / 1000)
        #expect(life.soft == life.hard * 3 / 5)
    }

    @Test(arguments: [(250, 300), (1000, 1200), (2000, 2400)])
    func whatWasLearnedStretchesIt(factor: Int, seconds: Int) throws {
        #expect(try life([Self.plain], factor: factor)?.hard == .seconds(seconds))
        var deaf = LifePolicy.usual
        deaf.learns = false
        #expect(try life([Self.plain], factor: factor, deaf)?.hard == .seconds(1200))
    }

    /// 2 to 10 minutes, whatever was learned.
    @Test(arguments: LeadTime.allCases, [250, 1000, 2000])
    func nothingIsBelievedForMinutes(lead: LeadTime, factor: Int) throws {
        let life = try #require(try life([], lead: lead, factor: factor))
        #expect((Duration.seconds(120)...Duration.seconds(600)).contains(life.hard))
        #expect(life.hard <= .seconds(600) && life.soft == life.hard * 9 / 10)
    }

    /// Beside rates that cannot be sold, silence is weak evidence.
    @Test func theReasonOfAnAbsenceCounts() throws {
        #expect(try life([], .unlisted, lead: .later)?.hard == .seconds(600))
        #expect(try life([], .unsellable, lead: .later, factor: 2000)?.hard == .seconds(120))
    }

    @Test func noLifeOutlastsTheFirstToken() throws {
        let early = Self.plain + " expires=2027-01-01T00:10:00Z"
        let life = try #require(try life([Self.plain, early], factor: 2000))
        #expect(life == AnswerLife(soft: .seconds(360), hard: .seconds(480)))
        #expect(try self.life([Self.plain + " expires=2027-01-01T00:02:00Z"]) == nil)
    }

    @Test func aFixedLifeIsWhatItSays() throws {
        var fixed = LifePolicy.usual
        fixed.base = .fixed(.seconds(300))
        fixed.refreshes = false
        let five = AnswerLife(soft: .seconds(300), hard: .seconds(300))
        #expect(try life([Self.plain], lead: .later, factor: 250, fixed) == five)
        #expect(try life([], lead: .nextDay, fixed) == five)
    }

    @Test(arguments: LeadTime.allCases, [250, 777, 2000])
    func theLongestIsLongest(lead: LeadTime, factor: Int) throws {
        for chance in UInt8.min...UInt8.max {
            for lines in [[], [Self.plain]] {
                let life = try #require(
                    try life(lines, lead: lead, factor: factor, chance: chance))
                #expect(life.hard <= LifePolicy.usual.longest(lead, factor: factor))
            }
        }
    }
}
