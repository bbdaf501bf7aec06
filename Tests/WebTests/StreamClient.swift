import Gateway
import GatewayTesting
import HTTPServer
import Synchronization
import Testing

@testable import Web

/// Takes a stream frame by frame, as slowly as it likes, and may leave.
final class StreamClient: Sendable {
    struct Frame: Sendable {
        let at: Duration
        let text: String
    }

    private struct State {
        var frames: [Frame] = []
        var hasLeft = false
    }

    private let clock: Simulation
    private let pace: Duration
    private let leavesAfter: Int?
    // A lock around what was taken.
    private let state = Mutex(State())

    init(_ clock: Simulation, pace: Duration = .zero, leavesAfter: Int? = nil) {
        self.clock = clock
        self.pace = pace
        self.leavesAfter = leavesAfter
    }

    var frames: [Frame] { state.withLock { $0.frames } }

    /// Takes the body to its end, or until it leaves.
    func take(_ response: HTTPResponse) async throws {
        guard case .stream(let produce) = response.body else {
            Issue.record("not a stream")
            return
        }
        let start = Uptime(nanoseconds: 0)
        try await produce(
            HTTPBodyWriter { [self] bytes throws(HTTPEnding) in
                let now = start.duration(to: clock.uptime())
                let count = state.withLock { state in
                    state.frames.append(
                        Frame(at: now, text: String(decoding: bytes, as: UTF8.self)))
                    return state.frames.count
                }
                if count == leavesAfter { throw .clientLeft }
                if pace > .zero {
                    try? await clock.sleep(until: clock.uptime().advanced(by: pace))
                }
            })
    }
}

/// One server-sent event (WHATWG HTML, section 9.2.6).
struct ServerSentEvent {
    let name: String
    let id: String
    let data: String

    /// `nil` unless the frame is exactly one event of three lines and an empty one.
    init?(_ frame: String) {
        let lines = frame.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 5, lines[3].isEmpty, lines[4].isEmpty,
            lines[0].hasPrefix("event: "), lines[1].hasPrefix("id: "), lines[2].hasPrefix("data: ")
        else { return nil }
        name = String(lines[0].dropFirst(7))
        id = String(lines[1].dropFirst(4))
        data = String(lines[2].dropFirst(6))
    }
}
