import Glibc
import HTTPServer
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct LiveLoadTests {
    /// In a process of its own, so that its memory is that of the 1,000.
    @Test func thousandSlowReadersCostABoundedAmountAndGetEverything() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = min(limit.rlim_max, 8192)
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            let (readers, mark, piece, pieces) = (1000, 65_536, 10_000, 20)
            try await withServer(
                configure: {
                    $0.sendBufferBytes = 8192
                    $0.highWaterMark = mark
                    $0.lowWaterMark = mark / 4
                    // The last client is read long after the first.
                    $0.timeouts.write = .seconds(600)
                },
                handler: { _ in
                    HTTPResponse(
                        body: .stream { writer in
                            for _ in 0..<pieces {
                                try await writer.write([UInt8](repeating: 0x61, count: piece))
                            }
                        })
                }
            ) { server, address in
                let clients = try await blocking {
                    try (0..<readers).map { _ in
                        let client = try RawClient(address, receiveBuffer: 32_768)
                        try client.send("GET / HTTP/1.0\r\n\r\n")
                        return client
                    }
                }
                // A producer waits above its mark until its client has taken most of it: in the
                // end all do, and nothing changes any more.
                var load = await server.load()
                var unchanged = 0
                while unchanged < 200 || load.unsentBytes < readers * mark / 2 {
                    let next = await server.load()
                    unchanged = next == load ? unchanged + 1 : 0
                    load = next
                }
                try #require(load.connections == readers)
                try #require(load.unsentBytes <= readers * (mark + piece + 512))
                try #require(load.inputBytes == 0)
                // Two thirds of what the answers have in all.
                try #require(residentBytes() < 160_000_000)
                let lengths = try await blocking {
                    try RawClient.readAllToEnd(clients)
                    return try clients.map { client in
                        let (text, isReset) = try client.readToEnd()
                        return isReset ? 0 : text.utf8.count
                    }
                }
                try #require(lengths.allSatisfy { $0 == lengths[0] && $0 > piece * pieces })
            }
        }
    }

    @Test func pipelinerWhoReadsNothingIsReadNoFurther() async throws {
        let requests = 2000
        let handled = Mutex(0)
        try await withServer(
            configure: {
                $0.sendBufferBytes = 8192
                $0.highWaterMark = 50_000
            },
            handler: { _ in
                handled.withLock { $0 += 1 }
                return HTTPResponse(body: .bytes([UInt8](repeating: 0x61, count: 10_000)))
            }
        ) { server, address in
            let client = try await blocking {
                let client = try RawClient(address, receiveBuffer: 32_768)
                let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
                try client.send(String(repeating: request, count: requests))
                return client
            }
            var load = await server.load()
            while load.unsentBytes <= 50_000 { load = await server.load() }
            #expect(load.unsentBytes < 70_000)
            #expect(handled.withLock { $0 } < 100)
            let answered = try await blocking {
                client.widen()
                return try (0..<requests).count { _ in
                    try client.readAnswer()?.body.utf8.count == 10_000
                }
            }
            #expect(answered == requests)
            #expect(handled.withLock { $0 } == requests)
        }
    }

    @Test func wholeAnswerNobodyReadsIsDroppedAfterTheWriteTimeout() async throws {
        let ended = Gate()
        let endings = Mutex<[HTTPEnding]>([])
        try await withServer(
            configure: {
                $0.timeouts.write = .milliseconds(100)
                $0.onExchange = { record in
                    endings.withLock { $0.append(record.ending) }
                    ended.open()
                }
            },
            handler: { _ in HTTPResponse(body: .bytes([UInt8](repeating: 0, count: 8_000_000))) }
        ) { server, address in
            let client = try await blocking {
                let client = try RawClient(address, receiveBuffer: 32_768)
                try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                return client
            }
            await ended.wait()
            #expect(endings.withLock { $0 } == [.clientTooSlow])
            #expect(await server.load() == HTTPServerLoad())
            #expect(try await blocking { try client.readToEnd().isReset })
        }
    }

    @Test func whoReadsSlowlyAndSteadilyGetsEverything() async throws {
        let body = [UInt8](repeating: 0x61, count: 600_000)
        let endings = Mutex<[HTTPEnding]>([])
        try await withServer(
            configure: {
                $0.timeouts.write = .milliseconds(800)
                $0.sendBufferBytes = 131_072
                $0.onExchange = { record in endings.withLock { $0.append(record.ending) } }
            }, handler: { _ in HTTPResponse(body: .bytes(body)) }
        ) { _, address in
            let text = try await blocking {
                let client = try RawClient(address, receiveBuffer: 4096)
                try client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                _ = try client.read(until: "\r\n\r\n")
                // 40 KB a second for two timeouts: the system has no room for more meanwhile, since it
                // tells of room only once a third of its buffer, some 80 KB, is free.
                var text = ""
                for _ in 0..<64 {
                    text += try client.read(count: 1000)
                    _ = poll(nil, 0, 25)
                }
                client.widen()
                return try text + client.readToEnd().text
            }
            #expect(text.utf8.count == body.count)
            #expect(endings.withLock { $0.contains(.clientTooSlow) } == false)
        }
    }

    @Test func dateIsThatOfTheClockAlsoAfterIdleness() async throws {
        let clock = Mutex<Int64>(784_111_777)
        try await withServer(
            configure: { $0.wallClock = { clock.withLock { $0 } } }, handler: echo
        ) { _, address in
            // Forward, over an idle hour, and back, as a wall clock may go.
            for (change, text) in [
                (0, "Sun, 06 Nov 1994 08:49:37 GMT"), (1, "Sun, 06 Nov 1994 08:49:38 GMT"),
                (3600, "Sun, 06 Nov 1994 09:49:38 GMT"), (-2, "Sun, 06 Nov 1994 09:49:36 GMT"),
            ] {
                clock.withLock { $0 += Int64(change) }
                let answer = try await exchange("GET / HTTP/1.0\r\n\r\n", with: address)
                #expect(answer.contains("\r\nDate: \(text)\r\n"))
            }
        }
    }

    @Test func dateIsNeverStale() async throws {
        try await withServer(handler: echo) { _, address in
            let before = time(nil)
            let answer = try await exchange("GET / HTTP/1.0\r\n\r\n", with: address)
            let after = time(nil)
            // The server's clock is a coarse one, a few milliseconds behind.
            let right = (before - 1...after).contains { second in
                var (second, parts) = (second, tm())
                var text = [CChar](repeating: 0, count: 64)
                gmtime_r(&second, &parts)
                let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
                let bytes = text.prefix(count).map { UInt8(bitPattern: $0) }
                return answer.contains("\r\nDate: \(String(decoding: bytes, as: UTF8.self))\r\n")
            }
            #expect(right)
        }
    }
}

/// What the process holds in memory now.
private func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return .max }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 128)
    guard fgets(&text, Int32(text.count), file) != nil else { return .max }
    let numbers = String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        .split(separator: " ")
    return numbers.dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 } ?? .max
}
