import Glibc
import HTTPServer
import Reactor
import Synchronization
import Testing

/// Answers `METHOD path?query body`.
@Sendable func echo(_ request: HTTPRequest) async -> HTTPResponse {
    let query = request.query.map { "?\($0)" } ?? ""
    let body = String(decoding: request.body, as: UTF8.self)
    return HTTPResponse(
        fields: [("Content-Type", "text/plain")],
        body: .bytes(Array("\(request.method.rawValue) \(request.path)\(query) \(body)".utf8)))
}

/// The bodies of whole answers, told apart by their Content-Length.
func bodies(of answers: String) -> [String] {
    var rest = Array(answers.utf8)
    var bodies: [String] = []
    while !rest.isEmpty {
        let text = String(decoding: rest, as: UTF8.self)
        guard let headEnd = text.utf8Offset(after: "\r\n\r\n"),
            let lengthStart = text.utf8Offset(after: "Content-Length: "), lengthStart < headEnd
        else { return bodies + ["?" + text] }
        let digits = rest[lengthStart...].prefix { $0 != 0x0d }
        let length = Int(String(decoding: digits, as: UTF8.self)) ?? 0
        let end = min(rest.count, headEnd + length)
        bodies.append(String(decoding: rest[headEnd..<end], as: UTF8.self))
        rest.removeFirst(end)
    }
    return bodies
}

extension String {
    func utf8Offset(after marker: String) -> Int? {
        guard let range = self.firstRange(of: marker) else { return nil }
        return utf8.distance(from: utf8.startIndex, to: range.upperBound)
    }

    var statusLine: String { String(prefix { $0 != "\r\n" }) }
}

