import Foundation
import Testing

/// Thousands of exchanges that end badly: not a handle, slot, descriptor or byte of them stays.
///
/// Each test has a process of its own, whose descriptors and memory nobody else touches. It runs
/// about 2,000 exchanges; `TRIBUTARY_TEST_EXCHANGES=10000` in the environment makes them more, and
/// has the figures printed.
@Suite(.serialized) struct WearTests {
    @Test func cancelledInEveryPhase() async throws {
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
            await Wear().run { try CancelledExchanges() }
        }
        Self.judge(result)
    }

    @Test func abortedBodies() async throws {
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
            await Wear().run { try AbortedBodies() }
        }
        Self.judge(result)
    }

    private static func judge(_ result: ExitTest.Result?) {
        guard let result else { return }
        let text = String(decoding: result.standardOutputContent, as: UTF8.self)
        #expect(!text.contains("leak"), "\(text)")
        #expect(text.contains("exchanges"), "no figures")
        if Wear.wanted != nil { print(text) }
    }
}
