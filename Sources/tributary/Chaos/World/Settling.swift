import Ledger
import Reactor

/// What comes after the load: undecided holds get their time, then everything is given back.
struct Settling: Sendable {
    let settings: ChaosSettings
    let folder: ChaosFolder
    let screen: ProgressScreen

    /// Waits for undecided holds, looks at every acknowledged one, gives everything back.
    func settle(_ stage: RunStage, _ history: inout History) async {
        let until = stage.clock.now().adding(milliseconds: settings.grace * 1000)
        history.stillPending = await wait(stage, until: until, "undecided") {
            $0.state == "PENDING"
        }
        let warden = stage.warden()
        var seen: Set<String> = []
        let holds = history.sights.map(\.hold).filter { seen.insert($0).inserted }
        screen.tell("looking at \(holds.count) acknowledged holds, and giving them back")
        for hold in holds { await warden.look(hold) }
        for hold in holds { await warden.release(hold) }
        for hold in holds { await warden.look(hold) }
        let released = stage.clock.now().adding(milliseconds: 30_000)
        history.stillReleasing = await wait(
            stage, until: max(until, released), "still being given back"
        ) { $0.stage == "releasing" }
        history.merge(warden.history)
    }

    /// Waits until no row of the ledger is `unsettled`; how many still are.
    private func wait(
        _ stage: RunStage, until: RunTime, _ word: String,
        unsettled: (LedgerAudit.Hold) -> Bool
    ) async -> Int {
        var looks = 0
        while true {
            let rows = (try? LedgerAudit(path: folder.ledger))?.holds ?? []
            let left = rows.count { unsettled($0) }
            if left == 0 || stage.clock.now() >= until { return left }
            let rest = Int(until.milliseconds(since: stage.clock.now()) / 1000)
            if looks % (screen.width == nil ? 10 : 1) == 0 {
                screen.show("\(left) holds are \(word); \(rest) s of grace left")
            }
            looks += 1
            guard (try? await stage.loops.loops[0].sleep(for: .seconds(1))) != nil else {
                return left
            }
        }
    }
}
