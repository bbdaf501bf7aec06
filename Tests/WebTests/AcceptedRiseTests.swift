import Testing
import TravelModel
import WireFormat

@testable import Gateway
@testable import Web

@Suite("The rise a client accepts")
struct AcceptedRiseTests {
    /// Numbers that are as good as random, the same each time.
    private struct Draw {
        var state: UInt64 = 20_261_201

        mutating func below(_ bound: Int64) -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64(state >> 20) % bound
        }
    }

    @Test(
        "The percentage told with a rise accepts that rise, and no other grants above its limit",
        arguments: ["EUR", "JPY", "KWD"], [9, 500, 30_000, 4_000_000, 900_000_000_000] as [Int64])
    func edge(code: String, most: Int64) throws {
        let currency = try #require(CurrencyCode(code))
        func money(_ units: Int64) -> Money { Money(minorUnits: units, currency: currency) }
        var draw = Draw()
        for _ in 0..<2000 {
            let old = 1 + draw.below(most)
            let rise = draw.below(old + 1)
            let told = try #require(JSONWriter.percent(money(rise), of: money(old)))
            let points = try #require(HoldBody.basisPoints(told), "\(told)")
            let limit = MaxIncrease.basisPoints(points).ceiling(over: money(old))
            #expect(limit.minorUnits >= old + rise, "\(rise) of \(old), told as \(told)")
            let other = Int(draw.below(10_001))
            let granted = MaxIncrease.basisPoints(other).ceiling(over: money(old)).minorUnits - old
            #expect(Int128(granted) * 10_000 <= Int128(old) * Int128(other), "\(other) of \(old)")
            #expect(Int128(granted + 1) * 10_000 > Int128(old) * Int128(other), "as high as may be")
        }
    }

    @Test(
        "A percentage has two decimals and is rounded up, also of a fall",
        arguments: [
            (1, 3, "33.34"), (-1, 3, "-33.33"), (0, 7, "0.00"), (7, 7, "100.00"),
            (1, 1_000_000, "0.01"),
            (-1, 1_000_000, "0.00"), (25, 200, "12.50"),
        ] as [(Int64, Int64, String)])
    func told(part: Int64, whole: Int64, text: String) throws {
        let euro = try #require(CurrencyCode("EUR"))
        #expect(
            JSONWriter.percent(
                Money(minorUnits: part, currency: euro),
                of: Money(minorUnits: whole, currency: euro))
                == text)
    }
}
