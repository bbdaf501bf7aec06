import Glibc
import HTTPServer
import Reactor
import Testing

@Suite(.timeLimit(.minutes(1))) struct DescriptorExhaustionTests {
    /// In a process of its own, since the limit is the process's.
    @Test func withoutDescriptorsConnectionsAreTurnedAwayUntilThereAreSome() async {
        await #expect(processExitsWith: .success) {
            try await withServer(handler: echo) { _, address in
                try await blocking {
                    let request = "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                    let before = try (0..<3).map { _ in try RawClient(unconnectedTo: address) }
                    let after = try RawClient(unconnectedTo: address)
                    var limit = rlimit(rlim_cur: 64, rlim_max: 64)
                    try #require(
                        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
                    var fillers: [Int32] = []
                    while true {
                        let filler = dup(0)
                        if filler < 0 { break }
                        fillers.append(filler)
                    }
                    try #require(errno == EMFILE)
                    for client in before {
                        try client.connect()
                        let answer = try client.readToEnd().text
                        try #require(answer.statusLine == "HTTP/1.1 503 Service Unavailable")
                    }
                    for filler in fillers { close(filler) }
                    try after.connect()
                    try after.send(request)
                    try #require(try bodies(of: after.readToEnd().text) == ["GET /a "])
                }
            }
        }
    }
}
