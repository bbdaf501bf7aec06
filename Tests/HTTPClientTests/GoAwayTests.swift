import Foundation
import HTTPClient
import Synchronization
import Testing

/// An HTTP/2 peer that takes no more streams on a connection (RFC 9113, 6.8).
@Suite(.enabled(if: SecureServer.isAvailable))
struct GoAwayTests {
    /// Counts the requests of all connections, from 1.
    final class Tally: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    /// What it took it answers; the next call has a connection of its own.
    @Test(arguments: [true, false])
    func theCallUnderWayIsAnsweredAndTheNextGoesElsewhere(sharing: Bool) async throws {
        let requests = Tally()
        try await HTTP2Tests.withPeer(
            sharing: sharing,
            { frames in
                guard let stream = frames.nextRequest() else { return }
                let number = requests.next()
                frames.sendHead(stream)
                frames.goAway(last: stream)
                frames.send(.data, flags: 1, stream: stream, [UInt8(number)])
            }
        ) { client, peer in
            for number in UInt8(1)...3 {
                let answer = try await client.fetch(
                    get(peer.url(), idempotent: false), within: .seconds(20))
                #expect(answer.body == [number])
                #expect(answer.newConnection)
                #expect(answer.report.attempts == 1)
            }
            #expect(requests.value == 3)
        }
    }

    /// What it did not take was not processed: sent again once if it is idempotent, else told.
    @Test(arguments: [true, false], [true, false])
    func aCallAboveTheLastStream(idempotent: Bool, sharing: Bool) async throws {
        let requests = Tally()
        try await HTTP2Tests.withPeer(
            sharing: sharing,
            { frames in
                guard let stream = frames.nextRequest() else { return }
                if requests.next() == 1 {
                    frames.goAway(last: 0)
                } else {
                    frames.answer(stream, [9])
                }
            }
        ) { client, peer in
            let request = get(peer.url(), idempotent: idempotent)
            if idempotent {
                let answer = try await client.fetch(request, within: .seconds(20))
                #expect(answer.body == [9])
                #expect(answer.newConnection)
                #expect(answer.sendings == 1)
                #expect(answer.report.attempts == 2)
            } else {
                let fault = try await client.fault(request, within: .seconds(20))
                #expect(fault.reason == .closedEarly, "\(fault)")
                #expect(fault.phase == .headers)
                #expect(fault.report.attempts == 1)
            }
            #expect(requests.value == (idempotent ? 2 : 1))
        }
    }

    /// A peer that takes nothing is asked twice and no more.
    @Test func theSecondRefusalIsFinal() async throws {
        let requests = Tally()
        try await HTTP2Tests.withPeer(
            sharing: false,
            { frames in
                guard frames.nextRequest() != nil else { return }
                _ = requests.next()
                frames.goAway(last: 0)
            }
        ) { client, peer in
            let fault = try await client.fault(get(peer.url()), within: .seconds(20))
            #expect(fault.reason == .closedEarly, "\(fault)")
            #expect(fault.report.attempts == 2)
            #expect(requests.value == 2)
        }
    }

    /// The second try has what is left of the first one's time.
    @Test func theDeadlineIsThatOfTheCall() async throws {
        let requests = Tally()
        try await HTTP2Tests.withPeer(
            sharing: false,
            { frames in
                guard frames.nextRequest() != nil else { return }
                if requests.next() == 1 { frames.goAway(last: 0) } else { _ = frames.next() }
            }
        ) { client, peer in
            let time = Duration.milliseconds(1_500)
            let fault = try await client.fault(get(peer.url()), within: time)
            #expect(fault.reason == .timeout, "\(fault)")
            #expect(fault.phase == .headers)
            #expect(fault.report.attempts == 2)
            #expect(fault.report.total < time + .milliseconds(500))
        }
    }

    /// Of two on one connection the one that was taken stays, the other goes out once more.
    @Test func onlyWhatIsAboveTheLastStreamMoves() async throws {
        let requests = Tally()
        let firstStands = Signal()
        try await HTTP2Tests.withPeer(
            sharing: true,
            { frames in
                guard let first = frames.nextRequest() else { return }
                guard requests.next() == 1 else {
                    frames.answer(first, [2])
                    return
                }
                frames.sendHead(first)
                firstStands.give()
                guard frames.nextRequest() != nil else { return }
                _ = requests.next()
                frames.goAway(last: first)
                frames.send(.data, flags: 1, stream: first, [1])
            }
        ) { client, peer in
            let url = peer.url()
            let one = Task { [client] in try await client.fetch(get(url), within: .seconds(20)) }
            await firstStands.wait()
            let other = try await client.fetch(get(url), within: .seconds(20))
            let answer = try await one.value
            #expect(answer.body == [1])
            #expect(answer.report.attempts == 1)
            #expect(other.body == [2])
            #expect(other.report.attempts == 2)
            #expect(requests.value == 3)
        }
    }
}
