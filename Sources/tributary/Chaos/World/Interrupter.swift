import Foundation
import Reactor

/// Carries out the interruptions of a run.
struct Interrupter: Sendable {
    /// How long a gateway may take to end, its own drain time of 10 s among it.
    static let endTime = 20_000

    let lives: GatewayLives
    let clock: RunClock
    let loop: EventLoop
    let progress: RunProgress
    let tell: @Sendable (String) -> Void

    /// Works through the plan until `end`; `examine` is called after each restart.
    func run(
        _ plan: [Interruption], from start: RunTime, until end: RunTime,
        examine: @Sendable () async -> Void
    ) async {
        for interruption in plan {
            let moment = start.adding(milliseconds: interruption.at)
            guard moment < end else { return }
            let left = moment.microseconds &- clock.now().microseconds
            if left > 0 { try? await loop.sleep(for: .microseconds(left)) }
            // One that an earlier outage has pushed beyond the end of the load is left out.
            guard clock.now() < end else { return }
            tell("\(interruption.name) to the gateway")
            let index = progress.interrupted(
                InterruptionRecord(interruption: interruption, began: clock.now()))
            let status = await carryOut(interruption.kind)
            let isBack = lives.exitStatus == nil
            progress.resumed(index, at: isBack ? clock.now() : nil, status: status)
            guard isBack else { return tell("the gateway did not come back") }
            if interruption.isRestart { await examine() }
        }
    }

    /// The exit status of a process that was ended, if it ended in time.
    private func carryOut(_ kind: Interruption.Kind) async -> Int32? {
        switch kind {
        case .pause(let milliseconds):
            lives.send(SIGSTOP)
            try? await loop.sleep(for: .milliseconds(milliseconds))
            lives.send(SIGCONT)
            return nil
        case .terminate:
            lives.send(SIGTERM)
            let status = await ended()
            if status == nil {
                lives.send(SIGKILL)
                _ = await ended()
            }
            await startNext()
            return status
        case .kill:
            lives.send(SIGKILL)
            let status = await ended()
            await startNext()
            return status
        }
    }

    /// The exit status of the process that serves now, once it has one.
    func ended() async -> Int32? {
        let until = clock.now().adding(milliseconds: Self.endTime)
        while lives.exitStatus == nil, clock.now() < until {
            guard (try? await loop.sleep(for: .milliseconds(10))) != nil else { break }
        }
        return lives.exitStatus
    }

    /// On a thread of its own: starting waits for the child's first line, and no loop may wait.
    private func startNext() async {
        let lives = lives
        let fault: String? = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                do {
                    try lives.startNext()
                    continuation.resume(returning: nil)
                } catch {
                    continuation.resume(returning: "\(error)")
                }
            }
        }
        if let fault { tell("starting it again: \(fault)") }
    }
}
