import Reactor
import Synchronization
import Testing

@testable import HTTPServer

private let probe = Array("GET /probe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8)

/// Method, target and body of a request, as the cases write what a handler saw.
private func seen(_ request: HTTPRequest) -> String {
    let query = request.query.map { "?\($0)" } ?? ""
    let body = request.body.isEmpty ? "" : " " + String(decoding: request.body, as: UTF8.self)
    return "\(request.method.rawValue) \(request.path)\(query)\(body)"
}

/// Every file of `Fixtures`, over the parser alone and over a socket, whole and cut.
///
/// Serialized, because hundreds of cases at once would keep the threads from tests that tell time.
@Suite(.serialized, .timeLimit(.minutes(5))) struct WireCaseTests {
    // MARK: Bytes alone

    /// What the reader makes of the case when its bytes come in the pieces that end at `cuts`.
    private func read(_ wire: WireCase, cuts: [Int]) -> (said: [WireCase.Answer], WireCase.End) {
        var reader = RequestReader(limits: wire.limits)
        var unread: [UInt8] = []
        var said: [WireCase.Answer] = []
        for case .sends(let bytes) in wire.steps {
            var start = 0
            for cut in cuts.filter({ $0 < bytes.count }) + [bytes.count] {
                unread += bytes[start..<cut]
                start = cut
                if readOn(&reader, &unread, &said) { return (said, .closed) }
            }
        }
        return (said, reader.phase == .betweenRequests ? .open : .waits)
    }

    /// Reads as far as possible; true if nothing more is read as a request.
    private func readOn(
        _ reader: inout RequestReader, _ unread: inout [UInt8], _ said: inout [WireCase.Answer]
    ) -> Bool {
        while !unread.isEmpty {
            let (event, used) = reader.read(unread.span)
            unread.removeFirst(used)
            switch event {
            case .needsMore:
                if used == 0 { return false }
            case .wantsContinue: said.append(.interim)
            case .refused(let refusal):
                said.append(.refused(status: refusal.status.rawValue, name: refusal.rawValue))
                return true
            case .request(let head, let body):
                said.append(
                    .served(
                        seen(
                            HTTPRequest(
                                head: head, body: body, peer: .loopback, arrival: .distantFuture,
                                drain: DrainSignal()))))
                if !head.framing.persists(head.version) { return true }
            }
        }
        return false
    }

    @Test(arguments: try WireCase.all())
    func readerSaysTheSameHoweverTheBytesAreCut(wire: WireCase) {
        let whole = read(wire, cuts: [])
        #expect(whole.said == wire.answers)
        #expect(whole.1 == wire.end)
        // Whether a body has begun to come decides about `100 Continue`, and nothing else.
        let expected = wire.answers.filter { $0 != .interim }
        let longest = wire.steps.map(\.bytes.count).max() ?? 0
        let singleBytes = Array(1..<max(2, longest))
        // In a long case a cut tells little that its neighbours do not.
        let step = max(1, longest / 400)
        let cuts = singleBytes.filter { $0.isMultiple(of: step) }.map { [$0] }
        for cut in cuts + [singleBytes] {
            let (said, end) = read(wire, cuts: cut)
            #expect(said.filter { $0 != .interim } == expected, "cut at \(cut.prefix(3))")
            #expect(end == wire.end, "cut at \(cut.prefix(3))")
        }
    }

    // MARK: On a socket

    private static func cuts(of wire: WireCase) -> [[Int]] {
        let longest = wire.steps.map(\.bytes.count).max() ?? 0
        let cuts = (1...3).map { [longest * $0 / 4] } + [[1], [longest - 1]]
        return longest < 400 ? cuts + [Array(1..<longest)] : cuts
    }

    @Test(arguments: try WireCase.all())
    func serverAnswersTheSameHoweverTheBytesAreCut(wire: WireCase) async throws {
        let served = Mutex<[String]>([])
        try await withServer(
            configure: { $0.limits = wire.limits },
            handler: { request in
                if request.path == "/beat" { return HTTPResponse(body: .bytes(Array("beat".utf8))) }
                let seen = seen(request)
                served.withLock { $0.append(seen) }
                return HTTPResponse(body: .bytes(Array(seen.utf8)))
            }
        ) { _, address in
            let ways = Self.cuts(of: wire)
            try await blocking {
                try Conversation(wire, with: address).runWhole()
                for cuts in ways { try Conversation(wire, with: address).run(cuts: cuts) }
            }
            // What was never answered must not have been done either.
            var expected = wire.answers.compactMap {
                if case .served(let seen) = $0 { seen } else { nil }
            }
            if wire.end == .open { expected.append("GET /probe") }
            let ran = served.withLock { $0 }
            let all = [[String]](repeating: expected, count: ways.count + 1).flatMap { $0 }
            #expect(ran == all)
        }
    }
}

/// One run of a case against a server of one loop.
private struct Conversation {
    let wire: WireCase
    let client: RawClient
    /// A second connection; an answer on it proves that the loop has read what was sent before on
    /// the first, so that the next piece is read apart.
    let pulse: RawClient

    init(_ wire: WireCase, with address: ListenAddress) throws {
        self.wire = wire
        client = try RawClient(address)
        pulse = try RawClient(address)
    }

    /// Everything at once, with the next request behind it as a smuggler would.
    func runWhole() throws {
        guard !wire.takesTurns, wire.end != .waits else { return try run(cuts: []) }
        try client.send(wire.steps.flatMap(\.bytes) + probe)
        try hearAll(wire.answers)
        try finish(hasSentProbe: true)
    }

    /// In the pieces that end at `cuts`, each read before the next is sent.
    func run(cuts: [Int]) throws {
        for step in wire.steps {
            switch step {
            case .hears(let answer): try hearAll([answer])
            case .sends(let bytes):
                var start = 0
                for cut in cuts where cut > start && cut < bytes.count {
                    try client.send(Array(bytes[start..<cut]))
                    start = cut
                    try beat()
                }
                try client.send(Array(bytes[start...]))
            }
        }
        try finish(hasSentProbe: false)
    }

    private func beat() throws {
        try pulse.send("GET /beat HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try pulse.read(until: "\r\n\r\nbeat")
    }

    private func hearAll(_ answers: [WireCase.Answer]) throws {
        for expected in answers {
            var heard = try hear(like: expected)
            if heard == .interim, expected != .interim { heard = try hear(like: expected) }
            #expect(heard == expected)
        }
    }

    /// The next answer; without a body if the expected one is to HEAD.
    private func hear(like expected: WireCase.Answer) throws -> WireCase.Answer? {
        let heard = try client.readAnswer { $0.status != 100 && !expected.isOfHead }
        guard let heard else { return nil }
        switch heard.status {
        case 100: return .interim
        case 200:
            guard case .served(let seen) = expected, expected.isOfHead else {
                return .served(heard.body)
            }
            return heard.field("Content-Length") == "\(seen.utf8.count)" ? expected : nil
        case let status:
            #expect(heard.field("Connection") == "close")
            let name = heard.body.split(separator: " ").last.map { String($0.dropLast()) }
            return .refused(status: status, name: name ?? "")
        }
    }

    private func finish(hasSentProbe: Bool) throws {
        switch wire.end {
        case .open:
            if !hasSentProbe { try client.send(probe) }
            try hearAll([.served("GET /probe")])
        case .closed:
            if !hasSentProbe { try client.send(probe) }
        case .waits:
            client.halfClose()
        }
        let (rest, isReset) = try client.readToEnd()
        #expect(rest == "")
        #expect(!isReset)
    }
}
