import Reactor
import Testing

@testable import HTTPClient

/// The limits of time to the nanosecond, in time that only the test moves.
@Suite struct ExchangeTimesTests {
    static let start = MonotonicInstant(nanoseconds: 1_000)

    static func at(_ milliseconds: Int) -> MonotonicInstant {
        start.advanced(by: .milliseconds(milliseconds))
    }

    static func times(total: Int = 10_000, firstByte: Int? = 2_000) -> ExchangeTimes {
        var limits = ClientLimits()
        limits.connectTimeout = .milliseconds(3_000)
        limits.firstByteTimeout = firstByte.map { .milliseconds($0) }
        limits.idleTimeout = .milliseconds(500)
        return ExchangeTimes(limits: limits, deadline: at(total), now: start)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let limit: ExchangeTimes.Limit
        let end: Int
        var total = 10_000
        var firstByte: Int? = 2_000
        let play: @Sendable (inout ExchangeTimes) -> Void

        init(
            _ name: String, _ limit: ExchangeTimes.Limit, _ end: Int, total: Int = 10_000,
            firstByte: Int? = 2_000, _ play: @escaping @Sendable (inout ExchangeTimes) -> Void
        ) {
            testDescription = name
            self.limit = limit
            self.end = end
            self.total = total
            self.firstByte = firstByte
            self.play = play
        }
    }

    static let cases = [
        Case("waiting for a connection has the deadline alone", .total, 10_000) { _ in },
        Case("connecting counts from its start, not from the call", .connect, 3_700) {
            $0.connecting(now: at(700))
        },
        Case("a second address has no time of its own", .connect, 3_700) {
            $0.connecting(now: at(700))
            $0.connecting(now: at(2_000))
        },
        Case("the first byte counts from the sending", .firstByte, 3_000) {
            $0.connecting(now: at(10))
            $0.sent(now: at(1_000))
        },
        Case("without a limit of its own it has the deadline", .total, 10_000, firstByte: nil) {
            $0.sent(now: at(1_000))
        },
        Case("a stale connection: connecting begins anew", .connect, 4_500) {
            $0.sent(now: at(1_000))
            $0.connecting(now: at(1_500))
        },
        Case("silence counts from the last byte", .betweenBytes, 1_750) {
            $0.sent(now: at(1_000))
            $0.byte(now: at(1_100))
            $0.byte(now: at(1_250))
        },
        Case("a busy reader stops that clock", .total, 10_000) {
            $0.byte(now: at(1_100))
            $0.held()
        },
        Case("bytes that come meanwhile do not start it", .total, 10_000) {
            $0.held()
            $0.byte(now: at(1_200))
        },
        Case("and its return starts it afresh", .betweenBytes, 9_500) {
            $0.byte(now: at(1_100))
            $0.held()
            $0.released(now: at(9_000))
        },
        Case("an earlier deadline comes first", .total, 400, total: 400) {
            $0.connecting(now: at(0))
        },
        Case("of two that end at once the deadline is named", .total, 3_000, total: 3_000) {
            $0.connecting(now: at(0))
        },
        Case("a dribble is ended by the deadline alone", .total, 1_600, total: 1_600) {
            $0.sent(now: at(0))
            for moment in stride(from: 0, through: 1_500, by: 100) { $0.byte(now: at(moment)) }
        },
    ]

    @Test(arguments: cases)
    func theNextLimit(case test: Case) {
        var times = Self.times(total: test.total, firstByte: test.firstByte)
        test.play(&times)
        #expect(times.next == ExchangeTimes.End(limit: test.limit, at: Self.at(test.end)))
    }
}
