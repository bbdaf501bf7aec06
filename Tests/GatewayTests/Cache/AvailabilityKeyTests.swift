import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// Two questions share an answer exactly when they are one question.
@Suite struct AvailabilityKeyTests {
    /// All that may change an answer, as plain values to compare by.
    private struct Question: Hashable {
        var supplier = "alpha"
        var hotel = "alpha-0"
        var dates = ["2027-01-11", "2027-01-13"]
        var rooms = ["2"]
        var residency = "DE"
        var currency = "EUR"
        var channel = ShopperContext.Channel.website
        /// As UTF-8: as texts, two spellings of one letter would be equal.
        var language = Array("en".utf8)

        func key(sendsLanguage: Bool = true) throws -> AvailabilityKey {
            var shopper = ShopperContext(
                residency: try #require(CountryCode(residency)),
                language: String(decoding: language, as: UTF8.self),
                currency: try Sample.currency(currency))
            shopper.channel = channel
            let terms = AskedTerms(
                stay: try Sample.stay(dates[0], dates[1]),
                rooms: try rooms.map { try #require(Occupancy($0)) }, shopper: shopper,
                contract: nil)
            return AvailabilityKey(
                scope: AvailabilityScope(
                    try Sample.supplier(supplier), terms, sendsLanguage: sendsLanguage),
                code: try Sample.code(hotel))
        }
    }

    private static func drawn(_ dice: inout SplitMix) -> Question {
        var question = Question()
        question.supplier = dice.pick(["alpha", "alpha-1", "alpha-11", "a", "b"])
        question.hotel = dice.pick(["1", "11", "1|2", "1,2", "1;2", "|", "alpha-0", "0|DE", "a\\n"])
        question.dates = dice.pick([
            ["2027-01-11", "2027-01-13"], ["2027-01-11", "2027-01-12"],
            ["2027-01-12", "2027-01-13"], ["2027-11-01", "2027-11-03"],
        ])
        // 12 and 1,2 and two rooms; ages in either order are one room.
        question.rooms = dice.pick([
            ["2"], ["2", "2"], ["2-1"], ["2-1,2"], ["2-12"], ["2-1", "2"], ["1-2,2"], ["1", "2-2"],
            ["2", "2-1"],
        ])
        question.residency = dice.pick(["DE", "FR", "US"])
        question.currency = dice.pick(["EUR", "USD"])
        question.channel = dice.pick(ShopperContext.Channel.allCases)
        question.language = Array(
            dice.pick([
                "en", "en-GB", "", "en|website", "|en", "e\u{301}n", "\u{E9}n", "\u{212B}",
                "\u{C5}",
                "A\u{30A}", "en\u{0}", "EN",
            ]).utf8)
        return question
    }

    @Test func tenThousandPairsWithoutACrossHit() throws {
        var dice = SplitMix(seed: 20_270_111)
        var same = 0
        for _ in 0..<10_000 {
            var (one, other) = (Self.drawn(&dice), Self.drawn(&dice))
            // Half of the pairs differ in little: there cross hits would be.
            if dice.chance(50) {
                let third = other
                other = one
                switch dice.number(in: 0...7) {
                case 0: other.supplier = third.supplier
                case 1: other.hotel = third.hotel
                case 2: other.dates = third.dates
                case 3: other.rooms = third.rooms
                case 4: other.residency = third.residency
                case 5: other.currency = third.currency
                case 6: other.channel = third.channel
                default: other.language = third.language
                }
            }
            let (first, second) = (try one.key(), try other.key())
            let isSame = one == other
            if isSame { same += 1 }
            #expect((first == second) == isSame, "\(one) \(other)")
            // What the cache keeps for one is never found by the other.
            let entry = KeptEntry(
                supplier: try Sample.supplier(one.supplier), stay: try Sample.terms().stay,
                offers: [], absence: .unlisted, askedAt: Uptime(nanoseconds: 0),
                heardAt: Uptime(nanoseconds: 0), softens: Uptime(nanoseconds: 9),
                ends: Uptime(nanoseconds: 10))
            let cache = AvailabilityCache(capacity: 1 << 14)
            cache.restore(entry, for: first, now: Uptime(nanoseconds: 1))
            let found = cache.glance(second, now: Uptime(nanoseconds: 2)) != nil
            #expect(found == isSame)
        }
        #expect(same > 500)
    }

    @Test func theOrderOfAgesIsNoDifferenceTheOrderOfRoomsIs() throws {
        var (one, other) = (Question(), Question())
        (one.rooms, other.rooms) = (["2-4,9"], ["2-9,4"])
        #expect(try one.key() == other.key())
        (one.rooms, other.rooms) = (["1", "2"], ["2", "1"])
        #expect(try one.key() != other.key())
    }

    /// A supplier that is not told the language answers all of them alike.
    @Test func theLanguageCountsWhereItIsSent() throws {
        var (one, other) = (Question(), Question())
        other.language = Array("pt".utf8)
        #expect(try one.key() != other.key())
        #expect(try one.key(sendsLanguage: false) == other.key(sendsLanguage: false))
        one.language = []
        #expect(try one.key() != one.key(sendsLanguage: false))
    }

    @Test func aContractsCurrencyIsTheOneAskedFor() throws {
        func terms(_ shown: String, contract: String?) throws -> AskedTerms {
            let shopper = ShopperContext(
                residency: try #require(CountryCode("DE")), language: "en",
                currency: try Sample.currency(shown))
            return AskedTerms(
                stay: try Sample.terms().stay, rooms: try Sample.terms().rooms, shopper: shopper,
                contract: try contract.map { try Sample.currency($0) })
        }
        #expect(try terms("USD", contract: "EUR") == terms("GBP", contract: "EUR"))
        #expect(try terms("USD", contract: nil) != terms("GBP", contract: nil))
    }
}
