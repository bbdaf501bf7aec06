import GatewayTesting
import Testing

@testable import Gateway

/// A bounded shelf whose popular values outlast a scan.
@Suite struct AdmissionShelfTests {
    private typealias Shelf = AdmissionShelf<Int, String>

    /// As a search does: looks, and puts what it did not find.
    private static func ask(
        _ key: Int, _ shelf: inout Shelf, bytes: Int = 100,
        isSpent: (String) -> Bool = { _ in false }
    ) -> Bool {
        var hash = SplitMix(seed: UInt64(key))
        let number = hash.next()
        if shelf.find(key, number) != nil { return true }
        _ = shelf.put(key, number, "\(key)", bytes: bytes, isSpent: isSpent)
        return false
    }

    @Test func aScanFlowsByWhatIsPopular() {
        var shelf = Shelf(capacity: 100_000, typical: 100)
        for _ in 0..<3 { for key in 0..<800 { _ = Self.ask(key, &shelf) } }
        // Fifty times as much as there is room for, each asked for once; the popular ones are asked for
        // now and then.
        for key in 10_000..<60_000 {
            _ = Self.ask(key, &shelf)
            if key % 4 == 0 { _ = Self.ask(key / 4 % 800, &shelf) }
        }
        let kept = (0..<800).count { shelf.peek($0) != nil }
        #expect(kept >= 680, "\(kept) of 800")
        #expect(shelf.bytes <= 100_000)
    }

    /// Half of the requests are a scan, half a Zipf-like crowd: the crowd hardly notices.
    @Test func aScanBesideACrowdCostsLittle() {
        func hits(scanning: Bool) -> Int {
            var shelf = Shelf(capacity: 50_000, typical: 100)
            var dice = SplitMix(seed: 7)
            var hits = 0
            for step in 0..<60_000 {
                // The product of two dice favours small numbers, the way crowds do.
                let key = dice.number(in: 0...60) * dice.number(in: 0...60)
                if Self.ask(key, &shelf), step > 10_000 { hits += 1 }
                if scanning { _ = Self.ask(100_000 + step, &shelf) }
            }
            return hits
        }
        let (alone, beside) = (hits(scanning: false), hits(scanning: true))
        #expect(Double(beside) > Double(alone) * 0.8, "\(beside) of \(alone)")
    }

    @Test func whatBecomesPopularComesIn() {
        var shelf = Shelf(capacity: 10_000, typical: 100)
        for _ in 0..<10 { for key in 0..<100 { _ = Self.ask(key, &shelf) } }
        for _ in 0..<200 { for key in 500..<600 { _ = Self.ask(key, &shelf) } }
        let new = (500..<600).count { shelf.peek($0) != nil }
        #expect(new >= 90, "\(new) of 100")
    }

    @Test func spentValuesGoFirst() {
        var shelf = Shelf(capacity: 1_000, typical: 100)
        for _ in 0..<5 { for key in 0..<10 { _ = Self.ask(key, &shelf) } }
        for key in 20..<30 { _ = Self.ask(key, &shelf, isSpent: { Int($0) ?? 99 < 10 }) }
        #expect((0..<10).allSatisfy { shelf.peek($0) == nil })
    }

    @Test func aValueThatGrowsOrIsTooLargeKeepsTheBound() {
        var shelf = Shelf(capacity: 1_000, typical: 100)
        for key in 0..<10 { _ = Self.ask(key, &shelf) }
        let gone = shelf.put(3, 3, "three", bytes: 650, isSpent: { _ in false })
        #expect(shelf.bytes <= 1_000 && !gone.isEmpty)
        let back = shelf.put(4, 4, "four", bytes: 1_001, isSpent: { _ in false })
        #expect(back.last?.0 == 4)
        #expect(shelf.peek(4) == nil)
        shelf.remove(3)
        shelf.remove(3)
        #expect(shelf.peek(3) == nil && shelf.bytes <= 350)
    }

    /// Whatever is done, the shelf holds what a plain table of what went in and out says.
    @Test(arguments: UInt64(0)..<40)
    func theShelfAndAPlainTableAgree(seed: UInt64) {
        var dice = SplitMix(seed: seed)
        var shelf = Shelf(capacity: 3_000, typical: 100)
        var table: [Int: (value: String, bytes: Int)] = [:]
        for step in 0..<2_000 {
            let key = dice.number(in: 0...60)
            switch dice.number(in: 0...9) {
            case 0:
                shelf.remove(key)
                table[key] = nil
            case 1...4:
                let found = shelf.find(key, UInt64(key))
                #expect(found == table[key]?.value)
            default:
                let bytes = dice.number(in: 1...700)
                table[key] = ("\(step)", bytes)
                let gone = shelf.put(
                    key, UInt64(key), "\(step)", bytes: bytes, isSpent: { _ in false })
                for (key, _) in gone { table[key] = nil }
            }
            #expect(shelf.bytes == table.values.reduce(0) { $0 + $1.bytes })
            #expect(shelf.count == table.count && shelf.bytes <= 3_000)
        }
    }

    @Test func theSketchCountsAndForgets() {
        var sketch = FrequencySketch(things: 1_000)
        for _ in 0..<6 { sketch.note(42) }
        #expect(sketch.count(42) >= 6)
        for _ in 0..<40 { sketch.note(42) }
        #expect(sketch.count(42) == 15)
        var dice = SplitMix(seed: 1)
        let strangers = (0..<500).map { _ in dice.next() }
        #expect(strangers.count { sketch.count($0) > 1 } < 10)
        for _ in 0..<60_000 { sketch.note(dice.next()) }
        #expect(sketch.count(42) < 8)
    }
}
