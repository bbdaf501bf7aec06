import Testing

@testable import MockKit

@Suite struct PriceRisesTests {
    private func key(_ plan: String) throws -> PriceRises.Key {
        let day = try #require(Day("2027-01-11"))
        let stay = try #require(Stay(checkIn: day, checkOut: day.adding(2)))
        return PriceRises.Key(hotel: "h", room: "r", plan: plan, stay: stay)
    }

    @Test func aRateRisesOnceACallAndNotForever() throws {
        var rises = PriceRises()
        let key = try key("FLX-RO")
        for call in 1...20 {
            rises.beginCall()
            rises.raise(key)
            rises.raise(key)
            #expect(rises.times(key) == min(call, PriceRises.mostTimes))
        }
        #expect(rises.times(try self.key("NRF-RO")) == 0)
    }

    @Test func theFirstToRiseIsForgottenFirst() throws {
        var rises = PriceRises(most: 3)
        let keys = try (0..<8).map { try key(String($0)) }
        for (number, key) in keys.enumerated() {
            rises.beginCall()
            rises.raise(key)
            let known = keys.indices.filter { rises.times(keys[$0]) > 0 }
            #expect(known == Array(max(0, number - 2)...number))
        }
        // A rise of a rate that is known takes no other's place.
        rises.beginCall()
        rises.raise(keys[5])
        #expect(keys.map { rises.times($0) } == [0, 0, 0, 0, 0, 2, 1, 1])
    }
}