@Suite(.timeLimit(.minutes(1))) struct LiveAnswerTests {
    @Test func pipelinedRequestsAreAnsweredInOrderWhateverTheyTake() async throws {
        try await withServer(handler: { request in
            // The first ones take longest: answers must still not overtake each other.
            if request.path.hasSuffix("slow") {
                for _ in 0..<50 { await Task.yield() }
            }
            return await echo(request)
        }) { _, address in
            let requests = (0..<50).map { index in
                "POST /\(index)\(index % 3 == 0 ? "slow" : "") HTTP/1.1\r\nHost: x\r\n"
                    + "Content-Length: 2\r\n\r\nab"
            }
            let last = "GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            let answers = try await exchange(requests.joined() + last, with: address)
            let expected =
                (0..<50).map { "POST /\($0)\($0 % 3 == 0 ? "slow" : "") ab" } + ["GET /last "]
            #expect(bodies(of: answers) == expected)
        }
    }

    @Test func refusalOfALargeBodyCanBeReadThoughTheClientIsStillSending() async throws {
        try await withServer(configure: { $0.limits.bodyBytes = 1000 }, handler: echo) {
            _, address in
            let body = String(repeating: "a", count: 3_000_000)
            let answer = try await exchange(
                "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n\(body)",
                with: address)
            #expect(answer.statusLine == "HTTP/1.1 413 Content Too Large")
        }
    }

    @Test func largeBodyWithinItsRoutesLimitIsReadWhole() async throws {
        try await withServer(
            configure: { $0.limits.bodyBytesByRoute = { _, _ in 4_000_000 } },
            handler: { request in
                HTTPResponse(body: .bytes(Array("\(request.body.count)".utf8)))
            }
        ) { _, address in
            let body = String(repeating: "a", count: 3_000_000)
            let answer = try await exchange(
                "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3000000\r\n"
                    + "\r\n\(body)", with: address)
            #expect(bodies(of: answer) == ["3000000"])
        }
    }

    @Test(arguments: [204, 304]) func bodilessStatusHasNeitherBodyNorLength(code: Int) async throws
    {
        try await withServer(handler: { _ in
            HTTPResponse(status: HTTPStatus(rawValue: code), body: .bytes([1, 2, 3]))
        }) { _, address in
            let answer = try await exchange(
                "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", with: address)
            #expect(answer.hasPrefix("HTTP/1.1 \(code) "))
            #expect(answer.hasSuffix("\r\nConnection: close\r\n\r\n"))
            #expect(!answer.contains("Content-Length"))
        }
    }

    @Test func version10ClosesUnlessAskedToStay() async throws {
        try await withServer(handler: echo) { _, address in
            let closed = try await exchange("GET /a HTTP/1.0\r\n\r\n", with: address)
            #expect(closed.contains("\r\nConnection: close\r\n"))
            let kept = try await exchange(
                "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /b HTTP/1.0\r\n\r\n",
                with: address)
            #expect(kept.contains("\r\nConnection: keep-alive\r\n"))
            #expect(bodies(of: kept) == ["GET /a ", "GET /b "])
        }
    }

    @Test func halfCloseAfterAWholeRequestIsAnsweredThenClosed() async throws {
        let mayAnswer = Gate()
        try await withServer(handler: { request in
            await mayAnswer.wait()
            return await echo(request)
        }) { _, address in
            let answers = try await blocking {
                let client = try RawClient(address)
                try client.send(
                    "GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n")
                client.halfClose()
                mayAnswer.open()
                return try client.readToEnd().text
            }
            #expect(bodies(of: answers) == ["GET /a ", "GET /b "])
        }
    }

    @Test func unsendableFieldBecomes500() async throws {
        try await withServer(handler: { _ in
            HTTPResponse(fields: [("Location", "/\r\nSet-Cookie: a=b")])
        }) { _, address in
            let answer = try await exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n", with: address)
            #expect(answer.statusLine == "HTTP/1.1 500 Internal Server Error")
            #expect(!answer.contains("Set-Cookie"))
        }
    }

    @Test func refusalsTakeTheShapeTheOwnerGives() async throws {
        try await withServer(
            configure: {
                $0.refusalResponse = { refusal in
                    HTTPResponse(
                        status: refusal.status,
                        fields: [("Content-Type", "application/problem+json")],
                        body: .bytes(Array("{\"code\":\"\(refusal.rawValue)\"}".utf8)))
                }
            }, handler: echo
        ) { _, address in
            let answer = try await exchange("GET / HTTP/3.0\r\n", with: address)
            #expect(answer.statusLine == "HTTP/1.1 505 HTTP Version Not Supported")
            #expect(answer.contains("application/problem+json"))
            #expect(bodies(of: answer) == ["{\"code\":\"unsupportedVersion\"}"])
        }
    }

    @Test func largeAnswerArrivesWhole() async throws {
        let size = 5_000_000
        try await withServer(handler: { _ in
            HTTPResponse(body: .bytes([UInt8](repeating: 0x61, count: size)))
        }) { _, address in
            let answer = try await exchange(
                "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", with: address)
            #expect(bodies(of: answer).map(\.utf8.count) == [size])
        }
    }

    @Test func everyLoopAndEveryKindOfAddressIsServed() async throws {
        let path = "/tmp/tributary-http-\(getpid()).socket"
        for address in [
            ListenAddress.tcp(host: "127.0.0.1", port: 0), .tcp(host: "::1", port: 0),
            .unix(path: path),
        ] {
            let seen = Mutex<Set<PeerAddress>>([])
            try await withServer(
                loops: 3, at: address,
                handler: { request in
                    seen.withLock { _ = $0.insert(request.peer) }
                    return await echo(request)
                }
            ) { server, bound in
                #expect(server.addresses == [bound])
                for index in 0..<12 {
                    let answer = try await exchange(
                        "GET /\(index) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                        with: bound)
                    #expect(bodies(of: answer) == ["GET /\(index) "])
                }
            }
            let hosts = Set(seen.withLock { $0 }.map(\.host))
            switch address {
            case .unix: #expect(hosts == ["unix"])
            case .tcp(let host, _): #expect(hosts == [host])
            }
        }
    }

    @Test func addressInUseIsRefusedThoughPortsAreShared() async throws {
        try await withServer(handler: echo) { _, address in
            let group = try EventLoopGroup(count: 1)
            defer { group.shutdown() }
            let second = HTTPServer(
                configuration: HTTPServerConfiguration(addresses: [address]), group: group,
                handler: echo)
            #expect(throws: HTTPServerError.addressInUse(address)) { try second.start() }
            let odd = ListenAddress.tcp(host: "localhost", port: 0)
            let third = HTTPServer(
                configuration: HTTPServerConfiguration(addresses: [odd]), group: group,
                handler: echo)
            #expect(throws: HTTPServerError.badAddress(odd)) { try third.start() }
        }
    }

    @Test func exchangesAreRecorded() async throws {
        let records = Mutex<[HTTPExchangeRecord]>([])
        try await withServer(
            configure: { $0.onExchange = { record in records.withLock { $0.append(record) } } },
            handler: { request in
                var response = await echo(request)
                response.tag = "id-1"
                return response
            }
        ) { _, address in
            _ = try await exchange(
                "GET /a HTTP/1.1\r\nHost: x\r\n\r\nBAD\r\n\r\n", with: address)
        }
        let seen = records.withLock { $0 }
        #expect(seen.map(\.status) == [.ok, .badRequest])
        #expect(seen.map(\.refusal) == [nil, .malformedRequestLine])
        #expect(seen.map(\.ending) == [.answered, .answered])
        #expect(seen.map(\.tag) == ["id-1", nil])
        #expect(seen.map(\.bodyBytes) == [7, 38])
        #expect(seen.map(\.request?.path) == ["/a", nil])
        #expect(seen.allSatisfy { $0.peer.host == "127.0.0.1" && $0.duration >= .zero })
    }
}
