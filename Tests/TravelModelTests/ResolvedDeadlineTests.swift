import Testing
import TravelModel

@Suite struct ResolvedDeadlineTests {
    @Test func aWallTimeInAKnownZoneIsCertain() throws {
        let local = try #require(CivilDateTime("2027-07-01T18:00"))
        let zone = (name: "Europe/Lisbon", rules: try ZoneRulesTests.rules("Europe/Lisbon"))
        let resolved = LocalDeadline.hotelLocal(local).resolved(zone: zone)
        #expect(resolved.instant.description == "2027-07-01T17:00:00.000Z")
        #expect(resolved.local == local)
        #expect(resolved.zone == "Europe/Lisbon")
    }

    @Test func aWallTimeThatNeverWasIsShownAsTheTimeItIsReadAs() throws {
        let local = try #require(CivilDateTime("2027-03-28T01:30"))
        let zone = (name: "Europe/Lisbon", rules: try ZoneRulesTests.rules("Europe/Lisbon"))
        let resolved = LocalDeadline.hotelLocal(local).resolved(zone: zone)
        #expect(resolved.instant.description == "2027-03-28T00:30:00.000Z")
        #expect(resolved.local.description == "2027-03-28T00:30:00")
    }

    /// No zone on Earth may show the deadline before we say it has passed.
    @Test func aWallTimeInAnUnknownZoneIsReadNowhereLater() throws {
        let local = try #require(CivilDateTime("2027-07-01T18:00"))
        let resolved = LocalDeadline.hotelLocal(local).resolved(zone: nil)
        #expect(resolved.instant.description == "2027-07-01T04:00:00.000Z")
        #expect(resolved.local == local)
        #expect(resolved.zone == "+14:00")
        for name in ZoneRulesTests.names {
            #expect(resolved.instant <= (try ZoneRulesTests.rules(name)).instant(of: local))
        }
    }

    @Test func anInstantIsShownOnTheHotelsClockOrInUTC() throws {
        let instant = try #require(Instant("2027-01-10T12:00:00+01:00"))
        let zone = (name: "Asia/Tokyo", rules: try ZoneRulesTests.rules("Asia/Tokyo"))
        let known = LocalDeadline.instant(instant).resolved(zone: zone)
        #expect(known.instant == instant)
        #expect(known.local.description == "2027-01-10T20:00:00")
        #expect(known.zone == "Asia/Tokyo")
        let unknown = LocalDeadline.instant(instant).resolved(zone: nil)
        #expect(unknown.instant == instant)
        #expect(unknown.local.description == "2027-01-10T11:00:00")
        #expect(unknown.zone == "UTC")
    }

    @Test func instantsBeyondTheCalendarAreShownAtItsEnds() throws {
        for (milliseconds, local) in [
            (.min, CivilDateTime.earliest), (.max, .latest),
        ] as [(Int64, CivilDateTime)] {
            let instant = Instant(millisecondsSinceEpoch: milliseconds)
            #expect(LocalDeadline.instant(instant).resolved(zone: nil).local == local)
        }
    }
}
