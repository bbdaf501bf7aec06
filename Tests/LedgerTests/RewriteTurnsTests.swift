import Gateway
import GatewayTesting
import Testing
import TravelModel

@testable import Ledger

/// When the file is written anew: once for all batches of a sweep, and once a day at most.
@Suite struct RewriteTurnsTests {
    private let start = StampedTime(
        wall: Instant(millisecondsSinceEpoch: 1_800_000_000_000), boot: "b",
        uptime: Uptime(nanoseconds: 1_000_000_000))

    @Test func theLastBatchTakesTheTurnOfAll() {
        let turns = RewriteTurns()
        #expect(!turns.take(erased: true, mayBeMore: true, at: start))
        #expect(turns.take(erased: false, mayBeMore: false, at: start))
        #expect(!turns.take(erased: false, mayBeMore: false, at: start))
    }

    @Test func aTurnThatIsOwedComesWithTheDay() {
        let turns = RewriteTurns()
        #expect(turns.take(erased: true, mayBeMore: false, at: start))
        let soon = start.advanced(by: .seconds(60))
        #expect(!turns.take(erased: true, mayBeMore: false, at: soon))
        let almost = start.advanced(by: RewriteTurns.interval - .milliseconds(1))
        #expect(!turns.take(erased: false, mayBeMore: false, at: almost))
        #expect(
            turns.take(erased: false, mayBeMore: false, at: almost.advanced(by: .milliseconds(1))))
    }

    @Test func nothingErasedNeedsNoTurn() {
        #expect(!RewriteTurns().take(erased: false, mayBeMore: false, at: start))
    }
}
