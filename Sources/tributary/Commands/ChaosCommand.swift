import Foundation

/// `tributary chaos`: clients against a gateway whose suppliers fail, and a judgement.
struct ChaosCommand: Command {
    static let name = "chaos"
    static let summary = "Put a gateway under failing suppliers and judge what it promised."
    static let usage = "[options]"
    static let discussion = """
        Starts the mock suppliers and a gateway as processes of their own, lets seeded clients search,
        hold, repeat, race, leave and release for a while, then stops the load, lets undecided holds
        settle, gives everything back and checks every invariant against the gateway's answers, its
        ledger and the mocks' own books. What each client does follows from the seed; when it happens
        also from the machine.

        Exit status: 0 all invariants held, 1 one was broken, 2 the run could not be made.
        The folder keeps chaos.json (the report), the logs, the configuration and the ledger.
        """
    static let options = [
        CommandOption("--scenario", "F", "calm, typical, storm, or a file; default storm."),
        CommandOption(
            "--seed", "N", "Fixes the clients' actions and the mocks' faults; default 1."),
        CommandOption("--duration", "S", "Seconds of load, 1 to 3600; default 60."),
        CommandOption("--clients", "C", "Clients at once, 1 to 256; default 16."),
        CommandOption(
            "--grace", "S", "Seconds for undecided holds to settle, to 3600; default 240."),
        CommandOption(
            "--hold-life", "S", "The gateway's life of a hold, 10 to 3600; default half the load."),
        CommandOption("--out", "DIR", "Where everything is written; default chaos."),
        ProductFiles.option,
    ]

    private let files: ProductFiles
    private let settings: ChaosSettings

    init(_ arguments: ParsedArguments) throws(UsageFault) {
        try arguments.expectNoWords()
        files = try ProductFiles(root: arguments.text("--root"))
        var settings = ChaosSettings()
        settings.scenario = arguments.text("--scenario") ?? settings.scenario
        settings.seed = UInt64(try arguments.number("--seed", in: 0...Int.max) ?? 1)
        settings.duration = try arguments.number("--duration", in: 1...3600) ?? settings.duration
        settings.clients = try arguments.number("--clients", in: 1...256) ?? settings.clients
        settings.grace = try arguments.number("--grace", in: 0...3600) ?? settings.grace
        settings.givenHoldLife = try arguments.number("--hold-life", in: 10...3600)
        settings.out = arguments.text("--out") ?? settings.out
        self.settings = settings
    }

    func run() async -> Int32 {
        let folder = ChaosFolder(path: settings.out)
        let run = ChaosRun(settings: settings, folder: folder, files: files) { line in
            Console.error("chaos: \(line)")
        }
        do {
            let report = ChaosReport(try await run.history(), settings)
            Console.out(ReportTable.text(report))
            try Data(ReportJSON.bytes(report)).write(to: URL(fileURLWithPath: folder.report))
            Console.out(
                "\n\(report.isSound ? "all invariants held" : "BROKEN"); \(folder.report)\n")
            return report.isSound ? 0 : 1
        } catch {
            Console.error("tributary chaos: \(error)")
            return 2
        }
    }
}
