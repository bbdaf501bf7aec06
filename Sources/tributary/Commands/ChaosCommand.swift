import Foundation
import GatewayTesting

/// `tributary chaos`: clients against a gateway whose suppliers fail, and a judgement.
struct ChaosCommand: Command {
    static let name = "chaos"
    static let summary = "Put a gateway under failing suppliers and judge what it promised."
    static let usage = "[options]"
    static let discussion = """
        Starts the mock suppliers and a gateway as processes of their own, lets seeded clients search,
        hold, repeat, race, leave and release for a while, ends or stops the gateway meanwhile if asked
        to, then stops the load, lets undecided holds settle, gives everything back and checks every
        invariant against the gateway's answers, its ledger and the mocks' own books. What each client
        does, and what is done to the gateway when, follows from the seed; what comes of it also from
        the machine.

        With --simulate nothing is started: whole worlds of gateways, suppliers and clients, with
        crashes, are lived through in virtual time on one thread, each from one seed and the same to
        the last event whenever it is lived again. A broken one prints what replays it.

        Exit status: 0 all invariants held, 1 one was broken, 2 the run could not be made.
        The folder keeps chaos.html (the report for people), chaos.json (for programs), the logs, the
        configuration and the ledger.
        """
    static let options = [
        CommandOption("--scenario", "F", "calm, typical, storm, or a file; default storm."),
        CommandOption(
            "--seed", "N", "Fixes the clients' actions and the mocks' faults; default 1."),
        CommandOption("--duration", "S", "Seconds of load, 1 to 3600; default 60."),
        CommandOption("--clients", "C", "Clients at once, 1 to 256; default 16."),
        CommandOption(
            "--restarts", "N",
            "Times the gateway is ended (SIGTERM, SIGKILL) or stopped (SIGSTOP), to 20; default 0."),
        CommandOption(
            "--grace", "S", "Seconds for undecided holds to settle, to 3600; default 240."),
        CommandOption(
            "--hold-life", "S", "The gateway's life of a hold, 10 to 3600; default half the load."),
        CommandOption("--out", "DIR", "Where everything is written; default chaos."),
        ProductFiles.option,
        CommandOption("--simulate", nil, "Simulated worlds instead of processes."),
        CommandOption("--seeds", "N", "Worlds from --seed on, 1 to 10000000; default 100."),
        CommandOption("--jobs", "J", "Simulated worlds at once, 1 to 64; default 1."),
        CommandOption("--trace", nil, "Prints every event of the simulated worlds."),
        CommandOption(
            "--fault", "NAME",
            "A fault in every world: \(PlantedFault.allCases.map(\.rawValue).joined(separator: ", "))."
        ),
    ]
    /// Options of one way that the other has no use for.
    private static let ofProcesses = [
        "--scenario", "--duration", "--clients", "--restarts", "--grace", "--hold-life", "--out",
        "--root",
    ]
    private static let ofWorlds = ["--seeds", "--jobs", "--trace", "--fault"]

    private let work: Work

    private enum Work {
        case processes(ProductFiles, ChaosSettings)
        case worlds(SimulationSettings)
    }

    init(_ arguments: ParsedArguments) throws(UsageFault) {
        try arguments.expectNoWords()
        let isSimulated = arguments.has("--simulate")
        for name in isSimulated ? Self.ofProcesses : Self.ofWorlds where arguments.has(name) {
            throw UsageFault("\(name) goes \(isSimulated ? "not " : "only ")with --simulate")
        }
        if isSimulated {
            work = .worlds(try Self.worlds(arguments))
        } else {
            work = .processes(
                try ProductFiles(root: arguments.text("--root")), try Self.processes(arguments))
        }
    }

    private static func processes(
        _ arguments: ParsedArguments
    ) throws(UsageFault) -> ChaosSettings {
        var settings = ChaosSettings()
        settings.scenario = arguments.text("--scenario") ?? settings.scenario
        settings.seed = UInt64(try arguments.number("--seed", in: 0...Int.max) ?? 1)
        settings.duration = try arguments.number("--duration", in: 1...3600) ?? settings.duration
        settings.clients = try arguments.number("--clients", in: 1...256) ?? settings.clients
        settings.restarts =
            try arguments.number("--restarts", in: 0...20) ?? settings.restarts
        settings.grace = try arguments.number("--grace", in: 0...3600) ?? settings.grace
        settings.givenHoldLife = try arguments.number("--hold-life", in: 10...3600)
        settings.out = arguments.text("--out") ?? settings.out
        return settings
    }

    private static func worlds(
        _ arguments: ParsedArguments
    ) throws(UsageFault) -> SimulationSettings {
        var settings = SimulationSettings()
        settings.first = UInt64(try arguments.number("--seed", in: 0...Int.max) ?? 1)
        settings.seeds = try arguments.number("--seeds", in: 1...10_000_000) ?? settings.seeds
        settings.jobs = try arguments.number("--jobs", in: 1...64) ?? settings.jobs
        settings.traces = arguments.has("--trace")
        if let name = arguments.text("--fault") {
            guard let fault = PlantedFault(rawValue: name) else {
                throw UsageFault("there is no fault \u{201C}\(name)\u{201D} to plant")
            }
            settings.fault = fault
        }
        return settings
    }

    func run() async -> Int32 {
        switch work {
        case .processes(let files, let settings): await run(settings, files)
        case .worlds(let settings): await run(settings)
        }
    }

    private func run(_ settings: SimulationSettings) async -> Int32 {
        let run = SimulationRun(settings: settings) { line in
            Console.error("chaos: \(line)")
        } print: { text in
            Console.out(text)
        }
        let start = ContinuousClock.now
        let tally = await run.tally()
        Console.out(SimulationTable.text(tally, settings, took: start.duration(to: .now)))
        Console.out("\n\(tally.broken.isEmpty ? "all promises held" : "BROKEN")\n")
        return tally.broken.isEmpty ? 0 : 1
    }

    private func run(_ settings: ChaosSettings, _ files: ProductFiles) async -> Int32 {
        let folder = ChaosFolder(path: settings.out)
        let run = ChaosRun(
            settings: settings, folder: folder, files: files, screen: .standardError)
        do {
            return try Self.conclude(try await run.history(), settings, folder)
        } catch {
            Console.error("tributary chaos: \(error)")
            return 2
        }
    }

    /// Judges what was seen, writes the reports and tells the verdict; the exit status.
    static func conclude(
        _ history: History, _ settings: ChaosSettings, _ folder: ChaosFolder,
        out: (String) -> Void = Console.out
    ) throws -> Int32 {
        let report = ChaosReport(history, settings)
        out(ReportTable.text(report))
        try Data(ReportJSON.bytes(report)).write(to: URL(fileURLWithPath: folder.report))
        try Data(ReportPage.bytes(report)).write(to: URL(fileURLWithPath: folder.page))
        out("\n\(report.isSound ? "all invariants held" : "BROKEN"); \(folder.page)\n")
        return report.isSound ? 0 : 1
    }
}
