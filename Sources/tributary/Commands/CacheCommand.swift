import Gateway

/// `tributary cache replay`: ways to keep answers against each other, in virtual time.
struct CacheCommand: Command {
    static let name = "cache"
    static let summary = "Compare ways to keep supplier answers on searches in virtual time."
    static let usage = "replay [options]"
    static let discussion = """
        replay   lets seeded clients search and hold at three suppliers whose prices drift, once for
                 each policy, and prints what each saves and how right what it shows is

        The cache is the gateway's own code, given virtual time; the suppliers are drawn:
          - few questions are asked often and most hardly ever (Zipf's law, exponent 1); 15 % are for
            today or tomorrow, 20 % within a week, 30 % within a month, 20 % within three, the rest later
          - a price lasts 40 minutes on average for tomorrow, 2 hours within a week, 4 within a month,
            9 within three, a day beyond; hotels differ by up to three to either side, and of the
            suppliers one changes at 0.4 times that pace and one at 3 times; each eighth time the room
            is gone
          - one search in fifty goes on to hold an offer after 90 seconds; a price that had changed is
            told to the cache, as the gateway does
        What a policy saves depends on how many searches there are; give your own numbers.

        calls            to suppliers, refreshes included
        saved            of the calls that asking each time costs
        no wait          looks answered without waiting for a supplier
        shown right      offers that the supplier had at that price as they were shown
        held unchanged   holds whose price had not changed since it was shown

        The first quarter of an hour is not counted. The table goes to standard output, progress to
        standard error. Exit status: 0 done, 64 the command line is not understood.
        """
    static let options = [
        CommandOption("--seed", "N", "Fixes the prices and what clients do; default 1."),
        CommandOption("--hours", "H", "Hours of virtual time, 1 to 72; default 2."),
        CommandOption("--searches", "N", "Searches an hour, 100 to 1000000; default 40000."),
        CommandOption(
            "--questions", "N", "Different questions that are asked, 10 to 1000000; default 10000."),
        CommandOption(
            "--soft-percent", "N",
            "The part of a life after which answers are asked for again, 10 to 90; the product's."),
        CommandOption("--json", nil, "Print JSON instead of the table."),
    ]

    private let settings: ReplaySettings
    private let isJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageFault) {
        guard arguments.words == ["replay"] else { throw UsageFault("say replay") }
        var settings = ReplaySettings()
        settings.seed = UInt64(try arguments.number("--seed", in: 0...Int.max) ?? 1)
        settings.hours = try arguments.number("--hours", in: 1...72) ?? settings.hours
        settings.searches =
            try arguments.number("--searches", in: 100...1_000_000) ?? settings.searches
        settings.questions =
            try arguments.number("--questions", in: 10...1_000_000) ?? settings.questions
        settings.cache.softPercent =
            try arguments.number("--soft-percent", in: 10...90) ?? settings.cache.softPercent
        self.settings = settings
        isJSON = arguments.has("--json")
    }

    func run() async throws -> Int32 {
        var outcomes: [ReplayOutcome] = []
        for policy in ReplayPolicy.allCases {
            var run = try ReplayRun(policy, settings)
            outcomes.append(
                run.run { hour in
                    Console.error("cache: \(policy.rawValue), hour \(hour) of \(settings.hours)")
                })
        }
        let report = ReplayReport(settings: settings, outcomes: outcomes)
        Console.out(isJSON ? String(decoding: report.json, as: UTF8.self) : report.table)
        return 0
    }
}
