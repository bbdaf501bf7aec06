import Foundation
import TravelModel

/// `tributary demo`: mock suppliers as a child process, and the gateway in this one.
struct DemoCommand: Command {
    static let name = "demo"
    static let summary = "Run the mock suppliers and the gateway together, until Ctrl-C."
    static let usage = "[options]"
    static let discussion = """
        The variables of tributary serve --help (TRIBUTARY_...) are heeded here as well; an option
        wins over its variable. Operators connect one port above clients unless
        TRIBUTARY_ADMIN_PORT says otherwise.
        """
    static let endsInOrder = true
    static let options = [
        CommandOption(
            "--port", "N", "Where clients connect; default 8080, 0 for any."),
        CommandOption("--mocks-port", "N", "The mocks' shared port; default 8100, 0 for any."),
        CommandOption("--data", "DIR", "Ledger, answers, place index; default data."),
        CommandOption("--scenario", "F", "calm, typical, storm, or a file; default typical."),
        CommandOption("--seed", "N", "Fixes what the mock suppliers do; default 1."),
        ProductFiles.option,
    ]

    private let configuration: DemoConfiguration
    private let mockOptions: [String]

    init(_ arguments: ParsedArguments) throws(UsageFault) {
        try arguments.expectNoWords()
        let files = try ProductFiles(root: arguments.text("--root"))
        configuration = DemoConfiguration(
            files: files, port: try arguments.number("--port", in: 0...65_535),
            data: arguments.text("--data"))
        let mocksPort = try arguments.number("--mocks-port", in: 0...65_000) ?? 8100
        let seed = try arguments.number("--seed", in: 0...Int.max) ?? 1
        mockOptions = [
            "--port", "\(mocksPort)", "--scenario", arguments.text("--scenario") ?? "typical",
            "--seed", "\(seed)", "--root", files.root,
        ]
    }

    func run() async throws -> Int32 {
        let settings = try configuration.read(
            environment: ProcessInfo.processInfo.environment)
        let mocks = try MockProcess(options: mockOptions)
        defer { mocks.stop() }
        try await GatewayRun.untilAsked(
            configuration.adding(mocks.ports, to: settings), portOption: "--port"
        ) { addresses in
            Console.out(Self.welcome(addresses, mocks.ports))
        }
        return 0
    }

    private static func welcome(_ addresses: GatewayServer.Addresses, _ mocks: MockPorts) -> String
    {
        let url = "http://\(addresses.clients)"
        let today = BootClock.now().civil(offsetSeconds: 0)?.date
        let arrival = today?.adding(days: 45)
        let departure = today?.adding(days: 47)
        let dates = "checkIn=\(arrival?.description ?? "")&checkOut=\(departure?.description ?? "")"
        return """

            Tributary runs at \(url) with the mock suppliers \
            \(mocks.suppliers.keys.sorted().joined(separator: ", ")).

            A first search, streamed as the suppliers answer (Lisbon, two nights, two adults):

              curl -N -H 'Accept: text/event-stream' \\
                '\(url)/v1/offers?placeId=geonames:2267057&\(dates)&occupancy=2&currency=EUR'

            Places as you type:   curl '\(url)/v1/places/suggest?q=lis'
            Metrics for operators: curl 'http://\(addresses.operators)/metrics'
            What the mocks saw:   curl 'http://127.0.0.1:\(mocks.control)/__mock/calls'
            Ctrl-C ends everything.


            """
    }
}
