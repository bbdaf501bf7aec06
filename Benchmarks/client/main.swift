// Fetches one page many times, some at once, and tells what a call cost this process.
//
// Arguments: address, PEM file to trust, `own` or `shared` connections, calls at once, calls.
import Glibc
import HTTPClient
import Reactor

func processorTime() -> Duration {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return .seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + .microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
}

/// How many connections were opened, and how many calls failed.
func fetch(
    _ request: ClientRequest, times: Int, by client: HTTPClient
) async -> (connections: Int, failures: Int) {
    var (connections, failures) = (0, 0)
    for _ in 0..<times {
        do throws(ClientFault) {
            let report = try await client.exchange(
                request, deadline: .now().advanced(by: .seconds(30))
            ) { _ in }
            if report.newConnection { connections += 1 }
        } catch {
            failures += 1
        }
    }
    return (connections, failures)
}

func run(_ arguments: [String]) async throws {
    guard arguments.count == 6, let width = Int(arguments[4]), let calls = Int(arguments[5]) else {
        print("usage: address pem own|shared at-once calls")
        exit(EXIT_FAILURE)
    }
    let loop = try EventLoop()
    var limits = ClientLimits()
    limits.sharesConnections = arguments[3] == "shared"
    let client = HTTPClient(loop: loop, limits: limits, trust: .file(arguments[2]))
    let request = ClientRequest(
        .get, arguments[1], idempotent: true, allowPrivateAddress: true, acceptsGzip: false)
    let started = MonotonicInstant.now()
    let before = processorTime()
    let (connections, failures) = await withTaskGroup(of: (Int, Int).self) { group in
        for _ in 0..<width {
            group.addTask(executorPreference: loop) {
                await fetch(request, times: calls / width, by: client)
            }
        }
        return await group.reduce(into: (0, 0)) { $0 = ($0.0 + $1.0, $0.1 + $1.1) }
    }
    let took = started.duration(to: .now()) / .seconds(1)
    let cost = (processorTime() - before) / .microseconds(calls)
    print(Int(Double(calls) / took), Int(cost), connections, failures)
    await client.close()
}

try await run(CommandLine.arguments)
