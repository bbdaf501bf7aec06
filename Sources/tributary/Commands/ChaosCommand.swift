import Foundation

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
        settings.restarts =
            try arguments.number("--restarts", in: 0...20) ?? settings.restarts
        settings.grace = try arguments.number("--grace", in: 0...3600) ?? settings.grace
        settings.givenHoldLife = try arguments.number("--hold-life", in: 10...3600)
        settings.out = arguments.text("--out") ?? settings.out
        self.settings = settings
    }

    func run() async -> Int32 {
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
