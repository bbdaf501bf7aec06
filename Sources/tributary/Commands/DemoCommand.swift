import Foundation
import TravelModel

/// `tributary demo`: mock suppliers as a child process, and the gateway in this one.
struct DemoCommand: Command {
    static let name = "demo"
    static let summary = "Run the mock suppliers and the gateway together, until Ctrl-C."
    static let usage = "[options]"
    static let discussion = ""
    static let endsInOrder = true
    static let options = [
        CommandOption(
            "--port", "N", "Where clients connect on 127.0.0.1; default 8080, 0 for any."),
        CommandOption("--mocks-port", "N", "The mocks' shared port; default 8100, 0 for any."),
        CommandOption("--data", "DIR", "Ledger, answers, place index; default data."),
        CommandOption("--scenario", "F", "calm, typical, storm, or a file; default typical."),
        CommandOption("--seed", "N", "Fixes what the mock suppliers do; default 1."),
        ProductFiles.option,
    ]

    private let files: ProductFiles
    private let port: Int
    private let mocksPort: Int
    private let data: String
    private let mockOptions: [String]

    init(_ arguments: ParsedArguments) throws(UsageFault) {
        try arguments.expectNoWords()
        files = try ProductFiles(root: arguments.text("--root"))
        port = try arguments.number("--port", in: 0...65_535) ?? 8080
        mocksPort = try arguments.number("--mocks-port", in: 0...65_000) ?? 8100
        data = arguments.text("--data") ?? "data"
        let seed = try arguments.number("--seed", in: 0...Int.max) ?? 1
        mockOptions = [
            "--port", "\(mocksPort)", "--scenario", arguments.text("--scenario") ?? "typical",
            "--seed", "\(seed)", "--root", files.root,
        ]
    }

    func run() async throws -> Int32 {
        let mocks = try MockProcess(options: mockOptions)
        defer { mocks.stop() }
        let configuration = try DemoConfiguration(files: files, data: data).make(
            mocks: mocks.ports, port: port, adminPort: port == 0 ? 0 : port + 1)
        try await GatewayRun.untilAsked(configuration) { addresses in
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
